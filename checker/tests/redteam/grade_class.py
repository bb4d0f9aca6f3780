#!/usr/bin/env python3
"""Grades a class of many submissions with `workbook grade --submissions`, and kills that on the way. By hand: an hour.

    grade_class.py BUILD [--count 300] [--seed 1] [--kills 5] [--no-comparison] [--record FILE.tsv] [-- words for `workbook grade`]

BUILD is a folder such as build/learner. The submissions are those of grade_many.py (stubs, solutions, accepted
programs, mistakes and attacks, mixed), in the layouts that platforms write. `grade` is ended by SIGKILL, `--kills`
times, when another part of the class is done, and gone on with by --resume. After each kill nothing may be running a
second later, and each report that is there is whole; what was graded before is not graded again; at the end each
submission has the grade that its files promise, TMPDIR is empty and the submissions are as they were. Then the class is
graded once more without a kill: the same verdicts and points. Time and memory of both are printed and recorded. Exit code 1
if anything was otherwise.
"""

import argparse
import collections
import ctypes
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time

from grade_many import (LESSONS, PR_SET_CHILD_SUBREAPER, Course, files_of, judged, left_running, measurements, submission,
                        submissions)

TIME = "2026-11-22T04:00:00Z"


def place_of(layout, index, lesson, stub, root):
    """(Label in the table, path of a lesson's file in the folder of the class.)"""
    if layout == 0:
        return f"u{index:04}", f"hw1-u{index:04}" / stub.relative_to(root)
    if layout == 1:
        return f"Doe Jo {index}", f"Doe Jo_{index}_assignsubmission_file_/work" / stub.relative_to(root)
    if layout == 2:
        return f"u{index:04}", pathlib.Path(f"hw1-u{index:04}") / lesson / stub.name
    if layout == 3:
        return f"doejo {index}", pathlib.Path(f"doejo_{index}_{90000 + index}_hw") / stub.name
    return f"doejo {index}", pathlib.Path(f"doejo_{index}_{90000 + index}_{stub.name}")


class Watch:
    """A thread that watches while the class is graded."""

    def __enter__(self):
        self.ended = threading.Event()
        self.thread = threading.Thread(target=self.watch)
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.ended.set()
        self.thread.join()


class MemoryWatch(Watch):
    """The most memory that this process and all that come from it have had at once, in MiB; pages that several share
    are counted once (PSS)."""

    most = 0

    def watch(self):
        while not self.ended.wait(0.5):
            self.most = max(self.most, sum(self.taken_by(process) for process in self.family()) / 1024)

    @staticmethod
    def family():
        parents = {}
        for path in pathlib.Path("/proc").glob("[0-9]*/stat"):
            try:
                parents[int(path.parent.name)] = int(path.read_text(errors="replace").rsplit(")", 1)[1].split()[1])
            except OSError:  # it has ended
                continue
        found = {os.getpid()}
        while more := {process for process, parent in parents.items() if parent in found} - found:
            found |= more
        return found

    @staticmethod
    def taken_by(process):
        try:
            lines = pathlib.Path(f"/proc/{process}/smaps_rollup").read_text(encoding="ascii").splitlines()
        except OSError:
            return 0
        return next((int(line.split()[1]) for line in lines if line.startswith("Pss:")), 0)


class WaitingWatch(Watch):
    """Prints which processes there are when no submission has been finished for a minute: what the class waits for."""

    def __init__(self, output):
        self.output = output

    def watch(self):
        done, since = 0, time.monotonic()
        while not self.ended.wait(1):
            now = len(list((self.output / "journal").glob("*.json")))
            if now != done:
                done, since = now, time.monotonic()
            elif time.monotonic() - since > 60:
                since = time.monotonic()
                self.tell(done)

    @staticmethod
    def tell(done):
        print(f"{done} are graded, and none for a minute; running:", flush=True)
        for process in sorted(MemoryWatch.family() - {os.getpid()}):
            lines = subprocess.run(["ps", "-o", "pid=,ppid=,stat=,etimes=,cputimes=,wchan:20=,args=", "-p", str(process)],
                                   capture_output=True, text=True, check=False)
            print("    " + lines.stdout.rstrip()[:240], flush=True)


class GradedClass:
    def __init__(self, course, work, words):
        self.course, self.work, self.words = course, work, words
        self.folder, self.temporary = work / "class", work / "tmp"
        self.temporary.mkdir()
        self.parts = {}

    def write(self, count, seed):
        for index in range(count):
            for part in submission(index, self.course.lessons, seed):
                stub = pathlib.Path(self.course.lessons[part.lesson]["stub"])
                label, path = place_of(index % 5, index, part.lesson, stub, self.course.root)
                (self.folder / path).parent.mkdir(parents=True, exist_ok=True)
                submissions.write(part.source, self.course.lessons[part.lesson], self.folder / path)
                self.parts.setdefault(label, []).append(part)

    def start(self, output):
        command = [self.course.build / "bin/workbook", "--build", self.course.build, "--device", "virtual",
                   "--seed", "918273645", "grade", "--submissions", self.folder, "--output", output, "--resume",
                   "--datetime", TIME, *self.words, *LESSONS]
        # Hangs are waited for a shorter time than a student's.
        environment = {**os.environ, "TMPDIR": str(self.temporary), "WORKBOOK_TIME_SCALE": "0.3"}
        with open(self.work / "log", "ab") as log:
            return subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=environment)

    def at_once(self):
        """How many submissions each run of `grade` so far has graded at a time."""
        return re.findall(r"(\d+) at a time", self.log())

    def log(self):
        return (self.work / "log").read_text(encoding="utf-8", errors="replace")


