"""The games and their faces.  Importing this registers `jivezoo/<game>-v0` with PettingZoo."""

from pettingzoo.env_registry.registration import aec_registry, parallel_registry, register

for _name in ("itchy_monkey-v0", "gelini_nightlife-v0", "voodoo_mania-v0", "jivecat_lounge-v0"):
    _module = f"jivezoo.envs.{_name.replace('-', '_')}"
    if f"jivezoo/{_name}" not in aec_registry:
        register("aec", f"jivezoo/{_name}", entry_point=f"{_module}:env")

if "jivezoo/voodoo_mania-v0" not in parallel_registry:  # its seats choose at the same time
    register(
        "parallel",
        "jivezoo/voodoo_mania-v0",
        entry_point="jivezoo.envs.voodoo_mania_v0:parallel_env",
    )
