"""What is measured: a row for each lesson's operation and size, with every way there is to do it.

A row has `bytes`, what the operation must move (or None where bytes do not matter), and `ways`: callables
by name. All of them fill the same kind of output; `result` of each is compared with that of `ours`. Where a lesson has
a second solution, `further` is `ours` with that.
"""

import ctypes
import dataclasses
import math
from typing import Callable

import cupy
import numpy as np

import numba_kernels as kernels
import timing
from solution_library import Library, compile_lesson, further, solution

SMALL_BLOCKS, BLOCKS, THREADS = 64, 2048, 256  # Numba's grids; 64 x 128 is the sources'


@dataclasses.dataclass
class Row:
    lesson: str
    what: str
    size: str
    bytes: int | None
    ways: dict[str, Callable]
    results: dict[str, Callable]  # name: () -> array, after that way's call
    tolerance: float = 1e-5
    clock: Callable = timing.on_gpu
    ceiling: str = "copy"  # or "read", "write": what the operation does with its bytes
    library: str = "CUB"  # what `vendor` is


_libraries = {}
_means_further = False


def lesson(number):
    """The functions of its solution; within by_further, those of the second one."""
    source = further(number) if _means_further else solution(number)
    if source not in _libraries:
        _libraries[source] = Library(compile_lesson(number, source))
    return _libraries[source]


def by_further(call):
    """The same call, with the second solution."""
    def run():
        global _means_further
        _means_further = True
        try:
            call()
        finally:
            _means_further = False
    return run


def floats(n, low=-12.0, high=12.0):
    return cupy.random.default_rng(7).random(n, dtype=cupy.float32) * np.float32(high - low) + np.float32(low)


def element_wise(number, what, n, moved, ours, numba, cupy_way, outputs, tolerance=1e-5, size=None,
                 ceiling="copy"):
    """A row whose three ways each write outputs[name]; CuPy's returns its result."""
    kept = {}

    def run_cupy():
        kept["cupy"] = cupy_way()

    ways = {"ours": ours, "numba": numba, "cupy": run_cupy if cupy_way else None}
    results = {"ours": lambda: outputs["ours"], "numba": lambda: outputs["numba"],
               "cupy": lambda: kept["cupy"]}
    return Row(number, what, size or f"{n:,}", moved, ways, results, tolerance, ceiling=ceiling)


def grid(n):
    return ((64, 128) if n <= 1_000_000 else (BLOCKS, THREADS))


def two(n, dtype):
    return {"ours": cupy.empty(n, dtype), "numba": cupy.empty(n, dtype)}


