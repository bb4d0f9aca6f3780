"""The lessons' operations as the sources of this workbook write them: kernels of Numba's."""

import math

import numpy as np

if not hasattr(np, "row_stack"):  # Numba asks for it; NumPy 2.5 has it no more
    np.row_stack = np.vstack

from numba import config, cuda, float32, vectorize
from numba.cuda.random import create_xoroshiro128p_states, xoroshiro128p_uniform_float32

config.CUDA_LOW_OCCUPANCY_WARNINGS = 0  # the sources' small sizes are meant

ROOT_OF_2_PI = np.float32((2 * math.pi) ** 0.5)


@cuda.jit
def add(x, y, out):
    for i in range(cuda.grid(1), x.size, cuda.gridsize(1)):
        out[i] = x[i] + y[i]


@cuda.jit
def saxpy(a, x, y):
    for i in range(cuda.grid(1), x.size, cuda.gridsize(1)):
        y[i] = a * x[i] + y[i]


@cuda.jit
def square(a, out):
    i = cuda.grid(1)
    if i < a.size:
        out[i] = a[i] ** 2


@cuda.jit
def convert(a, out):
    i = cuda.grid(1)
    if i < a.size:
        out[i] = a[i]


@cuda.jit
def hypot(a, b, out):
    for i in range(cuda.grid(1), a.size, cuda.gridsize(1)):
        out[i] = math.hypot(a[i], b[i])


@cuda.jit
def root(x, out):
    for i in range(cuda.grid(1), x.size, cuda.gridsize(1)):
        out[i] = math.sqrt(x[i])


@cuda.jit
def outer_sum(column, row, out):
    j, i = cuda.grid(2)
    if i < out.shape[0] and j < out.shape[1]:
        out[i, j] = column[i] + row[j]


@cuda.jit
def scale(image, out, factor):
    j, i = cuda.grid(2)
    if i < out.shape[0] and j < out.shape[1]:
        out[i, j] = image[i, j] * factor


@cuda.jit
def zero_suppress(values, out, threshold):
    for i in range(cuda.grid(1), values.size, cuda.gridsize(1)):
        value = values[i]
        out[i] = 0 if abs(value) < threshold else value


@cuda.jit
def gaussian_pdf(x, mean, sigma, out):
    # With the source's literal -0.5, which is 64 bits wide and makes the exponential so.
    for i in range(cuda.grid(1), x.size, cuda.gridsize(1)):
        z = (x[i] - mean) / sigma
        out[i] = math.exp(-0.5 * z * z) / (sigma * ROOT_OF_2_PI)


@cuda.jit
def polynomial(coefficients, x, out):
    for i in range(cuda.grid(1), x.size, cuda.gridsize(1)):
        value = float32(0)
        for k in range(coefficients.size - 1, -1, -1):
            value = value * x[i] + coefficients[k]
        out[i] = value


# The sources' ufuncs: compiled for arrays, launched by Numba.


@vectorize([float32(float32, float32, float32)], target="cuda")
def make_pulse(t, period, amplitude):
    return max(math.sin(t / period) - float32(0.3), float32(0)) * amplitude


@vectorize([float32(float32, float32)], target="cuda")
def add_ufunc(x, y):
    return x + y


@vectorize([float32(float32)], target="cuda")
def normalize(grey):
    return grey / float32(255)


@vectorize([float32(float32, float32)], target="cuda")
def weigh(x, weight):
    return x * weight


@vectorize([float32(float32)], target="cuda")
def activate(x):
    return (math.exp(x) - math.exp(-x)) / (math.exp(x) + math.exp(-x))


@cuda.jit
def histogram(values, low, high, counts):
    bins = counts.size
    width = (high - low) / bins
    for i in range(cuda.grid(1), values.size, cuda.gridsize(1)):
        bin = int(math.floor((values[i] - low) / width))
        if 0 <= bin < bins:
            cuda.atomic.add(counts, bin, 1)


@cuda.jit
def spread_heat(plate, out, rate):
    x, y = cuda.grid(2)
    height, width = plate.shape
    if x < width and y < height:
        here = plate[y, x]
        if 0 < x < width - 1 and 0 < y < height - 1:
            here += rate * (plate[y - 1, x] + plate[y + 1, x] + plate[y, x - 1] + plate[y, x + 1]
                            - float32(4) * here)
        out[y, x] = here


@cuda.jit
def reverse(values, out):
    i = cuda.grid(1)
    if i < values.size:
        out[i] = values[values.size - 1 - i]


@cuda.jit
def stencil(values, out, weights, radius):
    i = cuda.grid(1)
    if i < values.size:
        total = float32(0)
        for k in range(-radius, radius + 1):
            total += weights[radius + k] * values[min(max(i + k, 0), values.size - 1)]
        out[i] = total


@cuda.jit
def transpose(matrix, out):
    tile = cuda.shared.array((32, 33), float32)
    x, y = cuda.threadIdx.x, cuda.threadIdx.y
    j, i = cuda.blockIdx.x * 32 + x, cuda.blockIdx.y * 32 + y
    for k in range(0, 32, 8):
        if i + k < matrix.shape[0] and j < matrix.shape[1]:
            tile[y + k, x] = matrix[i + k, j]
    cuda.syncthreads()
    j, i = cuda.blockIdx.y * 32 + x, cuda.blockIdx.x * 32 + y
    for k in range(0, 32, 8):
        if i + k < out.shape[0] and j < out.shape[1]:
            out[i + k, j] = tile[x, y + k]


@cuda.jit
def row_sums(matrix, out):
    i = cuda.grid(1)
    if i < matrix.shape[0]:
        total = float32(0)
        for j in range(matrix.shape[1]):
            total += matrix[i, j]
        out[i] = total


@cuda.jit
def column_sums(matrix, out):
    j = cuda.grid(1)
    if j < matrix.shape[1]:
        total = float32(0)
        for i in range(matrix.shape[0]):
            total += matrix[i, j]
        out[j] = total


@cuda.jit
def count_hits(samples_per_thread, states, hits):
    thread = cuda.grid(1)
    count = 0
    for _ in range(samples_per_thread):
        x = xoroshiro128p_uniform_float32(states, thread)
        y = xoroshiro128p_uniform_float32(states, thread)
        if x * x + y * y < float32(1):
            count += 1
    hits[thread] = count


@cuda.reduce
def sum_of(a, b):
    return a + b


@cuda.reduce
def product_of(a, b):
    return a * b
