"""The README of a class edition."""

from __future__ import annotations

from grader.course.model import Course

_PAGE = """\
# {title}

{mission}

## Set up, once

You need Python 3.11 or newer. In this folder:

```
python -m venv .venv
.venv/bin/python -m pip install ./{wheel}        (on Windows: .venv\\Scripts\\python -m pip install ./{wheel})
```

Then put the environment to use: `. .venv/bin/activate`, on Windows `.venv\\Scripts\\activate`.

## Every day

| type | to |
| --- | --- |
| `grade lesson` | read the lesson |
| `grade list` | see the items and their points |
| `grade` | check your work; `grade ITEM` checks one item |
| `grade watch` | check again at every save |
| `grade hint ITEM` | get a nudge in the right direction |
| `grade submit` | pack your work for handing in |

Your files are in {folders}. The checks that run here are in `tests/public/`, and you may read them. More checks run
after you hand in: `grade` says how many. An item that shows as *recorded* is well-formed and is graded then.
"""


def student_page(course: Course, wheel: str) -> str:
    """How to begin; ``wheel`` is the file name of the grader in the same folder."""
    folders = ", ".join(f"`exercises/{lesson.id}/`" for lesson in course.file.lessons)
    return _PAGE.format(
        title=course.file.title, mission=course.file.mission.text.strip(), wheel=wheel, folders=folders
    )
