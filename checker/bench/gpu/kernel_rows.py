"""Rows of part 09, the kernels that machine learning runs on: see rows.py."""

import cupy
import numpy as np
from cupy_backends.cuda.libs import cublas

from rows import Row, floats, lesson, vendor


def sgemm(step, size):
    """cuBLAS in full single precision: CuPy allows TF32 only if asked to."""
    a, b, out, kept = (floats(size * size, -1, 1).reshape(size, size), floats(size * size, 0, 1).reshape(size, size),
                       cupy.empty((size, size), cupy.float32), {})
    row = Row("61", f"{step}, float", f"{size} x {size}", None,
              {"ours": lambda: getattr(lesson("61"), step)(a, b, out, size, size, size, 1.0, 0.0),
               "vendor": lambda: kept.__setitem__("vendor", cupy.matmul(a, b))},
              {"ours": lambda: out, "vendor": lambda: kept["vendor"]}, tolerance=1e-4)
    row.library = "cuBLAS"
    return row


def pipeline(stages, size, depth):
    """Beside the same product with one stage: what the copies that go on while a block multiplies are good for."""
    a, b = floats(size * depth, -1, 1).reshape(size, depth), floats(depth * size, 0, 1).reshape(depth, size)
    out, kept = cupy.empty((size, size), cupy.float32), cupy.empty((size, size), cupy.float32)
    shape, rounds = (size, size, depth), (depth + 15) // 16
    row = Row("55", f"product, {stages} stages", f"{size} x {size} x {depth}", None,
              {"ours": lambda: lesson("55").multiply_stages(a, b, out, *shape, rounds, stages),
               "vendor": lambda: lesson("55").multiply_one_stage(a, b, kept, *shape, rounds)},
              {"ours": lambda: out, "vendor": lambda: kept}, tolerance=1e-4)
    row.library = "one stage"
    return row


def pipeline_beside_tiles(size):
    """Beside lesson 37, whose tiles are smaller, and of which a thread has one element."""
    a, b = floats(size * size, -1, 1).reshape(size, size), floats(size * size, 0, 1).reshape(size, size)
    out, kept = cupy.empty((size, size), cupy.float32), cupy.empty((size, size), cupy.float32)
    row = Row("55", "product, 4 stages", f"{size} x {size}", None,
              {"ours": lambda: lesson("55").multiply(a, b, out, size, size, size),
               "vendor": lambda: lesson("37").multiply(a, b, kept, size, size, size)},
              {"ours": lambda: out, "vendor": lambda: kept}, tolerance=1e-4)
    row.library = "lesson 37"
    return row


def tensor_product(step, size):
    """Halves to floats, beside cuBLAS, which adds in float, too, and makes halves of the sums. B is column-major for
    both."""
    a, b = (floats(size * size, 0, 1).astype(cupy.float16).reshape(size, size) for _ in range(2))
    c, out, kept = cupy.zeros((size, size), cupy.float32), cupy.empty((size, size), cupy.float32), {}
    ours = {"multiply_tiles": lambda: lesson("56").multiply_tiles(a, size, b, size, c, size, out, size, *[size] * 3),
            "multiply": lambda: lesson("56").multiply(a, b, c, out, size, size, size)}
    row = Row("56", f"{step}, half", f"{size} x {size}", None,
              {"ours": ours[step], "vendor": lambda: kept.__setitem__("vendor", cupy.matmul(a, b.T))},
              {"ours": lambda: out, "vendor": lambda: kept["vendor"].astype(cupy.float32)}, tolerance=2e-3)
    row.library = "cuBLAS"
    return row


def warpgroup_product(size):
    """As above, by wgmma."""
    a, b = (floats(size * size, 0, 1).astype(cupy.float16).reshape(size, size) for _ in range(2))
    out, kept = cupy.empty((size, size), cupy.float32), {}
    row = Row("59", "multiply, half", f"{size} x {size}", None,
              {"ours": lambda: lesson("59").multiply(a, b, out, size, size, size),
               "vendor": lambda: kept.__setitem__("vendor", cupy.matmul(a, b.T))},
              {"ours": lambda: out, "vendor": lambda: kept["vendor"].astype(cupy.float32)}, tolerance=2e-3)
    row.library = "cuBLAS"
    return row


