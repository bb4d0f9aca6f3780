#!/usr/bin/env python3
"""A lesson's text is no longer than docs/style.md says: words_test.py.

Words are what white space separates, code and tables included.
"""

import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[3]
BEFORE_HINTS, IN_ALL = 900, 1240
# Longer ones, as they are. A text that was shortened has its line taken out or lowered.
LONGER = {
    "43_compaction": (900, 1260),
    "44_radix_sort": (900, 1260),
    "45_spmv_csr": (960, 1420),
    "46_conv2d": (1010, 1430),
    "61_sgemm_register_tiles": (960, 1450),
}


def problems_of(readme):
    lesson = readme.parent.name
    text = readme.read_text(encoding="utf-8")
    most_before, most = LONGER.get(lesson, (BEFORE_HINTS, IN_ALL))
    before, in_all = len(text.split("\n## Hints")[0].split()), len(text.split())
    if before > most_before:
        yield f"{lesson}: its README has {before} words before the hints, at most {most_before} are asked for"
    if in_all > most:
        yield f"{lesson}: its README has {in_all} words, at most {most} are asked for"


def main():
    readmes = sorted(ROOT.glob("exercises/*/*/README.md"))
    problems = [problem for readme in readmes for problem in problems_of(readme)]
    print("\n".join(problems) or f"the texts of {len(readmes)} lessons are short enough")
    return 1 if problems or not readmes else 0


if __name__ == "__main__":
    sys.exit(main())
