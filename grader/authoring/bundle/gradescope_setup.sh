#!/usr/bin/env bash
# Gradescope runs this once, to build the image: Python 3.11 or newer, and the grader in an environment of its own.
set -euo pipefail

root="${AUTOGRADER_ROOT:-/autograder}"

find_python() {
  local name
  for name in python3.14 python3.13 python3.12 python3.11 python3; do
    if "$name" -c 'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
      command -v "$name"
      return
    fi
  done
  return 1
}

if ! python="$(find_python)"; then
  apt-get update
  for version in 3.13 3.12 3.11; do
    if apt-get install -y --no-install-recommends "python$version" "python$version-venv"; then break; fi
  done
  python="$(find_python)" || { echo "No Python 3.11 or newer here: choose a newer base image." >&2; exit 1; }
fi

"$python" -m venv "$root/venv"
"$root/venv/bin/python" -m pip install --no-cache-dir "$root"/source/gradewright-*.whl -r "$root/source/requirements.txt"
# The hidden checks, for nobody but the grader.
chmod -R go= "$root/source"
