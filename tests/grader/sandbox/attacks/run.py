"""Tries attacks in a process of its own: ``run.py TIER LAYERS_LEFT_OUT NAME ...``, one JSON line for each."""

from __future__ import annotations

import json
import sys
import tempfile
from dataclasses import asdict
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[4]))
sys.path.insert(0, str(Path(__file__).parent))

from attack_catalogue import Range

from grader.sandbox import Tier, start

if __name__ == "__main__":
    tier, without, *names = sys.argv[1:]
    sandbox = start(Tier(tier), _without=tuple(filter(None, without.split(","))))
    with tempfile.TemporaryDirectory(prefix="canaries-") as folder:
        Path(folder).chmod(0o755)
        place = Range(sandbox, Path(folder, "canary"))
        for name in names:
            print(json.dumps({"name": name, **asdict(place.attack(name))}), flush=True)
    sandbox.close()
