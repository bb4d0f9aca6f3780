#!/usr/bin/env python3
"""How many of a checker's cases catch each mistake: one that only one case catches is one change away from passing.

    checker/tests/mistakes/count_cases.py BUILD_FOLDER     (of the dev preset, built)

Runs every stub, solution and mistake on the virtual GPU and prints a table by lesson, then the mistakes that
one case alone catches. Exit code 1 if a mistake passes, a stub passes or a solution does not.
"""

import concurrent.futures
import json
import os
import pathlib
import subprocess
import sys
import tempfile


def run(build, lesson, learner):
    """The result file of one check."""
    with tempfile.TemporaryDirectory() as scratch:
        result = pathlib.Path(scratch, "result.json")
        subprocess.run([build / "lessons" / lesson / "check", "--lesson", lesson, "--learner", learner,
                        "--device", "virtual", "--seed", "1", "--vgpu-lib", build / "vgpu" / "lib",
                        "--result", result], capture_output=True)
        return json.loads(result.read_text())


def programs(build, lesson):
    """(kind, name, learner) of a lesson's solution, stub and mistakes."""
    folder = build / "checker" / "tests" / "mistakes"
    for kind in ("solution", "stub"):
        yield kind, kind, folder / f"{kind}_{lesson}" / "learner"
    for source in sorted(pathlib.Path(__file__).with_name(lesson).glob("*.cu")):
        yield "mistake", source.stem, folder / f"mistake_{lesson}_{source.stem}" / "learner"


def main(build):
    lessons = [row["name"] for row in json.loads((build / "lessons.json").read_text())["lessons"]]
    wrong, lonely, counted = [], [], {}
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        jobs = {pool.submit(run, build, lesson, learner): (lesson, kind, name)
                for lesson in lessons for kind, name, learner in programs(build, lesson)}
        for job in concurrent.futures.as_completed(jobs):
            lesson, kind, name = jobs[job]
            result = job.result()
            caught = [case["name"] for case in result["cases"] if not case["passed"]]
            full = result["verdict"] == "passed" and result["points"] == result["max_points"]
            if (kind == "solution") != full:
                wrong.append(f"{lesson} {name}: {result['verdict']}, {result['points']} points")
            row = counted.setdefault(lesson, {"cases": len(result["cases"]), "mistakes": 0, "one": 0})
            if kind == "mistake":
                row["mistakes"] += 1
                if len(caught) == 1:
                    row["one"] += 1
                    lonely.append(f"{lesson} {name}: {caught[0]}")
    print("| lesson | cases | mistakes | caught by one case alone |\n|---|---|---|---|")
    for lesson in lessons:
        print(f"| {lesson} | {counted[lesson]['cases']} | {counted[lesson]['mistakes']} | {counted[lesson]['one']} |")
    print(f"| {len(lessons)} lessons | {sum(row['cases'] for row in counted.values())} "
          f"| {sum(row['mistakes'] for row in counted.values())} | {len(lonely)} |\n")
    print("\n".join(sorted(lonely)))
    if wrong:
        print("\nNOT AS IT SHOULD BE\n" + "\n".join(sorted(wrong)))
    return 1 if wrong else 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        raise SystemExit(__doc__)
    raise SystemExit(main(pathlib.Path(sys.argv[1]).resolve()))
