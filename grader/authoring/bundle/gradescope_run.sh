#!/usr/bin/env bash
# Gradescope runs this for each submission.
set -euo pipefail
root="${AUTOGRADER_ROOT:-/autograder}"
exec "$root/venv/bin/python" -I -m grader.authoring.bundle.run gradescope "$root"
