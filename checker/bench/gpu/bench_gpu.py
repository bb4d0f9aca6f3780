#!/usr/bin/env python3
"""Every solution on this machine's GPU, beside Numba, CuPy, NVIDIA's libraries and the memory's ceilings.

    python3 checker/bench/gpu/bench_gpu.py [--record FILE.tsv] [LESSON ...] > table.md

Needs a GPU, nvcc, numba-cuda and CuPy. Medians of several rounds in which all ways take turns. Calls that do
not wait for the GPU are timed by events while the GPU is kept busy before them, so Python's own time for a
launch does not count. A way whose result differs from ours is marked with "!". "further" is the lesson's second
solution, if it has one.
"""

import argparse
import pathlib
import subprocess
import sys

import cupy
import numpy as np

import rows
import timing
from solution_library import further

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import measurements  # noqa: E402


def ceiling(kind, bytes_moved):
    """The fastest way to move as many bytes: a copy (half read, half written), CUB's sum, a memset."""
    vendor = rows.vendor()
    if kind == "read":
        values, result = cupy.zeros(max(bytes_moved // 4, 1), cupy.float32), cupy.empty(1, cupy.float32)
        return {"ceiling": lambda: vendor.vendor_sum(values, values.size, result)}
    if kind == "write":
        target = cupy.empty(bytes_moved, cupy.uint8)
        return {"ceiling": lambda: vendor.vendor_fill(target, bytes_moved)}
    half = max(bytes_moved // 2, 4)
    source, target = cupy.zeros(half, cupy.uint8), cupy.zeros(half, cupy.uint8)
    return {"ceiling": lambda: vendor.vendor_copy(source, target, half)}


def result(row, name, runs):
    if runs:
        row.ways[name]()
    return np.asarray(cupy.asnumpy(row.results["ours" if name == "further" else name]()), dtype=np.float64)


def agrees(row, name):
    try:
        shares_arrays = name == "further"  # with "ours"
        ours, theirs = (result(row, which, shares_arrays) for which in ("ours", name))
        scale = max(float(np.max(np.abs(ours), initial=0)), 1e-30)
        return bool(np.max(np.abs(ours - theirs), initial=0) <= row.tolerance * scale)
    except Exception as problem:  # a way that cannot be had is no reason to lose the table
        print(f"{row.lesson} {name}: {problem}", file=sys.stderr)
        return False


def usable(row):
    """The ways that work here; the others are reported."""
    ways = {}
    for name, call in row.ways.items():
        if call is None:
            continue
        try:
            call()
            cupy.cuda.Device().synchronize()
            ways[name] = call
        except Exception as problem:
            print(f"{row.lesson} {row.what}, {name}: {type(problem).__name__}: {problem}", file=sys.stderr)
    return ways


def told(milliseconds, mark=""):
    if milliseconds is None:
        return "-"
    text = f"{milliseconds * 1000:.1f} us" if milliseconds < 1 else f"{milliseconds:.3g} ms"
    return text + mark


def figures(row, times):
    """What is recorded of a row: (work, value, unit)."""
    yield from figures_of(row, times, times.get("ours"), f"{row.lesson} {row.what}, {row.size}")
    yield from figures_of(row, times, times.get("further"), f"{row.lesson} {row.what}, further, {row.size}")


def figures_of(row, times, ours, name):
    if not ours:
        return
    yield f"{name}: time", ours, "ms"
    for way, theirs in (("numba", "Numba"), ("cupy", "CuPy"), ("vendor", row.library)):
        if times.get(way):
            yield f"{name}: {theirs}'s time", times[way], "ms"
    others = [times[way] for way in ("numba", "cupy") if times.get(way)]
    if others:
        yield f"{name}: time divided by the faster of Numba and CuPy", ours / min(others), "times"
    if times.get("vendor"):
        yield f"{name}: part of {row.library}'s speed", 100 * times["vendor"] / ours, "%"
    if "ceiling" in times:
        yield f"{name}: part of the fastest {row.ceiling}", 100 * times["ceiling"] / ours, "%"


def main(wanted, record):
    name = subprocess.run(["nvidia-smi", "--query-gpu=name,driver_version", "--format=csv,noheader"],
                          capture_output=True, text=True).stdout.strip()
    print(f"{name}, CuPy {cupy.__version__}\n")
    print("| lesson | operation | elements | ours | further | Numba | CuPy | library | ours, GB/s | of the ceiling |")
    print("|---|---|---|---|---|---|---|---|---|---|")
    for make in rows.all_rows():
        row = make()
        if not row or wanted and row.lesson not in wanted:  # None: this machine cannot
            continue
        if further(row.lesson).exists():
            row.ways["further"] = rows.by_further(row.ways["ours"])
        ways = usable(row)
        if row.bytes:
            ways |= ceiling(row.ceiling, row.bytes)
        times = timing.side_by_side(ways, clock=row.clock)
        marks = {way: "" if way == "ours" or agrees(row, way) else " !" for way in ways if way != "ceiling"}
        ours = times.get("ours")
        rate = f"{row.bytes / ours / 1e6:.0f}" if row.bytes and ours else "-"
        share = f"{times['ceiling'] / ours:.0%} {row.ceiling}" if "ceiling" in times and ours else "-"
        cells = [told(times.get(way), marks.get(way, "")) for way in ("ours", "further", "numba", "cupy", "vendor")]
        print(f"| {row.lesson} | {row.what} | {row.size} | {' | '.join(cells)} | {rate} | {share} |", flush=True)
        if record:
            measurements.append(record, figures(row, times))
        del row, ways
        cupy.get_default_memory_pool().free_all_blocks()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("lessons", nargs="*")
    parser.add_argument("--record", type=pathlib.Path)
    options = parser.parse_args()
    main(set(options.lessons), options.record)
