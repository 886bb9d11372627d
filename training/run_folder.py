"""The folder of a training run: what is in it, written so that nothing is ever half there."""

import io
import json
from pathlib import Path
from typing import Any

from ..envs.errors import BadFile
from .evaluate import Score
from .files import write_whole

FORMAT = 1


def free_folder(game_name: str, root: Path = Path("runs")) -> Path:
    """Return the first of runs/GAME-1, runs/GAME-2, ... that does not exist."""
    number = 1
    while (root / f"{game_name}-{number}").exists():
        number += 1
    return root / f"{game_name}-{number}"


class RunFolder:
    """The files of a run: settings, model, checkpoints, evaluations, results, curve and logs."""

    def __init__(self, path: Path) -> None:
        """Name the files; nothing is made yet."""
        self.path = path
        self.settings = path / "settings.json"
        self.model = path / "model.zip"
        self.checkpoints = path / "checkpoints"
        self.evaluations = path / "evaluations.jsonl"
        self.results = path / "results.json"
        self.curve = path / "curve.png"

    def create(self, content: dict[str, Any]) -> None:
        """Make the folder of a new run and keep its settings.

        Raises
        ------
        BadFile
            If a run is already there.
        """
        if self.settings.exists():
            raise BadFile(
                f"{self.path} already holds a run; go on with --resume {self.path}, or choose "
                "another --out."
            )
        self.checkpoints.mkdir(parents=True, exist_ok=True)
        self.keep_settings(content)

    def keep_settings(self, content: dict[str, Any]) -> None:
        """Write settings.json."""
        text = json.dumps({"format": FORMAT} | content, indent=2)
        write_whole(self.settings, text)

    def read_settings(self) -> dict[str, Any]:
        """Return what `keep_settings` wrote, or raise BadFile."""
        try:
            content = json.loads(self.settings.read_text())
        except FileNotFoundError:
            raise BadFile(f"{self.path} holds no run: there is no settings.json.") from None
        except (OSError, ValueError) as error:
            raise BadFile(f"{self.settings} cannot be read: {error}.") from None
        if not isinstance(content, dict) or content.get("format") != FORMAT:
            raise BadFile(f"{self.settings} was written by another version of jivezoo.")
        for key, kind in (("game", str), ("options", dict), ("settings", dict)):
            if not isinstance(content.get(key), kind):
                raise BadFile(f"{self.settings} has no {key}; it was damaged or edited.")
        return content

    def save_model(self, model: Any, keep_as_checkpoint: bool = False) -> None:
        """Save a model whole, as model.zip and if asked as a checkpoint too."""
        buffer = io.BytesIO()
        model.save(buffer)
        write_whole(self.model, buffer.getvalue())
        if keep_as_checkpoint:
            write_whole(self.checkpoints / f"{model.num_timesteps:012d}.zip", buffer.getvalue())

    def latest_checkpoints(self, count: int) -> list[Path]:
        """Return the newest checkpoints, oldest first."""
        return sorted(self.checkpoints.glob("*.zip"))[-count:]

    def add_evaluation(self, steps: int, seconds: float, score: Score) -> None:
        """Add one line to evaluations.jsonl."""
        line = {"steps": steps, "seconds": round(seconds, 1)} | vars(score)
        lines = [json.dumps(each) + "\n" for each in [*self.read_evaluations(), line]]
        write_whole(self.evaluations, "".join(lines))

    def forget_after(self, steps: int) -> None:
        """Drop evaluations of decisions that were lost: a run goes on from its last saved model."""
        lines = self.read_evaluations()
        kept = [line for line in lines if line["steps"] <= steps]
        if len(kept) < len(lines):
            write_whole(self.evaluations, "".join(json.dumps(line) + "\n" for line in kept))

    def read_evaluations(self) -> list[dict[str, Any]]:
        """Return the evaluations so far, in the order of their steps."""
        if not self.evaluations.exists():
            return []
        try:
            return [json.loads(line) for line in self.evaluations.read_text().splitlines()]
        except ValueError:
            raise BadFile(f"{self.evaluations} was damaged; remove it to go on.") from None

    def keep_results(
        self, scores: list[Score], steps: int, seconds: float, parts: dict[str, float]
    ) -> None:
        """Write results.json: the final scores, and where the time went (seconds by part)."""
        rows = [vars(score) | {"interval": score.interval()} for score in scores]
        content = {"steps": steps, "seconds": seconds, "seconds_by_part": parts, "scores": rows}
        write_whole(self.results, json.dumps(content, indent=2))
