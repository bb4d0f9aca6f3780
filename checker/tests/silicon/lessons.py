#!/usr/bin/env python3
"""Every solution, stub and mistake on the GPU and on the virtual GPU, side by side.

    lessons.py BUILD_FOLDER [NUMBER ...]      (of the dev preset, built; all lessons if no number is given)

Prints a table, tab separated: lesson, program, expected verdict, on the GPU, on the virtual GPU. What the
checkers said on the GPU goes to standard error. The deadlines are a student's; WORKBOOK_TIME_SCALE=8 makes them eight times
as long, also for mistakes that never end.
"""

import os
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "mistakes"))
import programs


def expected(lesson, kind, name):
    if kind != "mistake":
        return "passed" if kind == "solution" else "not passed"
    promises = programs.promised(lesson, name)
    return promises["Verdict"][0] + (" (virtual only)" if promises["Only"] else "")


def main(build, numbers):
    print("lesson\tprogram\texpected\tGPU\tvirtual GPU")
    # Not on all processors: each checker has a process of its own on the GPU.
    at_once = max(8, os.cpu_count() // 2)
    for lesson, kind, name, results in programs.check_all(build, ["gpu", "virtual"], at_once, numbers):
        print(lesson, name, expected(lesson, kind, name), results["gpu"]["verdict"], results["virtual"]["verdict"],
              sep="\t", flush=True)
        print(f"\n#### {lesson} {name} on the GPU: {results['gpu']['verdict']}\n{results['gpu']['log']}", file=sys.stderr)


if __name__ == "__main__":
    if len(sys.argv) < 2:
        raise SystemExit(__doc__)
    main(pathlib.Path(sys.argv[1]).resolve(), sys.argv[2:])
