"""The sandbox of a grader that is installed among other packages, as `pip install .` leaves it."""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from grader.sandbox.api import Tier

PROBE = """
import sys
from grader.sandbox import start
from grader.sandbox.api import Budget, Tier

sandbox = start(Tier(sys.argv[1]))
child = sandbox.open({"work.py": b"def f(a):\\n    return a + 1\\n"}, Budget())
print(sandbox.tier, child.call("work.py", "f", [1], {}).value, sandbox.reasons)
child.close()
sandbox.close()
"""


def package(name: str) -> Path:
    spec = importlib.util.find_spec(name)
    assert spec
    assert spec.origin
    return Path(spec.origin).parent


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A directory of packages with copies of what the sandbox needs, ours among them."""
    site = tmp_path_factory.mktemp("site-packages")
    folders = [package(name) for name in ("grader", "numpy", "msgspec")]
    libraries = [folder.with_name(f"{folder.name}.libs") for folder in folders]
    for folder in [*folders, *filter(Path.is_dir, libraries)]:
        shutil.copytree(folder, site / folder.name, ignore=shutil.ignore_patterns("tests", "__pycache__"))
    return site


@pytest.mark.parametrize("tier", [Tier.NAMESPACES, Tier.LANDLOCK, Tier.PROCESS])
def test_every_tier_starts_for_an_installed_grader(site: Path, tier: Tier) -> None:
    """Our own files are there although the directory of packages around them is covered."""
    done = subprocess.run(
        [sys.executable, "-S", "-c", PROBE, tier],
        cwd="/",
        env={**os.environ, "PYTHONPATH": str(site)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.split()[:2] == [tier, "2"], done.stdout + done.stderr


@pytest.mark.parametrize("place", ["/home/student/packages", "/student/packages", "/student"])
def test_no_place_of_installation_is_taken_for_the_childs_home(
    site: Path, tmp_path: Path, place: str
) -> None:
    """Python and packages below a directory called like the sandbox's own: both are there, each under its path"""
    root = tmp_path / "root"
    root.mkdir()
    script = (
        f"mount -t tmpfs none {root}; cd {root}; "
        'for at in /*; do if test -L "$at"; then cp -P "$at" .; '
        'elif test -d "$at"; then mkdir ".$at"; mount --rbind "$at" ".$at"; fi; done; '
        f"mount -t tmpfs none ./home; mkdir -p .{place}; mount --bind {site} .{place}; "
        'exec chroot . "$@"'
    )
    shell = ["unshare", "--mount", "--user", "--map-root-user", "sh", "-c", script, "sh"]
    done = subprocess.run(
        [*shell, sys.executable, "-S", "-c", PROBE, Tier.NAMESPACES],
        env={**os.environ, "PYTHONPATH": place},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.split()[:2] == ["namespaces", "2"], done.stdout + done.stderr
