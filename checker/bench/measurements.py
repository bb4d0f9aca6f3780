#!/usr/bin/env python3
"""Recorded measurements, and the page that is made of them.

    measurements.py record FILE.tsv < ROWS         appends rows; each line of ROWS is "work<TAB>value<TAB>unit"
    measurements.py time FILE.tsv WORK COMMAND...  runs a command and records how long it took, in seconds
    measurements.py page                           writes docs/performance.md
    measurements.py check                          exit code 1 if docs/performance.md is not what `page` writes

A FILE.tsv of docs/measurements has a row per measurement: date, commit, machine, work, value, unit.
docs/measurements/goals.toml says which of them the page shows, and their goals: "<= 5", or { goal = "<= 5", reason =
"..." } with the reason why it is missed. A section may have a reason for all of its misses. A miss without a reason is
refused, and so is a reason for what is met. WORKBOOK_MACHINE, if it is set, is the machine's name in the rows. Benchmarks
in Python import `append`; others print rows for `record`.
"""

import datetime
import os
import pathlib
import platform
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
FOLDER = ROOT / "docs/measurements"
PAGE = ROOT / "docs/performance.md"
COLUMNS = ["date", "commit", "machine", "work", "value", "unit"]


def first_line(*command):
    """Of what a command prints; nothing where the command is not there or fails."""
    try:
        printed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return ""
    return printed.partition("\n")[0].strip()


def processor():
    try:
        for line in pathlib.Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.machine()


def this_machine():
    named = os.environ.get("WORKBOOK_MACHINE")
    if named:
        return named
    gpu = first_line("nvidia-smi", "--query-gpu=name", "--format=csv,noheader")
    return ", ".join(filter(None, [f"{len(os.sched_getaffinity(0))} cores", processor(), gpu]))


def append(path, rows):
    """Adds rows of (work, value, unit) to a file, with today's date, the commit and the machine."""
    path = pathlib.Path(path)
    now = datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%d %H:%M")
    commit = first_line("git", "describe", "--always", "--dirty", "--exclude", "*") or "-"
    machine = this_machine()
    is_new = not path.exists()
    with path.open("a", encoding="utf-8") as file:
        if is_new:
            file.write("\t".join(COLUMNS) + "\n")
        for work, value, unit in rows:
            file.write("\t".join([now, commit, machine, work, f"{float(value):.4g}", unit]) + "\n")


def rows_of(path):
    lines = path.read_text(encoding="utf-8").splitlines()
    if lines[0].split("\t") != COLUMNS:
        raise SystemExit(f"{path.name}: its first line must be {' '.join(COLUMNS)}")
    rows = []
    for number, line in enumerate(lines[1:], 2):
        cells = line.split("\t")
        if len(cells) != len(COLUMNS):
            raise SystemExit(f"{path.name}:{number}: {len(cells)} columns, not {len(COLUMNS)}")
        rows.append(dict(zip(COLUMNS, cells)))
        float(rows[-1]["value"])
    return rows


def is_met(goal, value):
    relation, bound = goal.split()
    return value <= float(bound) if relation == "<=" else value >= float(bound)


def table_row(work, wanted, last, reason_of_all):
    goal, reason = (wanted["goal"], wanted["reason"]) if isinstance(wanted, dict) else (wanted, None)
    is_miss = bool(last and goal and not is_met(goal, float(last["value"])))
    if reason and not is_miss:
        raise SystemExit(f"goals.toml: {work}: there is a reason for a miss, and none is recorded")
    if is_miss and not (reason or reason_of_all):
        raise SystemExit(f"goals.toml: {work}: {last['value']} {last['unit']} is not {goal}, and there is no reason")
    if last is None:
        return f"| {work} | {goal or '-'} | not measured | | | |"
    met = f"**no**: {reason or reason_of_all}" if is_miss else "yes" if goal else "-"
    return (f"| {work} | {goal or '-'} | {last['value']} {last['unit']} | {last['machine']} "
            f"| {last['date']}, {last['commit']} | {met} |")


def page():
    try:  # here, since benchmarks that record import this file with older versions, too
        import tomllib
    except ImportError:
        print("The page needs Python 3.11, which has tomllib.", file=sys.stderr)
        raise SystemExit(77)

    text = tomllib.loads((FOLDER / "goals.toml").read_text(encoding="utf-8"))
    parts = [text["introduction"].strip()]
    shown = set()
    for section in text["section"]:
        shown.add(section["file"])
        rows = rows_of(FOLDER / section["file"])
        parts.append(f"## {section['title']}\n\n    {section['command']}\n\n{section['what'].strip()}")
        table = ["| work | goal | last result | machine | date, commit | met, or why not |", "|---|---|---|---|---|---|"]
        for work, wanted in section["goals"].items():
            last = [row for row in rows if row["work"] == work][-1:]
            table.append(table_row(work, wanted, last[0] if last else None, section.get("reason")))
        parts.append("\n".join(table))
    forgotten = {path.name for path in FOLDER.glob("*.tsv")} - shown
    if forgotten:
        raise SystemExit(f"goals.toml has no section for {', '.join(sorted(forgotten))}")
    return "\n\n".join(parts) + "\n"


def main(words):
    if words[:1] == ["record"] and len(words) == 2:
        append(words[1], [line.rstrip("\n").split("\t") for line in sys.stdin if line.strip()])
    elif words[:1] == ["time"] and len(words) > 3:
        began = time.monotonic()
        code = subprocess.run(words[3:], check=False).returncode
        if code != 0:
            return code
        append(words[1], [(words[2], time.monotonic() - began, "s")])
    elif words == ["page"]:
        PAGE.write_text(page(), encoding="utf-8")
    elif words == ["check"]:
        if PAGE.read_text(encoding="utf-8") != page():
            print("docs/performance.md is not made of docs/measurements as they are now. Run: "
                  "checker/bench/measurements.py page")
            return 1
    else:
        print(__doc__, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
