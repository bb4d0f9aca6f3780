#!/usr/bin/env python3
"""Foreign programs, as NVIDIA's cuda-samples or HeCBench, on the virtual GPU with every check: what ends, what is reported.

    checker/tests/programs/foreign.py build SOURCES FOLDER [--include DIR ...] [--jobs N]
    checker/tests/programs/foreign.py run FOLDER build/dev [NAME ...] [--seeds 0 1] [--limit SECONDS] [--jobs N] [--table FILE.tsv]
                                          [--small] [--arguments FILE.tsv]

build: each folder below SOURCES that has a .cu file, itself or in src/, is a program, with PTX for compute_90 and the shared
runtime, one processor each: built by its Makefile, if it has one that can (HeCBench), else linked from all of its sources.
Headers are looked for in the folder, in its src/ and inc/, and in each DIR. Other folders beside it, as HeCBench's data/,
are linked beside its copy. The kernel files and headers that a program of cuda-samples finds beside it are those that its
CMakeLists.txt names. run: each program with
each seed, in a copy of its folder, with the arguments of its Makefile's target "run" (HeCBench), if it has one; a second run
goes on with what has no result yet. With --small those arguments are made for a processor: numbers above 1024 become 1024,
and the last one, which in HeCBench is the number of repetitions unless it belongs to an option, becomes 3; a program that FILE.tsv
names takes those that stand there (NAME, tab, arguments). The output of each run is
FOLDER/runs/NAME.SEED.log, and the table has a line for each: NAME, seed, outcome, seconds, exit code, reports. Outcomes:

    silent      came to its end, and nothing was reported
    reported    came to its end, with reports: look at each of them
    cut         cut off after SECONDS; the reports until then are counted
    refused     asked for what the virtual GPU does not have, which the log names
    failed      came to its end with another exit code than 0 and without a report: look at the log
    doubtful    came to its end with 0 and without a report, but says that something failed, that a file is missing, or how it
                is used: it has perhaps run no kernel
"""

import argparse
import concurrent.futures
import pathlib
import re
import shlex
import shutil
import signal
import subprocess
import time

SUFFIXES = {".cu", ".cpp", ".cc", ".c", ".cxx"}
LIBRARIES = ["-lcurand", "-lcublas", "-lcusparse", "-lcufft", "-lcusolver", "-lnvrtc", "-lcuda", "-lpthread", "-lgomp"]
ERRORS = re.compile(r"ERROR SUMMARY: (\d+) error")
REPORT = re.compile(r"^========= (?!ERROR SUMMARY|COMPUTE-SANITIZER|\s)(.+)$", re.MULTILINE)
REFUSED = re.compile(r"^(?:workbook:|=========).*virtual GPU|cannot open shared object file", re.MULTILINE | re.IGNORECASE)
# What programs say that end with 0 all the same; "0 failed" and "Failed: 0" are none of it.
COMPLAINT = re.compile(
    r"^\s*usage\b|^\s*error\s*[:!]|no such file|\bfile\b.*\b(?:not found|missing|does(?: not|n't) exist)|"
    r"\b(?:can ?not|can'?t|could(?: not|n't)|unable to|fail(?:ed|ure|s)? to|error(?: in)?|failed) +"
    r"(?:be )?(?:open|read|load|find|locat|access)", re.MULTILINE | re.IGNORECASE)
VERDICT = re.compile(r"(?<!\b0 )(?<!\bno )\b(?:FAIL|FAILED|FAILURE|Test failed|Verification failed)\b(?! *[:=]? *0\b)")
# How the CMakeLists.txt of a sample names the module that the program loads, and headers that its NVRTC looks for.
MODULE = re.compile(r'set\(CUDA_(FATBIN|PTX)_FILE "\$\{CMAKE_CURRENT_BINARY_DIR\}/([^"]+)"\)\s*'
                    r'set\(CUDA_KERNEL_SOURCE "\$\{CMAKE_CURRENT_SOURCE_DIR\}/([^"]+)"\)')
RUN_TARGET = re.compile(r"^run:.*\n(?:\t.*\n)*?\t.*?\./(?:\$\(program\)|main)(?: (.*))?$", re.MULTILINE)
COPIED_HEADER = re.compile(r"\$\{CUDA_INCLUDE_DIR\}/(\S+)")


