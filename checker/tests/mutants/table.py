"""What became of the mutants, as a table for people or as JSON."""

import collections
import dataclasses
import json

import survivors

VERDICTS = ["wrong_answer", "fault", "requirement", "too_much_traffic", "crashed", "timed_out"]


def summary(lesson_run):
    """One lesson's numbers, its survivors and what is wrong with its list."""
    name, mutants, results = lesson_run.lesson.name, lesson_run.mutants, lesson_run.results.found
    listed, wrong = survivors.read(name)
    unlisted, more = survivors.judge(mutants, results, listed)
    status = collections.Counter(row["status"] for row in results.values())
    killed = [row for row in results.values() if row["status"] == "killed"]
    verdicts = collections.Counter(row["verdict"] for row in killed)
    return {"lesson": name, "made": len(mutants), "dropped": lesson_run.dropped, "run": len(results),
            "does_not_compile": status["does not compile"], "killed": status["killed"],
            "verdicts": dict(verdicts.most_common()),
            "cases": dict(collections.Counter(row["case"] for row in killed).most_common()),
            "same_code": status["same code"], "not_judged": status["not judged"],
            "survived": status["survived"], "listed": status["survived"] - len(unlisted), "unlisted": unlisted,
            "wrong": wrong + more + [lesson_run.trouble] * bool(lesson_run.trouble)}


def markdown(rows):
    verdicts = [name.replace("_", " ") for name in VERDICTS]
    heads = ["lesson", "made", "run", "not compiled", "same code", "killed", *verdicts, "other", "survived",
             "of them listed"]
    lines = ["| " + " | ".join(heads) + " |", "|---" * len(heads) + "|"]
    total = collections.Counter()
    for row in rows:
        by_verdict = [row["verdicts"].get(name, 0) for name in VERDICTS]
        cells = [row["made"], row["run"], row["does_not_compile"], row["same_code"], row["killed"], *by_verdict,
                 row["killed"] - sum(by_verdict), row["survived"], row["listed"]]
        total.update(dict(enumerate(cells)))
        lines.append("| " + " | ".join(map(str, [row["lesson"], *cells])) + " |")
    sums = [total[i] for i in range(len(heads) - 1)]
    lines.append("| " + " | ".join(map(str, [f"{len(rows)} lessons", *sums])) + " |")
    lines.append("\nThe first case that fails, and for how many:\n")
    for row in rows:
        cases = "; ".join(f"{case or 'none'} ({count})" for case, count in row["cases"].items())
        lines.append(f"- {row['lesson']}: {cases}")
    return "\n".join(lines) + "\n"


def as_json(rows, lesson_runs):
    for row in rows:
        row["unlisted"] = [dataclasses.asdict(mutant) for mutant in row["unlisted"]]
    results = {run.lesson.name: [dataclasses.asdict(mutant) | run.results.found.get(mutant.name, {})
                                 for mutant in run.chosen] for run in lesson_runs}
    return json.dumps({"lessons": rows, "mutants": results}, indent=1) + "\n"
