#!/usr/bin/env python3
"""How soon after the run the page of a profile is there, and how large it is. By hand.

    checker/bench/profile_page.py [--build build/dev] [--lesson 34_transpose_tiled] [--launch K] [--rounds 5]

BUILD is a build folder in which the lesson's checker is built; the program is its solution. In each round `workbook profile
--format html` is run. Its check program runs twice: for the counters, and for the arrays of the launches that the page
shows, only their cases. Times count from the end of each until the page is whole.
"""

import argparse
import os
import pathlib
import select
import statistics
import subprocess
import tempfile
import time

import measurements


def parsed():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, default=pathlib.Path("build/dev"))
    parser.add_argument("--lesson", default="34_transpose_tiled")
    parser.add_argument("--launch", metavar="K", help="the page is of this launch")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--record", type=pathlib.Path, metavar="FILE.tsv")
    return parser.parse_args()


def program_of(process):
    """The file that a process runs; "" if it cannot be told."""
    try:
        return os.readlink(f"/proc/{process}/exe")
    except OSError:
        return ""


def run_of(program):
    """A process that runs it now, not one that it has forked; None if there is none."""
    for folder in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            parent = (folder / "stat").read_text(encoding="utf-8").rpartition(")")[2].split()[1]
        except OSError:  # it has ended meanwhile
            continue
        if program_of(folder.name) == program != program_of(parent):
            return int(folder.name)
    return None


def processor_time(process):
    """What it has taken itself, without its children, in seconds."""
    fields = pathlib.Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def ends_of_checks(command, check):
    """When each of its check programs had ended, in seconds since the epoch; and the tool's own processor time since the
    last of them."""
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    ends, taken = [], 0
    while os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None:
        run = run_of(str(check))
        if run is None:
            time.sleep(0.05)
            continue
        try:
            descriptor = os.pidfd_open(run)
        except OSError:  # it has ended meanwhile
            continue
        select.select([descriptor], [], [])
        ends.append(time.time())
        taken = processor_time(process.pid)
        os.close(descriptor)
    taken = processor_time(process.pid) - taken
    said, complained = process.communicate()
    if process.returncode != 0 or not ends:
        raise SystemExit(f"{' '.join(map(str, command))}:\n{said.decode()}{complained.decode()}")
    return ends, taken


def main():
    options = parsed()
    build = options.build.resolve()
    check = build / "lessons" / options.lesson / "check"
    after_counters, after_arrays, processor = [], [], []
    with tempfile.TemporaryDirectory() as work:
        page = pathlib.Path(work) / "page.html"
        command = [build / "bin/workbook", "--build", build, "--seed", "1", "profile", options.lesson, "--solution",
                   "--anyway", "--format", "html", "--output", page]
        if options.launch:
            command += ["--launch", options.launch]
        for number in range(options.rounds + 1):
            ends, taken = ends_of_checks(command, check)
            if number == 0:  # the first builds
                continue
            there = page.stat().st_mtime
            after_counters.append(there - ends[0])
            after_arrays.append(there - ends[-1])
            processor.append(taken)
            print(f"{number}: {after_arrays[-1]:.3f} s after the last of {len(ends)} runs ({taken:.2f} s of a processor), "
                  f"{after_counters[-1]:.3f} s after the first", flush=True)
        size = page.stat().st_size / 1000
    counters, arrays = statistics.median(after_counters), statistics.median(after_arrays)
    taken = statistics.median(processor)
    print(f"{options.lesson}: medians of {options.rounds}: {arrays:.3f} s ({taken:.2f} s of a processor) and "
          f"{counters:.3f} s; {size:.0f} KB")
    if options.record:
        name = options.lesson.partition("_")[0] + (f", launch {options.launch}" if options.launch else "")
        measurements.append(options.record, [(f"lesson {name}: from the end of the run to its page", arrays, "s"),
                                             (f"lesson {name}: the same, of a processor", taken, "s"),
                                             (f"lesson {name}: the same, and the run for the arrays", counters, "s"),
                                             (f"lesson {name}: its page", size, "KB")])


if __name__ == "__main__":
    main()