def program_folders(sources):
    folders = {file.parent for file in sources.rglob("*.cu")}
    return sorted({folder.parent if folder.name == "src" else folder for folder in folders})


def put_beside(target, includes):
    """Makes the modules and headers that CMakeLists.txt names; the modules' sources."""
    cmake = target / "CMakeLists.txt"
    text = cmake.read_text(errors="replace") if cmake.exists() else ""
    toolkit = pathlib.Path(shutil.which("nvcc")).resolve().parent.parent / "include"
    for header in COPIED_HEADER.findall(text):
        link = target / pathlib.Path(header).name
        if (toolkit / header).exists() and not link.exists():
            link.symlink_to(toolkit / header)
    modules = MODULE.findall(text)
    for kind, module, source in modules:
        subprocess.run(["nvcc", "-std=c++17", "-O2", "-lineinfo", "-w", f"-{kind.lower()}", "-arch=compute_90",
                        *(f"-I{path}" for path in includes), "-o", module, source], cwd=target, check=False)
    return {source for _, _, source in modules}


def build_one(folder, name, out, includes):
    """The error that nvcc wrote, or None."""
    target = out / name
    if (target / "program").exists():
        return None
    of_modules = put_beside(target, includes)
    files = [str(file.relative_to(folder)) for place in (folder, folder / "src") if place.is_dir()
             for file in sorted(place.iterdir()) if file.suffix in SUFFIXES and file.name not in of_modules]
    command = ["nvcc", "-std=c++17", "-O2", "-lineinfo", "-cudart", "shared", "-rdc=true", "-w", "-Xcompiler=-fopenmp",
               "-gencode=arch=compute_90,code=compute_90", "--extended-lambda", "-I.", "-Isrc", "-Iinc", *(f"-I{path}" for path in includes),
               "-o", "program", *files, "-Xlinker=--as-needed", *LIBRARIES]
    attempts = [[part for part in command if part != "-rdc=true"], command]
    if (target / "Makefile").exists():
        attempts.insert(0, ["make", "CC=nvcc -cudart shared -lineinfo -w", "ARCH=compute_90", "program=program", "program"])
    for attempt in attempts:
        done = subprocess.run(attempt, cwd=target, capture_output=True, text=True, errors="replace")
        if done.returncode == 0 and (target / "program").exists():
            return None
    return (done.stderr or done.stdout).strip()


def link_others(places, target):
    """Links to those of the places that are no copies of programs."""
    for place in places:
        if place.is_dir() and not (target / place.name).exists():
            (target / place.name).symlink_to(place.resolve())


def build(arguments):
    folders = program_folders(arguments.sources)
    names = [str(folder.relative_to(arguments.sources)).replace("/", "__") for folder in folders]
    includes = [path.resolve() for path in arguments.include]
    arguments.folder.mkdir(parents=True, exist_ok=True)
    for folder, name in zip(folders, names):
        shutil.copytree(folder, arguments.folder / name, dirs_exist_ok=True, ignore=shutil.ignore_patterns("doc"))
    link_others(arguments.sources.iterdir(), arguments.folder)
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        errors = list(pool.map(lambda pair: build_one(pair[0], pair[1], arguments.folder, includes), zip(folders, names)))
    for name, error in zip(names, errors):
        if error is not None:
            first = next((line for line in error.splitlines() if "error" in line or "undefined" in line), error[:200])
            print(f"{name}: does not build: {first}")
            shutil.rmtree(arguments.folder / name)
    print(f"{sum(error is None for error in errors)} of {len(names)} programs built")


def sounds_like_failure(text):
    return bool(COMPLAINT.search(text) or VERDICT.search(text))


def outcome_of(text, code):
    summary = ERRORS.findall(text)
    reports = sum(int(count) for count in summary) if summary else len(REPORT.findall(text))
    if code is None:
        return "cut", reports
    if REFUSED.search(text):
        return "refused", reports
    if reports:
        return "reported", reports
    if code != 0:
        return "failed", reports
    return ("doubtful" if sounds_like_failure(text) else "silent"), reports


def arguments_in(file):
    """Of each program that the file names, its arguments."""
    lines = file.read_text().splitlines() if file else []
    return {name: shlex.split(words) for name, _, words in (line.partition("\t") for line in lines)}


