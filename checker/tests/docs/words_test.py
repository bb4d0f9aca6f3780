#!/usr/bin/env python3
"""Lessons are short: words_test.py.

A lesson's README has at most 900 words before its hints and 1100 in all, counted as `wc -w` counts them, code and tables
too. LONGER has the lessons that are longer, and how long they may be: a number there only ever becomes smaller.
"""

import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[3]
BEFORE_HINTS, IN_ALL = 900, 1100
LONGER = {
    "44_radix_sort": (900, 1212),
    "51_cuda_graph": (900, 1115),
    "54_grid_sync": (900, 1178),
    "55_async_pipeline": (900, 1196),
    "56_wmma": (900, 1197),
    "62_gemm_epilogue": (900, 1119),
    "64_cross_entropy": (900, 1206),
    "66_paged_decode_attention": (900, 1208),
    "67_top_k": (900, 1209),
}


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
