"""Rows of rows.py whose calls take more than a few arrays: sparse matrices, images, graphs of tasks."""

import ctypes

import cupy
import numpy as np

import timing
from rows import Row, floats, lesson, pinned, vendor
from solution_library import Library, compile_sparse

_sparse = []


def cusparse():
    if not _sparse:
        _sparse.append(Library(compile_sparse()))
    return _sparse[0]


def sparse_product(what, lengths, column_of):
    """column_of(row of each nonzero, its number in the row, width): its column."""
    rows, shares_of = lengths.size, 2048
    offsets = cupy.zeros(rows + 1, cupy.int32)
    cupy.cumsum(lengths, out=offsets[1:], dtype=cupy.int32)
    nonzeros, width = int(offsets[-1]), rows
    k = cupy.arange(nonzeros, dtype=cupy.int32)
    row = cupy.searchsorted(offsets, k, side="right").astype(cupy.int32) - 1
    columns = column_of(row, k - offsets[row], width).astype(cupy.int32)
    values, x = floats(nonzeros, -1, 1), floats(width, -1, 1)
    shares = (rows + nonzeros + shares_of - 1) // shares_of
    begins, carries = cupy.empty(shares + 1, cupy.int32), cupy.empty(shares, cupy.float32)
    out, theirs = cupy.empty(rows, cupy.float32), cupy.empty(rows, cupy.float32)
    del row, k
    return Row("45", what, f"{rows:,} rows", 8 * nonzeros + 8 * rows + 4 * width,
               {"ours": lambda: lesson("45").spmv_balanced(offsets, columns, values, rows, nonzeros, x, begins,
                                                           carries, out),
                "vendor": lambda: cusparse().vendor_spmv(offsets, columns, values, rows, width, nonzeros, x, theirs)},
               {"ours": lambda: out, "vendor": lambda: theirs}, tolerance=1e-4, library="cuSPARSE")


