#!/usr/bin/env python3
"""What each lesson with a gain says of its solution on the virtual GPU, compared with expected/LESSON.txt: every figure
is exact. And that a wrong program gains nothing, nor does one that nobody asked.

    checker/tests/gains/gains.py BUILD_FOLDER     (of the dev preset, built)

With WORKBOOK_APPROVE=1 the files are written anew; read the difference before committing it.
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


def text_of(result):
    if result["verdict"] != "passed":
        return f"not passed: {result['verdict']}\n{result['log']}"
    return "".join(f"{line}\n" for line in result.get("gained", []))


def compare(lesson, actual):
    file = HERE / "expected" / f"{lesson}.txt"
    if os.environ.get("WORKBOOK_APPROVE") == "1" and actual.startswith("What you gained"):
        file.write_text(actual)
    expected = file.read_text() if file.exists() else "(no such file)\n"
    if actual == expected:
        return 0
    print(f"==== {lesson}: expected\n{expected}==== got\n{actual}")
    return 1


def main(build):
    course = json.loads((build / "lessons.json").read_text())
    rows = {row["name"]: row for row in course["lessons"]}
    known = {(lesson, name): (learner, namespace) for lesson, row in rows.items()
             for kind, name, learner, namespace in programs.of_lesson(build, row)}

    def check(lesson, name, options=("--gain",)):
        return programs.check(course, rows[lesson], *known[lesson, name], "virtual", list(options))

    lessons = [name for name, row in rows.items() if has_gain(row)]
    bad = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for lesson, result in zip(lessons, pool.map(lambda lesson: check(lesson, "solution"), lessons)):
            bad += compare(lesson, text_of(result))
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
