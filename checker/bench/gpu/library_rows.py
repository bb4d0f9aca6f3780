"""Rows of lessons beside CUB's algorithms for whole arrays (43, 44, 52) and of lesson 67: see rows.py."""

import cupy

from rows import Row, floats, lesson, vendor


def keep(n, percent):
    """Kept are `percent` of the values; both ways read all and write those."""
    x = cupy.random.default_rng(12).integers(-100, 100, n, dtype=cupy.int32)
    threshold = 100 - percent
    kept, theirs, total = (cupy.zeros(n, cupy.int32), cupy.zeros(n, cupy.int32), cupy.zeros(2, cupy.int32))
    tiles = -(-n // 8192)
    work, counts, three = cupy.empty(tiles + 1, cupy.uint32), cupy.empty(4096, cupy.int32), cupy.zeros(n, cupy.int32)

    def row(what, ours, result):
        return Row("43", f"{what}, {percent} % kept", f"{n:,}", 4 * n + 4 * n * percent // 100,
                   {"ours": ours, "vendor": lambda: vendor().vendor_keep(x, n, threshold, theirs, total[1:])},
                   {"ours": lambda: result, "vendor": lambda: theirs}, tolerance=0)

    return (row("kept in one pass", lambda: lesson("43").keep_in_one_pass(x, n, threshold, work, kept, total), kept),
            row("kept in three launches", lambda: lesson("43").keep(x, n, threshold, counts, three, total), three))


def sort(n, merge=False):
    """The four passes of the solution from one array to another, so that the input stays as it is."""
    keys = cupy.random.default_rng(13).integers(0, 2**32, n, dtype=cupy.uint32)
    values = cupy.arange(n, dtype=cupy.uint32)
    k, v, other_k, other_v, their_k, their_v = (cupy.empty(n, cupy.uint32) for _ in range(6))
    tiles = -(-n // 4096)
    stretch = -(-tiles // 512) * 4096
    blocks = -(-n // stretch)
    counts, totals = cupy.empty(256 * blocks, cupy.int32), cupy.empty(256, cupy.int32)

    def ours():
        source = keys, values
        for shift, to in ((0, (other_k, other_v)), (8, (k, v)), (16, (other_k, other_v)), (24, (k, v))):
            lesson("44").sort_by_digit(*source, n, stretch, shift, counts, totals, *to)
            source = to

    def theirs():
        which = vendor().vendor_merge_sort if merge else vendor().vendor_sort
        which(keys, values, n, their_k, their_v)

    row = Row("44", "sort of keys with values" + (", beside a merge sort" if merge else ""), f"{n:,}", None,
              {"ours": ours, "vendor": theirs}, {"ours": lambda: v, "vendor": lambda: their_v}, tolerance=0)
    row.library = "Thrust's merge sort" if merge else "CUB"
    return row


def largest_difference(n):
    a, b, kept = floats(n), floats(n)[::-1].copy(), {}
    result = cupy.empty(1, cupy.float32)
    return Row("52", "largest difference", f"{n:,}", 8 * n,
               {"ours": lambda: lesson("52").largest_difference(a, b, n, result),
                "cupy": lambda: kept.__setitem__("cupy", cupy.abs(a - b).max())},
               {"ours": lambda: result[0], "cupy": lambda: kept["cupy"]}, tolerance=0, ceiling="read")


def top_k(rows, columns, k):
    x = cupy.random.default_rng(14).standard_normal((rows, columns), dtype=cupy.float32)
    best, places, kept = cupy.empty((rows, k), cupy.float32), cupy.empty((rows, k), cupy.int32), {}

    def with_cupy():
        kept["cupy"] = -cupy.sort(cupy.partition(-x, k - 1, axis=1)[:, :k], axis=1)

    return Row("67", f"the {k} largest of each row", f"{rows} x {columns}", 4 * rows * columns,
               {"ours": lambda: lesson("67").top_k(x, rows, columns, k, best, places), "cupy": with_cupy},
               {"ours": lambda: best, "cupy": lambda: kept["cupy"]}, tolerance=0, ceiling="read")


def all_rows():
    full = 2**27
    for n, percent in ((1_000_000, 50), (full, 50), (full, 10)):
        yield lambda n=n, percent=percent: keep(n, percent)[0]
        yield lambda n=n, percent=percent: keep(n, percent)[1]
    yield from (lambda n=n: sort(n) for n in (1_000_000, full))
    yield lambda: sort(full, merge=True)
    yield from (lambda n=n: largest_difference(n) for n in (1_000_000, full))
    yield from (lambda s=s: top_k(*s) for s in ((1024, 131072, 50), (4096, 32768, 50), (4096, 32768, 8)))
