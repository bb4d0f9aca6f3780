#!/usr/bin/env python3
"""Lessons are short: words_test.py.

A lesson's README has at most 900 words before its hints and 1100 in all, counted as `wc -w` counts them, code and tables
too. LONGER has lessons that have to be longer: their two limits, and beside them the reason.
"""

import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[3]
BEFORE_HINTS, IN_ALL = 900, 1100
LONGER = {}


def main():
    problems = []
    readmes = sorted(ROOT.glob("exercises/*/*/README.md"))
    for readme in readmes:
        text = readme.read_text(encoding="utf-8")
        counts = len(text.split("\n## Hints")[0].split()), len(text.split())
        limits = LONGER.get(readme.parent.name, (BEFORE_HINTS, IN_ALL))
        for count, limit, what in zip(counts, limits, ("before its hints", "in all")):
            if count > limit:
                problems.append(f"{readme.relative_to(ROOT)}: {count} words {what}; {limit} are allowed")
    print("\n".join(problems) or f"{len(readmes)} lessons are short enough")
    return 1 if problems or not readmes else 0


if __name__ == "__main__":
    sys.exit(main())
