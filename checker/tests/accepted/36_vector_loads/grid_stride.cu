// Accepted: a grid of limited size, whose threads go on by strides; templates for both types; heads to a multiple of 16 for pixels, too
#include "vector_loads.hpp"

#include <algorithm>

Split split(std::uintptr_t address, std::size_t n, std::size_t element, std::size_t vector) {
    const std::uintptr_t begin = address, end = address + n * element;
    const std::uintptr_t first = std::min(end, (begin + vector - 1) / vector * vector);
    const std::uintptr_t last = std::max(first, end / vector * vector);
    return {(first - begin) / element, (last - first) / vector, (end - last) / element};
}

struct Times {
    float factor;
    __device__ float operator()(float x) const { return x * factor; }
    __device__ float4 operator()(float4 v) const { return {v.x * factor, v.y * factor, v.z * factor, v.w * factor}; }
};

struct Plus {
    int amount;
    __device__ unsigned char operator()(unsigned char p) const { return p + amount > 255 ? 255 : p + amount; }
    __device__ uchar4 operator()(uchar4 v) const { return {(*this)(v.x), (*this)(v.y), (*this)(v.z), (*this)(v.w)}; }
};

template <class Vector, class T, class F>
__global__ void apply(T* data, Split parts, F f) {
    const std::size_t t = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    const std::size_t step = std::size_t{gridDim.x} * blockDim.x;
    auto* const vectors = reinterpret_cast<Vector*>(data + parts.head);
    for (std::size_t i = t; i < parts.vectors; i += step) vectors[i] = f(vectors[i]);
    T* const tail = reinterpret_cast<T*>(vectors + parts.vectors);
    if (t < parts.head) data[t] = f(data[t]);
    if (t < parts.tail) tail[t] = f(tail[t]);
}

template <class Vector, class T, class F>
void launch(T* data, std::size_t n, F f) {
    if (n == 0) return;
    const Split parts = split(reinterpret_cast<std::uintptr_t>(data), n, sizeof(T), sizeof(Vector));
    apply<Vector><<<unsigned(std::clamp<std::size_t>((parts.vectors + 127) / 128, 1, 2000)), 128>>>(data, parts, f);
}

void scale_aligned(float* values, std::size_t n, float factor) { launch<float4>(values, n, Times{factor}); }
void scale(float* values, std::size_t n, float factor) { launch<float4>(values, n, Times{factor}); }
void brighten(unsigned char* pixels, std::size_t n, int amount) { launch<uchar4>(pixels, n, Plus{amount}); }