def byte_product(step, size):
    """Bytes to ints, beside cuBLAS. B is column-major for both; cuBLAS makes the columns of B the rows of its result, which
    is column-major."""
    a, b = (cupy.random.default_rng(seed).integers(-128, 128, size * size, dtype=cupy.int8) for seed in (7, 8))
    out, kept = cupy.empty((size, size), cupy.int32), cupy.empty((size, size), cupy.int32)
    one, zero = np.array(1, np.int32), np.array(0, np.int32)
    transposed, plain, bytes_, ints, sums_in_ints, chosen_by_it = 1, 0, 3, 10, 72, -1

    def vendor_product():
        cublas.gemmEx(cupy.cuda.device.get_cublas_handle(), transposed, plain, size, size, size, one.ctypes.data,
                      b.data.ptr, bytes_, size, a.data.ptr, bytes_, size, zero.ctypes.data, kept.data.ptr, ints, size,
                      sums_in_ints, chosen_by_it)

    ours = {"multiply_words": lambda: lesson("69").multiply_words(a, b, out, size, size, size, size),
            "multiply": lambda: lesson("69").multiply(a, b, out, size, size, size)}
    row = Row("69", f"{step}, bytes", f"{size} x {size}", None, {"ours": ours[step], "vendor": vendor_product},
              {"ours": lambda: out, "vendor": lambda: kept}, tolerance=0)
    row.library = "cuBLAS"
    return row


bias_and_gelu = cupy.ElementwiseKernel(
    "float32 sum, float32 bias", "float32 y",
    "const float x = sum + bias; y = 0.5f * x * (1.0f + erff(x * 0.70710678f))", "bias_and_gelu")


def feed_forward(m, n, k):
    """Beside cuBLAS and one kernel for bias and GELU."""
    x, w, bias = (floats(m * k, -1, 1).reshape(m, k), floats(k * n, -1, 1).reshape(k, n) / np.float32(k**0.5),
                  floats(n, -1, 1))
    out, kept = cupy.empty((m, n), cupy.float32), {}
    row = Row("62", "gelu(x W + bias)", f"{m} x {n} x {k}", None,
              {"ours": lambda: lesson("62").up(x, w, bias, out, m, n, k),
               "vendor": lambda: kept.__setitem__("vendor", bias_and_gelu(cupy.matmul(x, w), bias))},
              {"ours": lambda: out, "vendor": lambda: kept["vendor"]}, tolerance=1e-4)
    row.library = "cuBLAS and a kernel"
    return row


def attention(heads, n, causal):
    """Beside the same number of multiply-adds out of registers, and CuPy with a matrix of scores."""
    q, k, v = (floats(heads * n * 64, -2, 2).reshape(heads, n, 64) for _ in range(3))
    out, kept, sink = cupy.empty((heads, n, 64), cupy.float32), {}, cupy.zeros(1, cupy.float32)
    hidden = cupy.triu(cupy.full((n, n), -np.inf, cupy.float32), 1) if causal else np.float32(0)
    multiply_adds = heads * n * (n + 1 if causal else 2 * n) * 64

    def with_cupy():
        scores = cupy.matmul(q, k.transpose(0, 2, 1)) * np.float32(0.125) + hidden
        scores = cupy.exp(scores - scores.max(axis=2, keepdims=True))
        kept["cupy"] = cupy.matmul(scores / scores.sum(axis=2, keepdims=True), v)

    row = Row("65", "attention, causal" if causal else "attention", f"{heads} heads, {n}", None,
              {"ours": lambda: lesson("65").attention(q, k, v, out, heads, n, n, int(causal)), "cupy": with_cupy,
               "vendor": lambda: vendor().vendor_multiply_adds(multiply_adds, sink)},
              {"ours": lambda: out, "cupy": lambda: kept["cupy"], "vendor": lambda: out}, tolerance=1e-3)
    row.library = "the peak of multiply-adds"
    return row


