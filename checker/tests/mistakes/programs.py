"""The programs of all lessons in a build of the dev preset: solutions, stubs, mistakes; and how to check one."""

import concurrent.futures
import json
import os
import pathlib
import subprocess
import tempfile

SOURCES = pathlib.Path(__file__).resolve().parent


def of_lesson(build, lesson, stub):
    """(kind, name, learner program, namespace of its code) of a lesson's solution, stub and mistakes."""
    folder = build / "checker" / "tests" / "mistakes"
    yield "solution", "solution", folder / f"solution_{lesson}" / "learner", None
    sources = [("stub", pathlib.Path(stub))] + [("mistake", file) for file in sorted((SOURCES / lesson).glob("*.cu"))]
    for kind, source in sources:
        yield (kind, "stub" if kind == "stub" else source.stem,
               folder / f"mistake_{lesson}_{source.stem}" / "learner", f"mistake_{source.stem}")


def check(course, row, learner, namespace, device):
    """The result of one check as its file has it, with what it printed as "log"."""
    with tempfile.TemporaryDirectory() as scratch:
        result = pathlib.Path(scratch, "result.json")
        command = [row["check"], "--lesson", row["name"], "--points", str(row["points"]), "--learner", learner,
                   "--device", device, "--seed", "20261120", "--vgpu-lib", course["virtual_runtime"],
                   "--cuda-lib", course["cuda_libraries"], "--result", result]
        if course["tracer"]:
            command += ["--tracer", course["tracer"]]
        if namespace:
            command += ["--namespace", namespace]
        done = subprocess.run(command, capture_output=True, text=True, errors="replace")
        if not result.exists():
            return {"verdict": "none", "points": 0, "max_points": 0, "cases": [], "log": done.stdout + done.stderr}
        return json.loads(result.read_text()) | {"log": done.stdout + done.stderr}


def check_all(build, devices, at_once=None, numbers=()):
    """Yields (lesson, kind, name, {device: result}) in the order of the lessons, of all or those with these numbers."""
    course = json.loads((build / "lessons.json").read_text())
    with concurrent.futures.ThreadPoolExecutor(at_once or os.cpu_count()) as pool:
        jobs = [(row["name"], kind, name, {device: pool.submit(check, course, row, learner, namespace, device)
                                           for device in devices})
                for row in course["lessons"] if not numbers or row["name"][:2] in numbers
                for kind, name, learner, namespace in of_lesson(build, row["name"], row["stub"])]
        for lesson, kind, name, results in jobs:
            yield lesson, kind, name, {device: job.result() for device, job in results.items()}