def stamps(output):
    """The submissions that are done, and what changes when one is graded again."""
    return {path.name: (output / "reports" / path.name).stat().st_mtime_ns
            for path in (output / "journal").glob("*.json")}


def kill_when(process, output, done):
    """Ends it by SIGKILL when so many are done; false if it ended before."""
    while len(list((output / "journal").glob("*.json"))) < done:
        if process.poll() is not None:
            return False
        time.sleep(0.02)
    process.kill()
    process.wait()
    return True


def problems_of_kill(output, known):
    problems = [f"running after the kill: {name}" for name in left_running()]
    for name, stamp in stamps(output).items():
        if known.get(name, stamp) != stamp:
            problems.append(f"graded again: {name}")
        try:
            json.loads((output / "reports" / name).read_text(encoding="utf-8"))
        except ValueError:
            problems.append(f"not whole: {name}")
    return problems


def results_of(output):
    table = json.loads((output / "table.json").read_text(encoding="utf-8"))
    return {row["submission"]: row for row in table["submissions"]}


def problems_of_table(graded, output):
    problems, rows = [], results_of(output)
    if rows.keys() != graded.parts.keys():
        problems.append(f"the table has {len(rows)} rows")
    for label, parts in graded.parts.items():
        report = json.loads((output / "reports" / f"{label}.json").read_text(encoding="utf-8"))
        for part, lesson in zip(parts, report["lessons"], strict=True):
            wrong = judged(part, lesson)
            if wrong:
                problems.append(f"{label}: {part.lesson}, {part.kind} {part.source.stem}: {wrong}")
        if report["points"] != rows.get(label, {}).get("points"):
            problems.append(f"{label}: the table has other points than the report")
    return problems


def differences(one, other, parts):
    """Lessons whose verdict or points are different. An attack that promises several verdicts may have another of them:
    it depends on the machine's pace on purpose."""
    found = []
    for label, row in one.items():
        for part, here, there in zip(parts[label], row["results"], other[label]["results"], strict=True):
            either = part.kind == "attack" and {here["verdict"], there["verdict"]} <= set(part.verdicts)
            if here != there and not (either and here["points"] == there["points"]):
                found.append(f"{label}: {here} and without a kill {there}")
    return found


def tell(options, what, seconds, memory):
    print(f"{what}: {seconds:.0f} s, at most {memory:.0f} MiB at once", flush=True)
    if options.record:
        measurements.append(options.record, [(what, seconds, "s"), (f"{what}: memory", memory, "MiB")])


def run(graded, options):
    output, known, killed, problems = graded.work / "out", {}, 0, []
    before, began = files_of(graded.folder), time.monotonic()
    with MemoryWatch() as memory, WaitingWatch(output):
        for number in range(options.kills):
            process = graded.start(output)
            done = options.count * (number + 1) // (options.kills + 1)
            if not kill_when(process, output, done):
                break
            killed += 1
            problems += problems_of_kill(output, known)
            known |= stamps(output)
            print(f"killed with {len(known)} of {options.count} graded", flush=True)
        code = graded.start(output).wait()
    seconds = time.monotonic() - began
    print(f"at a time: {', '.join(graded.at_once())}", flush=True)
    problems += problems_of_kill(output, known)
    if code != 0:
        problems.append(f"exit code {code}: {graded.log()[-800:]}")
    problems += problems_of_table(graded, output)
    problems += [f"left in TMPDIR: {path.name}" for path in graded.temporary.iterdir()]
    if files_of(graded.folder) != before:
        problems.append("the submissions were changed")
    tell(options, f"{options.count} submissions, killed {killed} times", seconds, memory.most)
    if not options.no_comparison:
        began = time.monotonic()
        whole = graded.work / "whole"
        with MemoryWatch() as memory, WaitingWatch(whole):
            code = graded.start(whole).wait()
        same = sum((output / "reports" / name).read_bytes() == (whole / "reports" / name).read_bytes()
                   for name in stamps(whole))
        print(f"at a time: {graded.at_once()[-1]}", flush=True)
        tell(options, f"{options.count} submissions", time.monotonic() - began, memory.most)
        print(f"without a kill: exit code {code}; {same} of {options.count} reports are the same byte for byte", flush=True)
        problems += problems_of_table(graded, whole)
        problems += differences(results_of(output), results_of(whole), graded.parts)
        problems += [f"running at the end: {name}" for name in left_running()]
    return problems


def main():
    words = sys.argv[1:]
    for_grade = words[words.index("--") + 1:] if "--" in words else []
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kills", type=int, default=5)
    parser.add_argument("--no-comparison", action="store_true")
    parser.add_argument("--record", type=pathlib.Path)
    options = parser.parse_args(words[:words.index("--")] if "--" in words else words)
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    work = pathlib.Path(tempfile.mkdtemp(prefix="grade_class."))
    work.chmod(0o711)  # the user that compiles has to get through
    try:
        graded = GradedClass(Course(options.build, []), work, for_grade)
        graded.temporary.chmod(0o711)
        graded.write(options.count, options.seed)
        problems = run(graded, options)
    finally:
        shutil.rmtree(work)
    kinds = collections.Counter(part.kind for parts in graded.parts.values() for part in parts)
    for problem in problems:
        print(f"    NOT AS IT SHOULD BE: {problem}")
    print(f"{len(problems)} problems; of {sum(kinds.values())} lessons: "
          + ", ".join(f"{count} {kind}" for kind, count in kinds.items()))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