def arguments_of(folder, small):
    makefile = folder / "Makefile"
    found = RUN_TARGET.search(makefile.read_text(errors="replace")) if makefile.exists() else None
    words = shlex.split((found.group(1) or "").rstrip("\\")) if found else []
    if not small:
        return words
    numbers = [index for index, word in enumerate(words) if word.isdigit()]
    for index in numbers:
        is_repetitions = (index == numbers[-1] and (len(numbers) > 1 or int(words[index]) <= 1000)
                          and not words[index - 1].startswith("-"))
        words[index] = str(min(int(words[index]), 3 if is_repetitions else 1024))
    return words


def run_one(job, arguments, workbook):
    name, seed = job
    log = arguments.folder / "runs" / f"{name}.{seed}.log"
    folder = arguments.folder / "runs" / f"{name}.{seed}"
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(arguments.folder / name, folder)
    command = [workbook, "run", "--seed", str(seed), *(["--devices", str(arguments.devices)] if arguments.devices > 1 else []),
               "./program", *arguments.own.get(name, arguments_of(folder, arguments.small))]
    began = time.monotonic()
    with open(log, "wb") as output:
        process = subprocess.Popen(command, cwd=folder, stdin=subprocess.DEVNULL, stdout=output, stderr=output,
                                   start_new_session=True)
        try:
            code = process.wait(arguments.limit)
        except subprocess.TimeoutExpired:
            code = None
            process.send_signal(signal.SIGINT)  # `run` ends the program and the engine
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                subprocess.run(["pkill", "-KILL", "-s", str(process.pid)], check=False)
                process.wait()
    seconds = time.monotonic() - began
    shutil.rmtree(folder, ignore_errors=True)
    outcome, reports = outcome_of(log.read_text(errors="replace"), code)
    return f"{name}\t{seed}\t{outcome}\t{seconds:.1f}\t{'-' if code is None else code}\t{reports}"


def run(arguments):
    workbook = arguments.build.resolve() / "bin" / "workbook"
    (arguments.folder / "runs").mkdir(exist_ok=True)
    link_others([place for place in arguments.folder.iterdir() if place.is_symlink()], arguments.folder / "runs")
    arguments.own = arguments_in(arguments.arguments)
    table = arguments.table or arguments.folder / "runs.tsv"
    done = {tuple(line.split("\t")[:2]) for line in table.read_text().splitlines()} if table.exists() else set()
    names = sorted(path.parent.name for path in arguments.folder.glob("*/program"))
    if arguments.names:
        names = [name for name in names if any(name == wanted or name.endswith("__" + wanted) for wanted in arguments.names)]
    jobs = [(name, seed) for seed in arguments.seeds for name in names if (name, str(seed)) not in done]
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool, open(table, "a") as rows:
        for row in concurrent.futures.as_completed([pool.submit(run_one, job, arguments, workbook) for job in jobs]):
            rows.write(row.result() + "\n")
            rows.flush()
    counts = {}
    for line in table.read_text().splitlines():
        outcome = line.split("\t")[2]
        counts[outcome] = counts.get(outcome, 0) + 1
    print(", ".join(f"{outcome} {count}" for outcome, count in sorted(counts.items())), f"({table})")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    first = commands.add_parser("build")
    first.add_argument("sources", type=pathlib.Path)
    first.add_argument("folder", type=pathlib.Path)
    first.add_argument("--include", type=pathlib.Path, nargs="*", default=[])
    first.add_argument("--jobs", type=int, default=2)
    second = commands.add_parser("run")
    second.add_argument("folder", type=pathlib.Path)
    second.add_argument("build", type=pathlib.Path)
    second.add_argument("names", nargs="*")
    second.add_argument("--seeds", type=int, nargs="+", default=[0])
    second.add_argument("--limit", type=float, default=60)
    second.add_argument("--jobs", type=int, default=2)
    second.add_argument("--devices", type=int, default=1)
    second.add_argument("--small", action="store_true")
    second.add_argument("--arguments", type=pathlib.Path)
    second.add_argument("--table", type=pathlib.Path)
    arguments = parser.parse_args()
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background job ignores it, and its children, too
    {"build": build, "run": run}[arguments.command](arguments)


if __name__ == "__main__":
    main()
