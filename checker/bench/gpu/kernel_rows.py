"""Rows of the part 09_kernels: see rows.py."""

import cupy

from rows import Row, floats, lesson


def bfloat16s(n, low, high):
    """Their bits: CuPy has no such type."""
    return (floats(n, low, high).view(cupy.uint32) >> 16).astype(cupy.uint16)


def as_floats(bits):
    return (bits.astype(cupy.uint32) << 16).view(cupy.float32)


def rmsnorm(rows, columns):
    x, r, w = (bfloat16s(n, -2, 2) for n in (rows * columns, rows * columns, columns))
    h, y, kept = cupy.empty_like(x), cupy.empty_like(x), {}

    def with_cupy():
        sums = (as_floats(x) + as_floats(r)).reshape(rows, columns)
        scale = 1 / cupy.sqrt((sums * sums).mean(axis=1, keepdims=True) + cupy.float32(1e-5))
        kept["cupy"] = sums * scale * as_floats(w)

    return Row("63", "RMS norm with a residual", f"{rows} x {columns}", 8 * rows * columns,
               {"ours": lambda: lesson("63").rmsnorm_residual(x, r, w, h, y, rows, columns, 1e-5), "cupy": with_cupy},
               {"ours": lambda: as_floats(y).reshape(rows, columns), "cupy": lambda: kept["cupy"]}, tolerance=1e-2)


def cross_entropy(rows, classes):
    """In place: each call works on what the one before has left, which takes as long. So only its first result is
    compared, with CuPy's of the same logits."""
    logits, labels = floats(rows * classes, -8, 8).reshape(rows, classes), cupy.arange(rows, dtype=cupy.int32) % classes
    states, losses, mean = (cupy.empty(n, cupy.float32) for n in (2 * rows, rows, 2))
    theirs, kept = logits.copy(), {}

    def ours():
        lesson("64").cross_entropy(logits, labels, rows, classes, states, losses, mean)
        if "ours" not in kept:
            kept["ours"] = logits[:8].copy()

    def with_cupy():
        powers = cupy.exp(theirs - theirs.max(axis=1, keepdims=True))
        powers /= powers.sum(axis=1, keepdims=True)
        powers[cupy.arange(rows), labels] -= 1
        powers /= rows
        if "cupy" not in kept:
            kept["cupy"] = powers[:8].copy()

    return Row("64", "cross-entropy and its gradient", f"{rows} x {classes}", 12 * rows * classes,
               {"ours": ours, "cupy": with_cupy}, {name: lambda name=name: kept[name] for name in ("ours", "cupy")},
               tolerance=1e-4)


def routing(tokens, experts):
    """Room for all, so that sorting the requests by expert is the same. CuPy's two best are found one after the other."""
    gates, n, blocks = floats(tokens * experts).reshape(tokens, experts), 2 * tokens, (2 * tokens + 511) // 512
    chosen, counts, totals, offsets, places, order = (
        cupy.empty(size, cupy.int32) for size in (n, experts * blocks, experts, experts + 1, n, n))
    weights, kept = cupy.empty(n, cupy.float32), {}

    def with_cupy():
        first = gates.argmax(axis=1)
        rest, rows = gates.copy(), cupy.arange(tokens)
        rest[rows, first] = -cupy.inf
        second = rest.argmax(axis=1)
        ratio = cupy.exp(gates[rows, second] - gates[rows, first])
        kept["weights"] = cupy.stack((1 / (1 + ratio), ratio / (1 + ratio)), axis=1)
        sorted_requests = cupy.argsort(cupy.stack((first, second), axis=1).ravel(), kind="stable")
        kept["places"] = cupy.empty(n, cupy.int32)
        kept["places"][sorted_requests] = cupy.arange(n, dtype=cupy.int32)
        kept["order"] = sorted_requests // 2

    return Row("68", f"routing to 2 of {experts} experts", f"{tokens:,}", (4 * experts + 32) * tokens,
               {"ours": lambda: lesson("68").route(gates, tokens, experts, n, chosen, weights, counts, totals, offsets,
                                                   places, order), "cupy": with_cupy},
               {"ours": lambda: places, "cupy": lambda: kept["places"]}, tolerance=0)


def all_rows():
    yield from (lambda s=s: rmsnorm(*s) for s in ((1024, 4096), (16384, 4096), (4096, 16384), (16384, 4095)))
    yield from (lambda s=s: cross_entropy(*s) for s in ((1000, 1000), (4096, 32768), (1024, 131072)))
    yield from (lambda s=s: routing(*s) for s in ((65536, 8), (1 << 20, 64), (1 << 20, 128)))
