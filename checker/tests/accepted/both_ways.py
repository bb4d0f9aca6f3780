#!/usr/bin/env python3
"""What passes at home passes when it is graded: check and grade say the same of the same file.

    checker/tests/accepted/both_ways.py BUILD_FOLDER [all]     (of the dev preset, built)

Solutions, the accepted programs that include a library, and a mistake of every second lesson are handed in as a class
that `workbook grade --submissions` compiles, confines and grades: those of an eighth of the lessons, in turns by the number
of commits, or of all, which takes ten minutes on two processors. What is right gets full points, as the tests solution.*
and accepted.* ask of `check`. A mistake is checked as at home, too, and gets the same verdict and points. Exit code 77: this
system cannot confine, so grade refuses.
"""

import concurrent.futures
import json
import os
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "mistakes"))
import programs
import submissions

# Programs with these verdicts end at once; one that hangs would be waited for twice.
QUICK = ["fault", "wrong_answer", "requirement", "too_much_traffic", "crashed", "exited"]
PARTS = 8


def in_turn(lessons):
    turn = subprocess.run([HERE.parent / "turn.sh", str(PARTS)], capture_output=True, text=True, check=True).stdout
    return lessons[int(turn)::PARTS]


def handed_in(course, folder):
    """Fills the class's folder; (submission, lesson, the mistake's source or None if it is right)."""
    for number, row in enumerate(course["lessons"]):
        lesson = row["name"]
        submissions.hand_in(folder / "solutions", row, row["solution"])
        yield "solutions", row, None
        # Each of these lessons another kind of mistake, as far as it has them.
        wanted = QUICK[number // 2 % len(QUICK):] + QUICK
        source = next(filter(None, (submissions.first_mistake(lesson, [verdict]) for verdict in wanted)), None)
        if source and number % 2 == 0:
            submissions.hand_in(folder / "mistakes", row, source)
            yield "mistakes", row, source
        for source in sorted((HERE / lesson).glob("*.cu")):
            if "#include <" in source.read_text():  # the others bring nothing that the solution does not
                submissions.hand_in(folder / source.stem, row, source)
                yield source.stem, row, None


def grade(build, folder, output):
    """{(submission, lesson): what grade says of it}"""
    done = subprocess.run([build / "bin/workbook", "--build", build, "--device", "virtual", "--seed", "20261120", "grade",
                           "--submissions", folder, "--output", output], capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"grade ended with {done.returncode}:\n{done.stdout}{done.stderr}")
    return {(report.stem, lesson["lesson"]): lesson for report in (output / "reports").glob("*.json")
            for lesson in json.loads(report.read_text())["lessons"]}


def check(build, course, row, source):
    folder = build / "checker/tests/mistakes"
    return programs.check(course, row, folder / f"mistake_{row['name']}_{source.stem}" / "learner",
                          folder / f"mistakes_{row['name']}" / f"{source.stem}.names", "virtual")


def main(build, all_lessons):
    course = json.loads((build / "lessons.json").read_text())
    if not all_lessons:
        course["lessons"] = in_turn(course["lessons"])
    if subprocess.run([course["lessons"][0]["check"], "--can-confine"]).returncode:
        return 77
    differ = 0
    with tempfile.TemporaryDirectory() as work, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        folder = pathlib.Path(work, "class")
        rows = list(handed_in(course, folder))
        graded = grade(build, folder, pathlib.Path(work, "graded"))
        jobs = [pool.submit(check, build, course, row, source) if source else None for _, row, source in rows]
        for (submission, row, _), job in zip(rows, jobs):
            report = graded[submission, row["name"]]
            home = job.result() if job else {"verdict": "passed", "points": row["points"], "log": ""}
            said = [(result["verdict"], round(result["points"], 2)) for result in (home, report)]
            print(row["name"], submission, *said[0], *([] if said[0] == said[1] else ["BUT GRADED:", *said[1]]))
            if said[0] != said[1]:
                differ += 1
                print(home["log"], json.dumps(report, indent=2), sep="\n")
    print(f"{len(rows)} programs, {differ} not as they should be")
    return 1 if differ or not rows else 0


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3) or sys.argv[2:] not in ([], ["all"]):
        raise SystemExit(__doc__)
    sys.exit(main(pathlib.Path(sys.argv[1]).resolve(), sys.argv[2:] == ["all"]))
