#!/usr/bin/env python3
"""What passes at home passes when it is graded: check and grade say the same of the same file.

    checker/tests/accepted/both_ways.py BUILD_FOLDER     (of the dev preset, built)

All solutions, the accepted programs and a mistake of every second lesson are checked as at home, and handed in as a class that
`workbook grade --submissions` compiles, confines and grades. Verdicts and points have to be the same, and full ones for
what is right. Exit code 77: this system cannot confine, so grade refuses.
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

# Of these a verdict comes at once; what hangs is waited for twice.
QUICK = ["fault", "wrong_answer", "requirement", "too_much_traffic", "crashed", "exited"]


def learner(build, kind, lesson, name):
    return build / "checker" / "tests" / f"{kind}s" / f"{kind}_{lesson}_{name}" / "learner"


def handed_in(build, course, folder):
    """Fills the class's folder; (submission, lesson, learner program, namespace of its code, whether it is right)."""
    for number, row in enumerate(course["lessons"]):
        lesson = row["name"]
        submissions.hand_in(folder / "solutions", row, row["solution"])
        yield "solutions", row, build / "checker/tests/mistakes" / f"solution_{lesson}" / "learner", None, True
        # Each of these lessons another kind of mistake, as far as it has them.
        wanted = QUICK[number // 2 % len(QUICK):] + QUICK
        source = next(filter(None, (submissions.first_mistake(lesson, [verdict]) for verdict in wanted)), None)
        if source and number % 2 == 0:
            submissions.hand_in(folder / "mistakes", row, source)
            yield "mistakes", row, learner(build, "mistake", lesson, source.stem), f"mistake_{source.stem}", False
        for source in sorted((HERE / lesson).glob("*.cu")):
            submissions.hand_in(folder / source.stem, row, source)
            program = build / "checker/tests/accepted" / f"accepted_{lesson}_{source.stem}" / "learner"
            yield source.stem, row, program, f"mistake_{source.stem}", True


def grade(build, folder, output):
    """{(submission, lesson): what grade says of it}"""
    done = subprocess.run([build / "bin/workbook", "--build", build, "--device", "virtual", "--seed", "20261120", "grade",
                           "--submissions", folder, "--output", output], capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"grade ended with {done.returncode}:\n{done.stdout}{done.stderr}")
    return {(report.stem, lesson["lesson"]): lesson for report in (output / "reports").glob("*.json")
            for lesson in json.loads(report.read_text())["lessons"]}


def main(build):
    course = json.loads((build / "lessons.json").read_text())
    if subprocess.run([course["lessons"][0]["check"], "--can-confine"]).returncode:
        return 77
    differ = 0
    with tempfile.TemporaryDirectory() as work, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        folder = pathlib.Path(work, "class")
        rows = list(handed_in(build, course, folder))
        graded = grade(build, folder, pathlib.Path(work, "graded"))
        jobs = [pool.submit(programs.check, course, row, program, namespace, "virtual")
                for _, row, program, namespace, _ in rows]
        for (submission, row, _, _, is_right), job in zip(rows, jobs):
            home, report = job.result(), graded[submission, row["name"]]
            said = [(result["verdict"], round(result["points"], 2)) for result in (home, report)]
            agree = said[0] == said[1] and (not is_right or said[1] == ("passed", row["points"]))
            print(row["name"], submission, *said[0], *([] if agree else ["BUT GRADED:", *said[1]]))
            if not agree:
                differ += 1
                print(home["log"], json.dumps(report, indent=2), sep="\n")
    print(f"{len(rows)} programs, {differ} not as they should be")
    return 1 if differ or not rows else 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        raise SystemExit(__doc__)
    sys.exit(main(pathlib.Path(sys.argv[1]).resolve()))
