#!/usr/bin/env python3
"""How many of a checker's cases catch each mistake: one that only one case catches is one change away from passing.

    checker/tests/mistakes/count_cases.py BUILD_FOLDER [--record | --record-new]     (of the dev preset, built)
    checker/tests/mistakes/count_cases.py --names

Runs every stub, solution and mistake whole on the virtual GPU (the tests of the mistakes end with the first case that
fails as promised) and prints a table by lesson, then the mistakes that one case alone catches. Exit code 1 if a mistake
does not get the verdict and the words that its file promises, a solution does not get all its points, or a stub passes.
One that is broken on purpose is graded untouched if it is asked for by name, so it must get no point at all.

--record writes cases.tsv, of each mistake the first cases that say what it promises: the mistakes' tests try these first.
--record-new runs the mistakes without a row in cases.tsv only, and adds their rows.
--names says which rows of cases.tsv name a mistake or a case that is not there any more.
"""

import pathlib
import re
import sys

import programs

HERE = pathlib.Path(__file__).resolve().parent
CASES = HERE / "cases.tsv"


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


def cases_that_catch(result, promises):
    """The first of the failed cases that together have the promised verdict and words."""
    failed = [case["name"] for case in result["cases"]
              if not case["passed"] and case["name"] not in programs.PROMISE_CASES]
    findings = sorted((failed.index(finding["case"]), finding["verdict"], finding["text"])
                      for finding in result.get("messages", []) if finding["case"] in failed)
    needed = [[at for at, _, text in findings if words in text] for words in promises["Message"]]
    needed += [[at for at, verdict, _ in findings if verdict == promises["Verdict"][0]]]
    return [failed[at] for at in sorted({places[0] for places in needed if places})] or failed[:1]


def check_names():
    """Whether cases.tsv names mistakes and cases as they are."""
    wrong = []
    for row in CASES.read_text().splitlines():
        lesson, name, case = row.split("\t")
        check, = (HERE.parents[2] / "exercises").glob(f"*/{lesson}/check.cpp")
        if not (HERE / lesson / f"{name}.cu").exists():
            wrong.append(f"there is no mistake {lesson} {name}")
        if case not in re.sub(r'"\s*"', "", check.read_text()):
            wrong.append(f"{lesson} has no case \"{case}\", which catches {name}: count_cases.py BUILD --record")
    print("\n".join(wrong))
    return 1 if wrong else 0


def main(build, record, only_new):
    known = CASES.read_text().splitlines(keepends=True) if only_new else []
    have_row = {tuple(row.split("\t")[:2]) for row in known}

    def wanted(lesson, kind, name):
        return not only_new or (kind == "mistake" and (lesson, name) not in have_row)

    wrong, lonely, rows = [], [], {}
    for lesson, kind, name, results in programs.check_all(build, ["virtual"], wanted=wanted):
        result = results["virtual"]
        caught = [case["name"] for case in result["cases"] if not case["passed"]]
        wrong += broken_promises(lesson, kind, name, result)
        row = rows.setdefault(lesson, {"cases": len(result["cases"]), "mistakes": 0, "one": 0})
        if kind == "mistake":
            row["mistakes"] += 1
            known += [f"{lesson}\t{name}\t{case}\n"
                      for case in cases_that_catch(result, programs.promised(lesson, name))]
            if len(caught) == 1:
                row["one"] += 1
                lonely.append(f"{lesson} {name}: {caught[0]}")
    if record:
        CASES.write_text("".join(sorted(known)))
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
    if sys.argv[1:] == ["--names"]:
        raise SystemExit(check_names())
    if len(sys.argv) not in (2, 3) or sys.argv[2:] not in ([], ["--record"], ["--record-new"]):
        raise SystemExit(__doc__)
    raise SystemExit(main(pathlib.Path(sys.argv[1]).resolve(), len(sys.argv) == 3, sys.argv[2:] == ["--record-new"]))