def add(n):
    x, y = (cupy.random.default_rng(1).integers(-1000, 1000, n, dtype=cupy.int32) for _ in range(2))
    out, (blocks, threads) = two(n, cupy.int32), ((30, 128) if n <= 100_000 else (n // THREADS, THREADS))
    return element_wise("07", "add, int", n, 12 * n,
                        lambda: lesson("07").add(x, y, out["ours"], n, blocks, threads),
                        lambda: kernels.add[blocks, threads](x, y, out["numba"]),
                        lambda: x + y, out)


def convert(n):
    x, out = cupy.arange(n, dtype=cupy.int64), two(n, cupy.float64)
    threads = 32 if n <= 1000 else 256
    return element_wise("04", "int64 to double", n, 16 * n,
                        lambda: lesson("04").convert(x, out["ours"], n, threads),
                        lambda: kernels.convert[(n + threads - 1) // threads, threads](x, out["numba"]),
                        lambda: x.astype(cupy.float64), out)


def hypot(n):
    a, b, out = floats(n), floats(n)[::-1].copy(), two(n, cupy.float32)
    return element_wise("08", "hypot", n, 12 * n,
                        lambda: lesson("08").hypot_on_device(a, b, out["ours"], n),
                        lambda: kernels.hypot[grid(n)](a, b, out["numba"]),
                        lambda: cupy.hypot(a, b), out)


def root(n):
    x, out = floats(n, 0, 100), two(n, cupy.float32)
    return element_wise("09", "map of a square root", n, 8 * n,
                        lambda: lesson("09").map_root(x, out["ours"], n),
                        lambda: kernels.root[grid(n)](x, out["numba"]),
                        lambda: cupy.sqrt(x), out)


def outer_sum(rows, columns):
    a, b = floats(rows), floats(columns)
    out = {name: cupy.empty((rows, columns), cupy.float32) for name in ("ours", "numba")}
    return element_wise("10", "column + row", rows * columns, 4 * rows * columns,
                        lambda: lesson("10").outer_sum(a, b, out["ours"], rows, columns),
                        lambda: kernels.outer_sum[(-(-columns // 32), -(-rows // 8)), (32, 8)](a, b, out["numba"]),
                        lambda: a[:, None] + b[None, :], out, size=f"{rows} x {columns}", ceiling="write")


def scale(height, width):
    image = floats(height * width).reshape(height, width)
    out = {name: cupy.empty((height, width), cupy.float32) for name in ("ours", "numba")}
    pitch = 4 * width
    return element_wise("11", "scale, two dimensions", height * width, 8 * height * width,
                        lambda: lesson("11").scale(image, pitch, out["ours"], pitch, width, height, 2.5),
                        lambda: kernels.scale[(-(-width // 32), -(-height // 8)), (32, 8)](
                            image, out["numba"], np.float32(2.5)),
                        lambda: image * np.float32(2.5), out, size=f"{height} x {width}")


def zero_suppress(n):
    x = cupy.random.default_rng(3).integers(-40, 40, n, dtype=cupy.int16)
    out = two(n, cupy.int16)
    return element_wise("12", "zero suppression, int16", n, 4 * n,
                        lambda: lesson("12").zero_suppress(x, out["ours"], n, 15),
                        lambda: kernels.zero_suppress[grid(n)](x, out["numba"], 15),
                        lambda: cupy.where(cupy.abs(x) < 15, cupy.int16(0), x), out)


def gaussian(n):
    x, out = floats(n, -3, 3), two(n, cupy.float32)
    one = np.float32(1)
    factor = np.float32(1 / math.sqrt(2 * math.pi))
    return element_wise("15", "gaussian_pdf", n, 8 * n,
                        lambda: lesson("15").gaussian_pdf(x, 0.0, 1.0, out["ours"], n),
                        lambda: kernels.gaussian_pdf[grid(n)](x, np.float32(0), one, out["numba"]),
                        lambda: cupy.exp(np.float32(-0.5) * x * x) * factor, out)


def histogram(number, n, bins, values=None, what="uniform"):
    values = floats(n, -4, 4) if values is None else values
    counts = {name: cupy.zeros(bins, cupy.int32) for name in ("ours", "numba", "vendor")}

    def numba():
        counts["numba"].fill(0)
        kernels.histogram[grid(n)](values, np.float32(-4), np.float32(4), counts["numba"])

    return Row(number, f"histogram, {bins} bins, {what}", f"{n:,}", 4 * n,
               {"ours": lambda: lesson(number).histogram(values, n, -4.0, 4.0, counts["ours"], bins),
                "numba": numba,
                "vendor": lambda: vendor().vendor_histogram(values, n, -4.0, 4.0, counts["vendor"], bins)},
               {name: lambda name=name: counts[name] for name in counts},
               tolerance=1e-3,  # values at an edge between two bins may fall to either
               ceiling="read")


def jacobi(height, width, steps=100):
    start = floats(height * width, 0, 100).reshape(height, width)
    plate, other = start.copy(), cupy.empty_like(start)
    first, second = start.copy(), cupy.empty_like(start)
    threads, blocks = (32, 8), (-(-width // 32), -(-height // 8))

    def numba():
        for _ in range(steps // 2):
            kernels.spread_heat[blocks, threads](first, second, np.float32(0.2))
            kernels.spread_heat[blocks, threads](second, first, np.float32(0.2))

    def one_call_of_each():  # the times go on from wherever the plate is; the comparison starts anew
        plate[...] = start
        first[...] = start
        lesson("27").spread_heat(plate, other, width, height, steps, 0.2)
        numba()

    def compared(which):
        one_call_of_each()
        return which

    return Row("27", f"heat, {steps} steps", f"{height} x {width}", 8 * height * width * steps,
               {"ours": lambda: lesson("27").spread_heat(plate, other, width, height, steps, 0.2), "numba": numba},
               {"ours": lambda: compared(plate), "numba": lambda: compared(first)}, tolerance=1e-4)


def reverse(n):
    x, out = cupy.arange(n, dtype=cupy.int32), two(n, cupy.int32)
    return element_wise("28", "reverse an array", n, 8 * n,
                        lambda: lesson("28").reverse_array(x, out["ours"], n, 256),
                        lambda: kernels.reverse[-(-n // 256), 256](x, out["numba"]),
                        lambda: x[::-1].copy(), out)


def stencil(n, radius=4):
    x, out = floats(n), two(n, cupy.float32)
    weights = np.linspace(0.1, 0.9, 2 * radius + 1).astype(np.float32)
    on_gpu = cupy.asarray(weights)
    return element_wise("33", f"stencil, radius {radius}", n, 8 * n,
                        lambda: lesson("33").stencil(x, out["ours"], n, weights, radius, 256),
                        lambda: kernels.stencil[-(-n // 256), 256](x, out["numba"], on_gpu, radius),
                        None, out, tolerance=1e-4)


def transpose(rows, columns):
    x = floats(rows * columns).reshape(rows, columns)
    out = {name: cupy.empty((columns, rows), cupy.float32) for name in ("ours", "numba")}
    return element_wise("34", "transpose", rows * columns, 8 * rows * columns,
                        lambda: lesson("34").transpose(x, out["ours"], rows, columns),
                        lambda: kernels.transpose[(-(-columns // 32), -(-rows // 32)), (32, 8)](x, out["numba"]),
                        lambda: cupy.ascontiguousarray(x.T), out, size=f"{rows} x {columns}")


def sum_of(n):
    x = floats(n, 0, 1)
    partials, out, theirs = cupy.empty(1024, cupy.float32), cupy.empty(1, cupy.float32), cupy.empty(1, cupy.float32)
    kept = {}
    return Row("38", "sum, float", f"{n:,}", 4 * n,
               {"ours": lambda: lesson("38").sum(x, n, partials, out),
                "cupy": lambda: kept.__setitem__("cupy", cupy.sum(x)),
                "vendor": lambda: vendor().vendor_sum(x, n, theirs)},
               {"ours": lambda: out[0], "cupy": lambda: kept["cupy"], "vendor": lambda: theirs[0]}, tolerance=1e-3,
               ceiling="read")


def product(n):
    """Numba's @cuda.reduce brings its result to the host, so this is measured by the host's clock."""
    x = cupy.exp(cupy.random.default_rng(5).standard_normal(n) * 1e-3)
    partials, out, theirs = cupy.empty(1024), cupy.empty(1), cupy.empty(1)
    kept = {}
    return Row("39", "product, double, to the host's clock", f"{n:,}", 8 * n,
               {"ours": lambda: lesson("39").product(x, n, partials, out),
                "numba": lambda: kept.__setitem__("numba", kernels.product_of(x, init=1.0)),
                "cupy": lambda: kept.__setitem__("cupy", cupy.prod(x)),
                "vendor": lambda: vendor().vendor_product(x, n, theirs)},
               {"ours": lambda: out[0], "numba": lambda: np.float64(kept["numba"]),
                "cupy": lambda: kept["cupy"], "vendor": lambda: theirs[0]},
               tolerance=1e-9, clock=timing.on_host, ceiling="read")


def matrix_sums(rows, columns, axis):
    x = floats(rows * columns, 0, 1).reshape(rows, columns)
    name, n = (("row_sums", rows), ("column_sums", columns))[axis]
    out = two(n, cupy.float32)
    row = element_wise("32", name.replace("_", " "), rows * columns, 4 * rows * columns,
                       lambda: getattr(lesson("32"), name)(x, rows, columns, out["ours"]),
                       lambda: getattr(kernels, name)[-(-n // 256), 256](x, out["numba"]),
                       lambda: x.sum(axis=1 - axis), out, tolerance=1e-4, size=f"{rows} x {columns}")
    row.ceiling = "read"
    return row


def monte_carlo(n):
    """The ways draw different numbers: their counts are compared within what chance allows."""
    threads = 128 * 32 if n <= 10_000_000 else 2048 * 256
    states = kernels.create_xoroshiro128p_states(threads, seed=1)
    hits, theirs = cupy.zeros(1, cupy.uint64), cupy.zeros(threads, cupy.int64)
    kept = {}

    def with_cupy():
        x, y = cupy.random.rand(2, n, dtype=cupy.float32)
        kept["cupy"] = cupy.count_nonzero(x * x + y * y < 1)

    return Row("48", "points for pi", f"{n:,}", None,
               {"ours": lambda: lesson("48").count_hits(7, n, 1024, hits),
                "numba": lambda: kernels.count_hits[threads // 32 if n <= 10_000_000 else 2048,
                                                    32 if n <= 10_000_000 else 256](n // threads, states, theirs),
                "cupy": with_cupy},
               {"ours": lambda: hits[0], "numba": lambda: theirs.sum(), "cupy": lambda: kept["cupy"]},
               tolerance=3e-3)


def square(n):
    x, out = np.arange(n, dtype=np.int64), {name: np.empty(n, np.int64) for name in ("ours", "numba", "cupy")}

    def numba():
        from numba import cuda
        on_gpu, squares = cuda.to_device(x), cuda.device_array_like(x)
        kernels.square[-(-n // 128), 128](on_gpu, squares)
        squares.copy_to_host(out["numba"])

    def with_cupy():
        out["cupy"][...] = cupy.asnumpy(cupy.asarray(x) ** 2)

    return Row("03", "square, from host to host", f"{n:,}", None,
               {"ours": lambda: lesson("03").square(x, out["ours"], n), "numba": numba, "cupy": with_cupy},
               {name: lambda name=name: out[name] for name in out}, clock=timing.on_host)


def polynomial(n, count=16):
    x, out = floats(n, -1, 1), two(n, cupy.float32)
    coefficients = np.linspace(1, 0.1, count).astype(np.float32)
    on_gpu = cupy.asarray(coefficients)
    return element_wise("19", f"polynomial, {count} coefficients", n, 8 * n,
                        lambda: lesson("19").evaluate(coefficients, count, x, out["ours"], n),
                        lambda: kernels.polynomial[grid(n)](on_gpu, x, out["numba"]),
                        None, out)


def pinned(n, dtype):
    """A host array in pinned memory."""
    memory = cupy.cuda.alloc_pinned_memory(n * np.dtype(dtype).itemsize)
    return np.frombuffer(memory, dtype, n)


def waveform(n):
    rng, period = np.random.default_rng(2), n / 23
    t, noise = np.arange(n, dtype=np.float32), (3 * rng.standard_normal(n)).astype(np.float32)
    outs = {name: np.empty(n, np.float32) for name in ("ours", "numba", "cupy")}
    period = np.float32(period)

    def numba():
        from numba import cuda
        pulses = kernels.make_pulse(cuda.to_device(t), period, np.float32(100))
        kernels.add_ufunc(pulses, cuda.to_device(noise)).copy_to_host(outs["numba"])

    def with_cupy():
        on_gpu = cupy.maximum(cupy.sin(cupy.asarray(t) / period) - np.float32(0.3), 0) * np.float32(100)
        cupy.asnumpy(on_gpu + cupy.asarray(noise), out=outs["cupy"])

    return Row("14", "pulses and noise, from host to host", f"{n:,}", None,
               {"ours": lambda: lesson("14").waveform_at(t, noise, float(period), 100.0, outs["ours"], n),
                "numba": numba, "cupy": with_cupy},
               {name: lambda name=name: outs[name] for name in outs}, tolerance=1e-4, clock=timing.on_host)


def hidden_layer(n):
    """The ceiling is the three copies alone, of the same pinned arrays."""
    rng = np.random.default_rng(4)
    grey, weights = pinned(n, np.uint8), pinned(n, np.float32)
    grey[:] = rng.integers(0, 256, n, dtype=np.uint8)
    weights[:] = 0.5 + 0.1 * rng.standard_normal(n, dtype=np.float32)
    outs = {name: pinned(n, np.float32) for name in ("ours", "numba", "cupy", "ceiling")}
    room = {"grey": cupy.empty(n, cupy.uint8), "weights": cupy.empty(n, cupy.float32)}

    def copies():
        room["grey"].set(grey)
        room["weights"].set(weights)
        room["weights"].get(out=outs["ceiling"])

    def numba():
        from numba import cuda
        x = kernels.normalize(cuda.to_device(grey.astype(np.float32)))
        kernels.activate(kernels.weigh(x, cuda.to_device(weights))).copy_to_host(outs["numba"])

    def with_cupy():
        x = cupy.asarray(grey) / np.float32(255) * cupy.asarray(weights)
        cupy.tanh(x).get(out=outs["cupy"])

    return Row("16", "hidden layer, pinned host to host", f"{n:,}", None,
               {"ours": lambda: lesson("16").hidden_layer(grey, weights, outs["ours"], n),
                "numba": numba, "cupy": with_cupy, "ceiling": copies},
               {name: lambda name=name: outs[name] for name in outs}, clock=timing.on_host, ceiling="copies over the bus")


def to_arrays(n):
    points, x, y, z = floats(3 * n), *(cupy.empty(n, cupy.float32) for _ in range(3))
    kept = {}
    return Row("31", "points to arrays", f"{n:,}", 24 * n,
               {"ours": lambda: lesson("31").to_arrays(points, n, x, y, z),
                "cupy": lambda: kept.__setitem__("cupy", points.reshape(n, 3).T.copy())},
               {"ours": lambda: cupy.stack((x, y, z)), "cupy": lambda: kept["cupy"]}, tolerance=0)


def running_sums(rows):
    x = cupy.random.default_rng(6).integers(-100, 100, (rows, 32), dtype=cupy.int32)
    out, kept = cupy.empty((rows, 32), cupy.int32), {}
    swizzled = 2
    return Row("35", "running sums of rows of 32", f"{rows:,} rows", 256 * rows,
               {"ours": lambda: lesson("35").running_sums(x, out, rows, swizzled),
                "cupy": lambda: kept.__setitem__("cupy", cupy.cumsum(x, axis=1, dtype=cupy.int32))},
               {"ours": lambda: out, "cupy": lambda: kept["cupy"]}, tolerance=0)


def scale_in_place(n):
    """Factor 1: the calls go on from what the last one left."""
    x, theirs = floats(n), floats(n)

    def with_cupy():
        cupy.multiply(theirs, np.float32(1), out=theirs)

    return Row("36", "scale, unaligned", f"{n:,}", 8 * (n - 1),
               {"ours": lambda: lesson("36").scale(x[1:], n - 1, 1.0), "cupy": with_cupy},
               {"ours": lambda: x, "cupy": lambda: theirs}, tolerance=0)


def brighten(n):
    x = cupy.random.default_rng(8).integers(0, 256, n, dtype=cupy.uint8)
    return Row("36", "brighten bytes, unaligned", f"{n:,}", 2 * (n - 1),
               {"ours": lambda: lesson("36").brighten(x[1:], n - 1, 0)}, {"ours": lambda: x}, tolerance=0)


def multiply(size):
    """cuBLAS in full single precision: CuPy allows TF32 only if asked to."""
    a, b, out, kept = (floats(size * size, -1, 1).reshape(size, size), floats(size * size, 0, 1).reshape(size, size),
                       cupy.empty((size, size), cupy.float32), {})
    row = Row("37", "matrix product, float", f"{size} x {size}", None,
              {"ours": lambda: lesson("37").multiply(a, b, out, size, size, size),
               "vendor": lambda: kept.__setitem__("vendor", cupy.matmul(a, b))},
              {"ours": lambda: out, "vendor": lambda: kept["vendor"]}, tolerance=1e-4)
    row.library = "cuBLAS"
    return row


def warp_sums(n):
    x = cupy.random.default_rng(9).integers(0, 1000, n, dtype=cupy.uint32)
    out, kept = cupy.empty(n // 32, cupy.uint32), {}
    return Row("40", "sums of warps", f"{n:,}", 4 * n,
               {"ours": lambda: lesson("40").warp_sums(x, n, out),
                "cupy": lambda: kept.__setitem__("cupy", x.reshape(-1, 32).sum(axis=1, dtype=cupy.uint32))},
               {"ours": lambda: out, "cupy": lambda: kept["cupy"]}, tolerance=0, ceiling="read")


def scan(n):
    """The sums have 64 bits, so 4 bytes are read and 8 written; the solution reads the values twice."""
    x = cupy.random.default_rng(10).integers(-1000, 1000, n, dtype=cupy.int32)
    work, out, theirs, kept = cupy.empty(1024, cupy.int64), cupy.empty(n, cupy.int64), cupy.empty(n, cupy.int64), {}
    return Row("42", "scan, int to int64", f"{n:,}", 12 * n,
               {"ours": lambda: lesson("42").scan(x, n, work, out),
                "cupy": lambda: kept.__setitem__("cupy", cupy.cumsum(x, dtype=cupy.int64)),
                "vendor": lambda: vendor().vendor_scan(x, n, theirs)},
               {"ours": lambda: out, "cupy": lambda: kept["cupy"], "vendor": lambda: theirs}, tolerance=0)


def pipeline(n, chunk, streams):
    """Beside the same pieces in one stream; the ceiling is a copy in and a copy out, side by side."""
    x, outs = pinned(n, np.uint32), {name: pinned(n, np.uint32) for name in ("ours", "vendor")}
    x[:] = np.random.default_rng(11).integers(0, 2**32, n, dtype=np.uint32)
    row = Row("49", f"pipeline of {streams} streams, pieces of {chunk:,}", f"{n:,}", None,
              {"ours": lambda: lesson("49").pipeline(x, outs["ours"], n, chunk, streams),
               "vendor": lambda: lesson("49").pipeline(x, outs["vendor"], n, chunk, 1)},
              {name: lambda name=name: outs[name] for name in outs}, tolerance=0, clock=timing.on_host)
    row.library = "one stream"
    return row


def softmax(rows, columns):
    x, out, kept = floats(rows * columns, -8, 8).reshape(rows, columns), cupy.empty((rows, columns), cupy.float32), {}

    def with_cupy():
        powers = cupy.exp(x - x.max(axis=1, keepdims=True))
        kept["cupy"] = powers / powers.sum(axis=1, keepdims=True)

    return Row("47", "softmax", f"{rows} x {columns}", 8 * rows * columns,
               {"ours": lambda: lesson("47").softmax(x, out, rows, columns), "cupy": with_cupy},
               {"ours": lambda: out, "cupy": lambda: kept["cupy"]}, tolerance=1e-4)


_vendor = []


def vendor():
    if not _vendor:
        from solution_library import compile_vendor
        _vendor.append(Library(compile_vendor()))
    return _vendor[0]


def all_rows():
    """Makers of rows, so that only one row's arrays are there at a time."""
    full = 2**27
    yield from (lambda n=n: square(n) for n in (4096, 2**24))
    yield from (lambda n=n: convert(n) for n in (10, full))
    yield from (lambda n=n: add(n) for n in (100_000, full))
    yield from (lambda n=n: hypot(n) for n in (1_000_000, full))
    yield from (lambda n=n: root(n) for n in (1_000_000, full))
    yield from (lambda s=s: outer_sum(*s) for s in ((4, 4), (16384, 16384)))
    yield from (lambda s=s: scale(*s) for s in ((2048, 2048), (16384, 16384)))
    yield from (lambda n=n: zero_suppress(n) for n in (100_000, 2 * full))
    yield from (lambda n=n: gaussian(n) for n in (1_000_000, full))
    yield from (lambda n=n: waveform(n) for n in (100_000, 2**24))
    yield from (lambda n=n: hidden_layer(n) for n in (1_000_000, 100_000_000))
    yield from (lambda n=n: polynomial(n) for n in (1_000_000, full))
    for number in ("25", "29"):
        yield lambda number=number: histogram(number, 10_000, 10)
        yield lambda number=number: histogram(number, full, 256)
        yield lambda number=number: histogram(number, full, 256, cupy.full(full, 0.5, cupy.float32), "one bin")
    yield from (lambda s=s: jacobi(*s) for s in ((512, 512), (8192, 8192)))
    yield from (lambda n=n: reverse(n) for n in (1_000_000, full))
    yield from (lambda n=n: stencil(n) for n in (1_000_000, full))
    yield from (lambda s=s: transpose(*s) for s in ((4096, 4096), (16384, 16384)))
    yield from (lambda n=n: sum_of(n) for n in (4_000_000, 2 * full))
    for axis in (0, 1):
        for shape in ((1000, 1000), (16384, 16384), (1 << 22, 64), (64, 1 << 22)):
            yield lambda axis=axis, shape=shape: matrix_sums(*shape, axis)
    yield from (lambda n=n: product(n) for n in (4_000_000, full))
    yield from (lambda n=n: monte_carlo(n) for n in (10_000_000, full))
    yield from (lambda n=n: to_arrays(n) for n in (1_000_000, full))
    yield from (lambda rows=rows: running_sums(rows) for rows in (100_000, full // 32))
    yield from (lambda n=n: scale_in_place(n) for n in (1_000_000, full))
    yield from (lambda n=n: brighten(n) for n in (1_000_000, 4 * full))
    yield from (lambda size=size: multiply(size) for size in (512, 4096))
    yield from (lambda n=n: warp_sums(n) for n in (1_000_000, full))
    yield from (lambda n=n: scan(n) for n in (1_000_000, full))
    yield from (lambda n=n: pipeline(n, 1 << 20, 3) for n in (1 << 24, 1 << 27))
    yield from (lambda s=s: softmax(*s) for s in ((1000, 1000), (16384, 4096), (256, 1 << 19)))
    import kernel_rows, library_rows, pattern_rows  # which import this file
    for module in (pattern_rows, library_rows, kernel_rows):
        yield from module.all_rows()