def decode(sequences, length, kv_heads=8, group=4):
    """The bytes are those of all keys and values; pages lie in random order."""
    width, rng = -(-length // 16), np.random.default_rng(12)
    table = cupy.asarray(rng.permutation(sequences * width).astype(np.int32))
    keys, values = (floats(sequences * width * kv_heads * 16 * 64, -1, 1) for _ in range(2))
    lengths = cupy.full(sequences, length, cupy.int32)
    q = floats(sequences * kv_heads * group * 64, -1, 1)
    states = sequences * kv_heads * group * -(-width // 16)
    maximum, sums, o = (cupy.empty(states * n, cupy.float32) for n in (1, 1, 64))
    out = cupy.empty(sequences * kv_heads * group * 64, cupy.float32)
    return Row("66", "decode, 8 key heads, 4 queries each", f"{sequences} x {length}",
               2 * 4 * sequences * length * kv_heads * 64,
               {"ours": lambda: lesson("66").decode(q, keys, values, lengths, table, width, sequences, kv_heads, group,
                                                    maximum, sums, o, out)}, {"ours": lambda: out})


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


def block_scaling(step, n):
    """n is a multiple of 32. Bytes: 2 for a value, 1 for its code, 1 for each 32 in a row, in either direction."""
    x, y, codes, scales, kept = (bfloat16s(n, -2, 2), cupy.empty(n, cupy.uint16), cupy.empty(n, cupy.uint8),
                                 cupy.empty(n // 32, cupy.uint8), {})
    lesson("70").quantize(x, codes, scales, n)

    def bits(array, of=cupy.uint32):
        return array.astype(cupy.uint32).view(of) if of is cupy.float32 else array.view(of)

    def quantized():
        values = cupy.abs(as_floats(x).reshape(-1, 32))
        scale = (bits(values.max(axis=1)) + np.uint32(0x1fffff) >> 23) - np.uint32(8)
        values *= bits(np.uint32(254) - scale << 23, cupy.float32)[:, None]
        large = bits(cupy.maximum(bits(values) & np.uint32(0x7f800000), np.uint32(0x3c800000)) + np.uint32(20 << 23),
                     cupy.float32)
        rounded = bits((values + large - large) * np.float32(2.0**-120)) >> 20
        kept["cupy"] = (rounded.ravel() | x >> 8 & 0x80).astype(cupy.uint8)

    code = cupy.arange(256)
    exponent, fraction = code >> 3 & 15, code & 7
    number = cupy.where(exponent == 0, fraction * 2.0**-9, (8 + fraction) * 2.0**(exponent - 10))
    table = (cupy.where(code < 128, 1, -1) * number).astype(cupy.float32)

    def dequantized():
        factor = bits(scales.astype(cupy.uint32) << 23, cupy.float32)
        kept["cupy"] = (table[codes].reshape(-1, 32) * factor[:, None]).ravel()

    ways = {"quantize": {"ours": lambda: lesson("70").quantize(x, codes, scales, n), "cupy": quantized},
            "dequantize": {"ours": lambda: lesson("70").dequantize(codes, scales, y, n), "cupy": dequantized}}
    results = {"quantize": lambda: codes.astype(cupy.float32), "dequantize": lambda: as_floats(y)}
    return Row("70", f"{step}, blocks of 32", f"{n:,}", 3 * n + n // 32, ways[step],
               {"ours": results[step], "cupy": lambda: kept["cupy"].astype(cupy.float32)}, tolerance=0)


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
    yield from (lambda step=step: sgemm(step, 4096) for step in ("sgemm_column", "sgemm_square"))
    yield from (lambda size=size: sgemm("sgemm", size) for size in (512, 4096))
    # 64 blocks, each alone on its multiprocessor; then as many as fit.
    yield from (lambda stages=stages: pipeline(stages, 512, 4096) for stages in (2, 3, 4))
    yield lambda: pipeline(4, 4096, 4096)
    yield lambda: pipeline_beside_tiles(4096)
    yield from (lambda s=s: tensor_product(*s) for s in (("multiply_tiles", 4096), ("multiply", 512), ("multiply", 4096)))
    yield from (lambda size=size: warpgroup_product(size) for size in (512, 4096, 8192))
    yield from (lambda s=s: byte_product(*s) for s in (("multiply_words", 4096), ("multiply", 512), ("multiply", 4096)))
    yield from (lambda s=s: feed_forward(*s) for s in ((4096, 4096, 1024), (4096, 4096, 4096)))
    yield from (lambda s=s: attention(*s) for s in ((32, 1024, False), (32, 4096, False), (32, 4096, True)))
    yield from (lambda s=s: decode(*s) for s in ((64, 4096), (1, 65536)))
    yield from (lambda s=s: rmsnorm(*s) for s in ((1024, 4096), (16384, 4096), (4096, 16384), (16384, 4095)))
    yield from (lambda s=s: block_scaling(*s) for s in (("quantize", 1 << 20), ("quantize", 1 << 28), ("dequantize", 1 << 28)))
    yield from (lambda s=s: cross_entropy(*s) for s in ((1000, 1000), (4096, 32768), (1024, 131072)))
    yield from (lambda s=s: routing(*s) for s in ((65536, 8), (1 << 20, 64), (1 << 20, 128)))
