#!/usr/bin/env python3
"""The virtual GPU beside Numba's CUDA simulator, on kernels that compute the same numbers.

    python3 -m venv VENV && VENV/bin/pip install numba
    VENV/bin/python checker/bench/numba_simulator.py build/dev/checker/bench/bench_vgpu

Grid-stride hypot over 2^20 elements (128 blocks of 64 threads) and the 16 x 16 tiled product of two
128 x 128 matrices, as bench_vgpu has them. The simulator is started once for each kernel and its results
are checked; its time is processor time of one run, since a run takes seconds to a minute.
"""
import argparse
import math
import os
import pathlib
import subprocess
import time

os.environ["NUMBA_ENABLE_CUDASIM"] = "1"

import numpy  # noqa: E402
from numba import cuda, float32  # noqa: E402

import measurements  # noqa: E402

TILE = 16


@cuda.jit
def hypotenuse(a, b, c):
    i = cuda.blockIdx.x * cuda.blockDim.x + cuda.threadIdx.x
    while i < c.size:
        c[i] = math.sqrt(a[i] * a[i] + b[i] * b[i])
        i += cuda.gridDim.x * cuda.blockDim.x


@cuda.jit
def matmul(a, b, c):
    tile_a = cuda.shared.array((TILE, TILE), float32)
    tile_b = cuda.shared.array((TILE, TILE), float32)
    x, y = cuda.threadIdx.x, cuda.threadIdx.y
    row = cuda.blockIdx.y * TILE + y
    column = cuda.blockIdx.x * TILE + x
    total = float32(0)
    for start in range(0, a.shape[1], TILE):
        tile_a[y, x] = a[row, start + x]
        tile_b[y, x] = b[start + y, column]
        cuda.syncthreads()
        for k in range(TILE):
            total += tile_a[y, k] * tile_b[k, x]
        cuda.syncthreads()
    c[row, column] = total


def integers(count, modulus):
    """workloads.cpp's: the same numbers."""
    values, state = numpy.empty(count, numpy.float32), 1
    for i in range(count):
        state = (state * 1664525 + 1013904223) % 2**32
        values[i] = (state >> 8) % modulus
    return values


def processor_milliseconds(work):
    begin = time.process_time()
    work()
    return (time.process_time() - begin) * 1e3


def simulate_hypotenuse():
    a = integers(1 << 20, 1000)
    c = numpy.zeros_like(a)
    taken = processor_milliseconds(lambda: hypotenuse[128, 64](a, a, c))
    assert numpy.allclose(c, numpy.sqrt(a * a + a * a))
    return taken


def simulate_matmul():
    a = integers(128 * 128, 16).reshape(128, 128)
    c = numpy.zeros_like(a)
    taken = processor_milliseconds(lambda: matmul[(8, 8), (TILE, TILE)](a, a, c))
    assert numpy.array_equal(c, a @ a)
    return taken


def virtual_gpu(program, name):
    """Processor milliseconds without checks and with every check."""
    lines = subprocess.run([program, "--tsv", "--only", name], check=True, capture_output=True, text=True)
    fields = lines.stdout.splitlines()[0].split("\t")
    return float(fields[5]), float(fields[6])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("bench_vgpu")
    parser.add_argument("--record", type=pathlib.Path, metavar="FILE.tsv")
    options = parser.parse_args()
    recorded = []
    print("| work | simulator, ms | without checks, ms | times | every check, ms | times |")
    print("|---|---|---|---|---|---|")
    for name, simulate in (("hypot 1M, 128 x 64", simulate_hypotenuse), ("matmul 128", simulate_matmul)):
        simulator = simulate()
        plain, checked = virtual_gpu(options.bench_vgpu, name)
        print(f"| {name} | {simulator:.0f} | {plain:.2f} | {simulator / plain:.0f} "
              f"| {checked:.2f} | {simulator / checked:.0f} |", flush=True)
        recorded += [(f"{name}, without checks", simulator / plain, "times faster"),
                     (f"{name}, every check", simulator / checked, "times faster")]
    if options.record:
        measurements.append(options.record, recorded)


if __name__ == "__main__":
    main()
