"""console, csv, github: what a terminal, a spreadsheet and a CI runner make of them."""

import csv
import re

from common import joined, require, require_harmless, same, shown_numbers

# Commands that GitHub's runner knows (github.com/actions/runner, ActionCommandManager.cs).
COMMANDS = {"stop-commands", "set-env", "set-output", "save-state", "add-mask", "add-path", "add-matcher",
            "remove-matcher", "warning", "error", "notice", "debug", "group", "endgroup", "echo",
            "internal-set-repo-path"}


# Verdicts that are no annotation.
FINE = {"passed", "not_started", "skipped"}


class Runner:
    """What GitHub's runner takes for commands in a step's output (ActionCommand.cs): "::name props::data" at
    the beginning of a line, white space before it not counted, and "##[name props]data" anywhere."""

    def __init__(self):
        self.token = None
        self.done = []

    def parse(self, line):
        stripped = line.lstrip()
        known = COMMANDS | ({self.token} if self.token else set())
        for match in (re.match(r"::([^ :]+)(?: (.*?))?::(.*)", stripped, re.S),
                      re.search(r"##\[([^ \]]+)(?: ([^\]]*))?\](.*)", line, re.S)):
            if match and match[1].lower() in known:
                properties = dict(part.split("=", 1) for part in (match[2] or "").split(",") if "=" in part)
                return match[1].lower(), {name: self.unescape(value) for name, value in properties.items()}, \
                    self.unescape(match[3])
        return None

    @staticmethod
    def unescape(text):
        for escaped, character in (("%0D", "\r"), ("%0A", "\n"), ("%3A", ":"), ("%2C", ","), ("%25", "%")):
            text = text.replace(escaped, character)
        return text

    def read(self, output):
        for line in output.split("\n"):
            command = self.parse(line)
            if command is None:
                continue
            name, _, data = command
            if self.token:
                if name == self.token:
                    self.token = None
            elif name == "stop-commands":
                self.token = data.lower()
                self.done.append(command)
            else:
                self.done.append(command)
        return self.done


def check_no_commands(path, _report):
    """Any format may be printed in a job's log."""
    done = Runner().read(path.read_text(encoding="utf-8"))
    same(done, [], "commands to the runner")


def check_console(path, report):
    text = path.read_text(encoding="utf-8")
    require_harmless(text)
    for lesson in report["lessons"]:
        require(lesson["lesson"].strip() in text or "::" in lesson["lesson"] or "##[" in lesson["lesson"],
                f"no {lesson['lesson']}")
    require(f"Total: {shown_numbers(report['points'])} of" in text, "no total")
    require(report["complete"] or "INCOMPLETE" in text, "it does not say that it is incomplete")


def message_to_show(lesson):
    """The text of the first message on the student's own file, or of the first."""
    own = [message for message in lesson["messages"]
           if message.get("file") and not message["file"].endswith("check.cpp")]
    return (own or lesson["messages"] or [{"text": ""}])[0]["text"]


def require_messages(errors, report):
    """The annotations say what the report says: nothing is lost in escaping and taking it back."""
    bad = [lesson for lesson in report["lessons"] if lesson["verdict"] not in FINE]
    first = 0 if report["complete"] else 1
    shown = errors[first:] if len(bad) + first <= 10 else errors[first:-1]
    for data, lesson in zip(shown, bad):
        require(joined(data).startswith(joined(message_to_show(lesson))), f"an annotation: {data[:300]}")


def check_github(path, report):
    output = path.read_text(encoding="utf-8")
    require_harmless(output)
    runner = Runner()
    done = runner.read(output)
    require(runner.token is None, "commands stay switched off")
    same(done[0][0], "stop-commands", "the first command")
    require(re.fullmatch(r"workbook-[0-9a-f]{32}", done[0][2]), "the token can be guessed")
    counts = {}
    for name, properties, data in done[1:]:
        counts[name] = counts.get(name, 0) + 1
        require(set(properties) <= {"file", "line", "title"}, f"properties {set(properties)}")
        require(properties.get("line", "1").isdigit(), "no number of a line")
        require(len(data) < 5000, "too long")
    require(set(counts) <= {"error", "warning", "notice"}, f"commands {set(counts)}")
    require(all(count <= 10 for count in counts.values()), f"more than GitHub shows: {counts}")
    if report is None:  # the long one
        return
    bad = sum(lesson["verdict"] not in FINE for lesson in report["lessons"]) + (not report["complete"])
    same(counts.get("error", 0), min(bad, 10), "errors")
    require_messages([data for name, _, data in done if name == "error"], report)
    same(counts.get("warning", 0), min(len(report["warnings"]), 10), "warnings")
    require(done[-1][0] == "notice" and shown_numbers(report["points"]) in done[-1][2], "no points")


NBGRADER = ["assignment", "duedate", "timestamp", "student_id", "last_name", "first_name", "email", "raw_score",
            "late_submission_penalty", "score", "max_score"]


def check_csv(path, report):
    with open(path, encoding="utf-8", newline="") as file:
        text = file.read()
    require_harmless(text.replace("\r\n", "\n"))
    rows = list(csv.DictReader(text.splitlines(keepends=True), strict=True))
    header = text.split("\r\n")[0].split(",")
    same(header[:len(NBGRADER)], NBGRADER, "columns")
    same(len(rows), len(report["lessons"]), "rows")
    for row, lesson in zip(rows, report["lessons"]):
        require(None not in row and None not in row.values(), "cells too many or too few")
        same(float(row["score"]), float(shown_numbers(lesson["points"])), "score")
        same(float(row["max_score"]), lesson["max_points"], "max_score")
        require(re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d", row["timestamp"]), "timestamp")
        require_no_formula(row)


def require_no_formula(row):
    for cell in row.values():
        signs = r"[=+\-@|%\uFF1D\uFF0B\uFF0D\uFF20]"
        require(not re.match(rf"\s*{signs}", cell), f"a formula: {cell[:40]}")
        # Where a spreadsheet takes another sign for the end of a cell than the comma.
        found = re.search(rf"[;\t][ \"]*{signs}.{{0,40}}", cell)
        require(not found, f"a formula behind a semicolon or a tab: {found}")


def check_class_csv(path, table):
    with open(path, encoding="utf-8", newline="") as file:
        text = file.read()
    require_harmless(text.replace("\r\n", "\n"))
    rows = list(csv.DictReader(text.splitlines(keepends=True), strict=True))
    for row, entry in zip(rows, table["submissions"], strict=True):
        require(None not in row and None not in row.values(), "cells too many or too few")
        shown = "" if entry["points"] is None else shown_numbers(entry["points"])
        same(row["points"], shown, "points")
        same(row["complete"], str(entry["complete"]).lower(), "complete")
        for result in entry["results"]:
            shown = "" if result["points"] is None else shown_numbers(result["points"])
            same(row[result["lesson"]], shown, "a lesson's points")
            require(row[result["lesson"] + " verdict"], "no verdict")
        require_no_formula(row)


def check_class_console(path, table):
    text = path.read_text(encoding="utf-8")
    require_harmless(text)
    complete = sum(row["complete"] for row in table["submissions"])
    require(f"{complete} of {len(table['submissions'])} submissions graded" in text, "no total")
    require(table["complete"] or "NOT COMPLETE" in text, "it does not say that it is not complete")
