"""What is measured of part 09, the kernels that machine learning runs on: rows as in rows.py."""

import cupy
import numpy as np

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


def all_rows():
    yield from (lambda step=step: sgemm(step, 4096) for step in ("sgemm_column", "sgemm_square"))
    yield from (lambda size=size: sgemm("sgemm", size) for size in (512, 4096))
    yield from (lambda s=s: feed_forward(*s) for s in ((4096, 4096, 1024), (4096, 4096, 4096)))
    yield from (lambda s=s: attention(*s) for s in ((32, 1024, False), (32, 4096, False), (32, 4096, True)))
    yield from (lambda s=s: decode(*s) for s in ((64, 4096), (1, 65536)))