def regular(rows):
    """16 nonzeros in each row, some beside the diagonal and some further away, as of a mesh."""
    lengths = cupy.full(rows, 16, cupy.int32)
    return sparse_product("regular matrix", lengths,
                          lambda row, k, width: (row + (k % 4) - 2 + (k // 4 - 2) * 1000) % width)


def skewed(rows):
    """Lengths by a power law, and a row that has a tenth of all; columns anywhere."""
    random = cupy.random.default_rng(12)
    lengths = cupy.minimum(4 / cupy.maximum(random.random(rows), 1e-6) ** 0.7, 100_000).astype(cupy.int32)
    lengths[rows // 3] = int(lengths.sum()) // 9
    return sparse_product("skewed matrix", lengths, lambda row, k, width: (row * 7919 + k * 10_007) % width)


def filtered(size, side):
    image = floats(size * size, -1, 1).reshape(size, size)
    filter_ = np.random.default_rng(13).random((side, side), dtype=np.float32)
    out, kept = cupy.empty((size, size), cupy.float32), {}

    def with_cupy():
        from cupyx.scipy import ndimage
        kept["cupy"] = ndimage.correlate(image, cupy.asarray(filter_), mode="constant")

    return Row("46", f"filter of {side} x {side}", f"{size} x {size}", 8 * size * size,
               {"ours": lambda: lesson("46").correlate(image, size, size, filter_, side, side, out),
                "cupy": with_cupy},
               {"ours": lambda: out, "cupy": lambda: kept["cupy"]}, tolerance=1e-4)


def diamond(rounds):
    """Beside the same tasks in one stream."""
    n = 64
    x = cupy.random.default_rng(14).integers(0, 2**32, n, dtype=cupy.uint32)
    outs = {name: cupy.empty(4 * n, cupy.uint32) for name in ("ours", "vendor")}
    edges = np.array([[0, 1], [0, 2], [1, 3], [2, 3]], np.int32)
    begin, end = np.ascontiguousarray(edges[:, 0]), np.ascontiguousarray(edges[:, 1])
    lasts = np.array([100, rounds, rounds, 100], np.int32)
    streams = {"ours": np.array([0, 0, 1, 0], np.int32), "vendor": np.zeros(4, np.int32)}

    def run(name):
        lesson("50").run_tasks(x, n, 4, lasts, 4, begin, end, ctypes.c_int(2), streams[name], outs[name])

    row = Row("50", "diamond, two streams", f"{rounds:,} rounds", None,
              {name: lambda name=name: run(name) for name in outs},
              {name: lambda name=name: outs[name] for name in outs}, tolerance=0, clock=timing.on_host)
    row.library = "one stream"
    return row


class Chain(ctypes.Structure):
    """Of lesson 51's given.hpp."""
    _fields_ = [(name, ctypes.c_void_p) for name in ("x", "v", "heat", "force")] + [("n", ctypes.c_size_t),
                                                                                   ("rounds", ctypes.c_int)]


def _chains(n):
    """One begin for all, and a chain's four arrays for each way."""
    begin = cupy.random.default_rng(16).integers(0, 2**32, (4, n), dtype=cupy.uint32)
    return begin, {name: begin.copy() for name in ("ours", "vendor")}


def steps_as_a_graph(times, steps=8, n=64):
    """From idle to idle, with the capture: all steps, beside the same launches in one stream."""
    begin, arrays = _chains(n)
    lasts = {name: cupy.empty(n, cupy.uint32) for name in arrays}
    which = np.zeros(1, np.int32)

    def run(name):
        arrays[name][...] = begin
        if name == "ours":
            lesson("51").run_chains(*arrays[name], n, 0, 1, 1, which, steps, times, lasts[name])
        else:
            lesson("51").run_in_stream(*arrays[name], n, 0, steps * times, lasts[name])

    row = Row("51", f"steps of four kernels, {steps} in a graph", f"{steps * times:,} steps", None,
              {name: lambda name=name: run(name) for name in arrays},
              {name: lambda name=name: lasts[name] for name in arrays}, tolerance=0, clock=timing.on_host)
    row.library = "one stream"
    return row


def launching(times, steps=8, n=64):
    """The host's time alone: one executable graph and its launches, beside as many launches of kernels. They are few
    enough for the queue of a stream, which would make the host wait for the GPU."""
    begin, arrays = _chains(n)
    main, side = cupy.cuda.Stream(), cupy.cuda.Stream()
    chains = {name: Chain(*(one.data.ptr for one in arrays[name]), n, 0) for name in arrays}
    capture = lesson("51")._function("capture_steps")
    capture.restype = ctypes.c_void_p
    graph = ctypes.c_void_p(capture(ctypes.byref(chains["ours"]), ctypes.c_int(steps), ctypes.c_void_p(main.ptr),
                                    ctypes.c_void_p(side.ptr)))

    def run(name):
        arrays[name][...] = begin
        if name == "ours":
            lesson("51").replay(graph, times, ctypes.c_void_p(main.ptr))
        else:
            lesson("51").make_steps(ctypes.byref(chains[name]), steps * times, ctypes.c_void_p(main.ptr))

    row = Row("51", f"launches by the host, {4 * steps} kernels in a graph", f"{4 * steps * times:,} kernels", None,
              {name: lambda name=name: run(name) for name in arrays},
              {name: lambda name=name: arrays[name] for name in arrays}, tolerance=0, clock=timing.on_submitting)
    row.library = "one stream"
    return row


def heat_on_two(side, steps):
    """From host to host, beside lesson 27's kernel on one GPU. None where there are not two."""
    if cupy.cuda.runtime.getDeviceCount() < 2:
        return None
    plate = pinned(side * side, np.float32)
    plate[:] = np.random.default_rng(15).random(plate.size, dtype=np.float32)
    outs = {name: pinned(plate.size, np.float32) for name in ("ours", "vendor")}
    whole, room = cupy.empty(plate.size, cupy.float32), cupy.empty(plate.size, cupy.float32)

    def on_one():
        whole.set(plate)
        lesson("27").spread_heat(whole, room, side, side, steps, 0.2)
        whole.get(out=outs["vendor"])

    row = Row("60", f"heat on two GPUs, {steps:,} steps", f"{side} x {side}", None,
              {"ours": lambda: lesson("60").heat_overlapped(plate, outs["ours"], side, side, steps, 0.2), "vendor": on_one},
              {name: lambda name=name: outs[name] for name in outs}, tolerance=1e-4, clock=timing.on_host)
    row.library = "one GPU"
    return row


def normalised(way, n):
    """`way` launches once; beside the pair of launches, a phase each."""
    x, work = floats(n, -1, 1), cupy.empty(8192, cupy.float32)
    outs = {name: cupy.empty(n, cupy.float32) for name in ("ours", "vendor")}
    row = Row("54", f"{way}, one launch", f"{n:,}", 8 * n,
              {"ours": lambda: getattr(lesson("54"), way)(x, n, work, outs["ours"]),
               "vendor": lambda: lesson("54").normalise_by_two(x, n, work, outs["vendor"])},
              {name: lambda name=name: outs[name] for name in outs}, tolerance=1e-6)
    row.library = "the pair"
    return row


def histogram_in_clusters(n, bins, blocks):
    """Bins over the shared memory of `blocks` blocks of a cluster; beside it as many kernels, each of which counts a
    range of bins and reads all keys."""
    keys = cupy.random.default_rng(17).integers(0, bins, n, dtype=cupy.uint32)
    outs = {name: cupy.empty(bins, cupy.uint32) for name in ("ours", "vendor")}
    row = Row("57", f"histogram, {bins:,} bins", f"{n:,}", 4 * n,
              {"ours": lambda: lesson("57").histogram(keys, n, ctypes.c_int(bins), outs["ours"]),
               "vendor": lambda: vendor().vendor_histogram_by_ranges(keys, n, bins, bins // blocks, outs["vendor"])},
              {name: lambda name=name: outs[name] for name in outs}, tolerance=0)
    row.library = "the plain way"
    return row


def sums_of_rows(size):
    """Of each element and its neighbours in the column."""
    x, out, kept = floats(size * size, -1, 1).reshape(size, size), cupy.empty((size, size), cupy.float32), {}
    columns, rows = ctypes.c_int(size), ctypes.c_int(size)

    def with_cupy():
        kept["cupy"] = x.copy()
        kept["cupy"][1:] += x[:-1]
        kept["cupy"][:-1] += x[1:]

    return Row("58", "sums of three rows", f"{size} x {size}", 8 * size * size,
               {"ours": lambda: lesson("58").sums_of_rows(x, columns, out, columns, rows, columns), "cupy": with_cupy},
               {"ours": lambda: out, "cupy": lambda: kept["cupy"]}, tolerance=1e-6)


def all_rows():
    yield from (lambda rows=rows: regular(rows) for rows in (100_000, 1 << 22))
    yield from (lambda rows=rows: skewed(rows) for rows in (100_000, 1 << 21))
    yield from (lambda size=size: filtered(size, 3) for size in (1000, 16384))
    yield lambda: filtered(16384, 5)
    yield lambda: diamond(200_000)
    yield lambda: steps_as_a_graph(125)
    yield lambda: launching(25)
    for way in ("normalise", "normalise_keeping"):
        yield from (lambda way=way, n=n: normalised(way, n) for n in (100_000, 2_500_000, 1 << 27))
    yield from (lambda n=n: histogram_in_clusters(n, 2 * 12288, 2) for n in (1_000_000, 1 << 27))
    yield lambda: histogram_in_clusters(1 << 27, 8 * 12288, 8)
    yield lambda: sums_of_rows(16384)
    yield lambda: heat_on_two(8192, 8000)
