"""The programs of all lessons in a build of the dev preset: solutions, stubs, mistakes; what each promises, and how to
check one."""

import concurrent.futures
import json
import os
import pathlib
import subprocess
import sys
import tempfile

SOURCES = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(SOURCES.parent))

from write_batch import without_namespaces  # noqa: E402

# They repeat what other cases called, so they see nothing alone (checker/harness/promise_cases.cpp).
PROMISE_CASES = {"errors that CUDA reports", "whatever the caller's situation"}


def of_lesson(build, row):
    """(kind, name, learner program, file that says where its functions are, or None) of a lesson's solution, stub and mistakes."""
    lesson, stub = row["name"], pathlib.Path(row["stub"])
    folder = build / "checker" / "tests" / "mistakes"
    yield "solution", "solution", folder / f"solution_{lesson}" / "learner", None
    sources = [("broken stub" if row["broken_stub"] else "stub", stub)]
    sources += [("mistake", file) for file in sorted((SOURCES / lesson).glob("*.cu"))]
    for kind, source in sources:
        yield (kind, source.stem if kind == "mistake" else "stub",
               folder / f"mistake_{lesson}_{source.stem}" / "learner",
               folder / f"mistakes_{lesson}" / f"{source.stem}.names")


def promised(lesson, name):
    """What the comment at the top of a mistake promises: {"Verdict": [...], "Message": [...], "Only": [...]}."""
    promises = {"Verdict": [], "Message": [], "Only": []}
    for line in (SOURCES / lesson / f"{name}.cu").read_text().splitlines():
        key, colon, value = line.removeprefix("// ").partition(": ")
        if not line.startswith("//"):
            break
        if colon and key in promises:
            promises[key].append(value)
    return promises


def check(course, row, learner, names, device, options=()):
    """The result of one check, with these options, as its file has it; what it printed as "log"."""
    with tempfile.TemporaryDirectory() as scratch:
        result = pathlib.Path(scratch, "result.json")
        command = [row["check"], "--lesson", row["name"], "--points", str(row["points"]), "--learner", learner,
                   "--device", device, "--seed", "20261120", "--vgpu-lib", course["virtual_runtime"],
                   "--cuda-lib", course["cuda_libraries"], "--result", result]
        if course["tracer"]:
            command += ["--tracer", course["tracer"]]
        command += options
        if names:
            command += ["--names", names]
        done = subprocess.run(command, capture_output=True, text=True, errors="replace")
        if not result.exists():
            return {"verdict": "none", "points": 0, "max_points": 0, "cases": [], "log": done.stdout + done.stderr}
        # As in a lesson, where the learner's code is in no namespace.
        told = (result.read_text(), done.stdout + done.stderr)
        told = [without_namespaces(text, names) if names else text for text in told]
        return json.loads(told[0]) | {"log": told[1]}


def check_all(build, devices, at_once=None, numbers=(), wanted=lambda lesson, kind, name: True):
    """Yields (lesson, kind, name, {device: result}) in the order of the lessons, of all or those with these numbers, and
    of the programs that are wanted."""
    course = json.loads((build / "lessons.json").read_text())
    with concurrent.futures.ThreadPoolExecutor(at_once or os.cpu_count()) as pool:
        jobs = [(row["name"], kind, name, {device: pool.submit(check, course, row, learner, names, device)
                                           for device in devices})
                for row in course["lessons"] if not numbers or row["name"][:2] in numbers
                for kind, name, learner, names in of_lesson(build, row) if wanted(row["name"], kind, name)]
        for lesson, kind, name, results in jobs:
            yield lesson, kind, name, {device: job.result() for device, job in results.items()}
