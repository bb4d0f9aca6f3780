#!/usr/bin/env python3
"""Where host instructions go: shares by function, of what `bench_vgpu --steps --places FILE` wrote. By hand.

    checker/bench/by_function.py build/dev/checker/bench/bench_vgpu FILE [ROWS]
"""

import bisect
import collections
import subprocess
import sys


def functions(program):
    """Address and name of each, by address."""
    listed = subprocess.run(["nm", "-C", "-n", program], capture_output=True, text=True, check=True).stdout
    words = [line.split(" ", 2) for line in listed.splitlines()]
    return [(int(word[0], 16), word[2]) for word in words if len(word) == 3 and word[0] and word[1].lower() in "twi"]


def main(program, places, rows=30):
    names = functions(program)
    begins = [begin for begin, _ in names]
    steps = collections.Counter()
    with open(places, encoding="ascii") as file:
        for line in file:
            place, count = line.split("\t")
            steps[names[bisect.bisect(begins, int(place, 16)) - 1][1]] += int(count)
    for name, count in steps.most_common(int(rows)):
        print(f"{100 * count / steps.total():5.1f}% {name[:130]}")


if __name__ == "__main__":
    if len(sys.argv) not in (3, 4):
        raise SystemExit(__doc__)
    main(*sys.argv[1:])
