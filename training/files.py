"""Files that are whole, or as they were before."""

import os
from pathlib import Path


def write_whole(path: Path, content: str | bytes) -> None:
    """Replace a file by one with `content`, or leave it as it was if that fails."""
    data = content.encode() if isinstance(content, str) else content
    path = path.resolve()
    if path.exists() and not path.is_file():  # a device or a pipe is written, not replaced
        path.write_bytes(data)
        return
    temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        with temporary.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    finally:
        temporary.unlink(missing_ok=True)
