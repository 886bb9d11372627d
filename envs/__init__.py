"""The games and their faces.  Importing this registers `jivezoo/<game>-v0` with PettingZoo."""

from pettingzoo.env_registry.registration import aec_registry, register

for _name in ("itchy_monkey-v0", "gelini_nightlife-v0", "voodoo_mania-v0"):
    if f"jivezoo/{_name}" not in aec_registry:
        register(
            "aec",
            f"jivezoo/{_name}",
            entry_point=f"jivezoo.envs.{_name.replace('-', '_')}:env",
        )
