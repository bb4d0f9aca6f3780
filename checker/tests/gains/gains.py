#!/usr/bin/env python3
"""That a wrong program is told no gain, nor is one that did not ask, and that expected/ has no file too many. What
each lesson with a gain says of its solution is compared with expected/LESSON.txt by the tests solution.*.

    checker/tests/gains/gains.py BUILD_FOLDER     (of the dev preset, built)
"""

import concurrent.futures
import json
import os
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "mistakes"))
import programs  # noqa: E402

WRONG = [("34_transpose_tiled", "naive_load"), ("38_reduce_tree", "one_thread_adds"), ("03_square_port", "stub")]


def has_gain(row):
    return "\nWORKBOOK_GAIN(" in (pathlib.Path(row["stub"]).parent / "check.cpp").read_text()


def main(build):
    course = json.loads((build / "lessons.json").read_text())
    rows = {row["name"]: row for row in course["lessons"]}
    known = {(lesson, name): (learner, names) for lesson, row in rows.items()
             for kind, name, learner, names in programs.of_lesson(build, row)}

    def check(lesson, name, options=("--gain",)):
        return programs.check(course, rows[lesson], *known[lesson, name], "virtual", list(options))

    lessons = [name for name, row in rows.items() if has_gain(row)]
    bad = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for (lesson, name), result in zip(WRONG, pool.map(lambda wrong: check(*wrong), WRONG)):
            if result["verdict"] in ("passed", "none") or "gained" in result or "What you gained" in result["log"]:
                bad += 1
                print(f"{lesson} {name}: {result['verdict']}, and it is told a gain\n{result['log']}")
    if "gained" in check(lessons[0], "solution", []):
        bad += 1
        print("a gain is told without --gain")
    for file in sorted((HERE / "expected").glob("*.txt")):
        if file.stem in rows and file.stem not in lessons:
            bad += 1
            print(f"{file.name}: the lesson names no gain")
    print(f"{len(lessons)} gains, {bad} not as they should be")
    return 1 if bad or not lessons else 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        raise SystemExit(__doc__)
    sys.exit(main(pathlib.Path(sys.argv[1]).resolve()))
