#!/usr/bin/env python3
"""How many of a checker's cases catch each mistake: one that only one case catches is one change away from passing.

    checker/tests/mistakes/count_cases.py BUILD_FOLDER     (of the dev preset, built)

Runs every stub, solution and mistake whole on the virtual GPU (the tests of the mistakes end with the first case that
fails as promised) and prints a table by lesson, then the mistakes that one case alone catches. Exit code 1 if a mistake
does not get the verdict and the words that its file promises, a solution does not get all its points, or a stub passes.
One that is broken on purpose is graded untouched if it is asked for by name, so it must get no point at all.
"""

import pathlib
import sys

import programs


def broken_promises(lesson, kind, name, result):
    """What is not as it should be, a sentence each."""
    told = f"{lesson} {name}: {result['verdict']}, {result['points']} points"
    if kind == "solution":
        return [] if result["verdict"] == "passed" and result["points"] == result["max_points"] else [told]
    if kind.endswith("stub"):
        return [told] if result["verdict"] == "passed" or (kind == "broken stub" and result["points"]) else []
    promises = programs.promised(lesson, name)
    broken = [] if result["verdict"] == promises["Verdict"][0] else [f"{told}; promised: {promises['Verdict'][0]}"]
    said = "\n".join([result["log"], *(message["text"] for message in result.get("messages", []))])
    return broken + [f"{lesson} {name}: nothing says \"{words}\"" for words in promises["Message"] if words not in said]


def main(build):
    wrong, lonely, rows = [], [], {}
    for lesson, kind, name, results in programs.check_all(build, ["virtual"]):
        result = results["virtual"]
        caught = [case["name"] for case in result["cases"] if not case["passed"]]
        wrong += broken_promises(lesson, kind, name, result)
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
