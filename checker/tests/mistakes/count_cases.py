#!/usr/bin/env python3
"""How many of a checker's cases catch each mistake: one that only one case catches is one change away from passing.

    checker/tests/mistakes/count_cases.py BUILD_FOLDER     (of the dev preset, built)

Runs every stub, solution and mistake on the virtual GPU and prints a table by lesson, then the mistakes that
one case alone catches. Exit code 1 if a mistake or a stub passes, or a solution does not get all its points.
"""

import pathlib
import sys

import programs


def main(build):
    wrong, lonely, rows = [], [], {}
    for lesson, kind, name, results in programs.check_all(build, ["virtual"]):
        result = results["virtual"]
        caught = [case["name"] for case in result["cases"] if not case["passed"]]
        full = result["verdict"] == "passed" and result["points"] == result["max_points"]
        if (kind == "solution") != full:
            wrong.append(f"{lesson} {name}: {result['verdict']}, {result['points']} points")
        row = rows.setdefault(lesson, {"cases": len(result["cases"]), "mistakes": 0, "one": 0})
        if kind == "mistake":
            row["mistakes"] += 1
            if len(caught) == 1:
                row["one"] += 1
                lonely.append(f"{lesson} {name}: {caught[0]}")
    print("| lesson | cases | mistakes | caught by one case alone |\n|---|---|---|---|")
    for lesson, row in rows.items():
        print(f"| {lesson} | {row['cases']} | {row['mistakes']} | {row['one']} |")
    print(f"| {len(rows)} lessons | {sum(row['cases'] for row in rows.values())} "
          f"| {sum(row['mistakes'] for row in rows.values())} | {len(lonely)} |\n")
    print("\n".join(lonely))
    if wrong:
        print("\nNOT AS IT SHOULD BE\n" + "\n".join(wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        raise SystemExit(__doc__)
    raise SystemExit(main(pathlib.Path(sys.argv[1]).resolve()))
