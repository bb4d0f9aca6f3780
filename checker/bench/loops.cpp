// Compiled with -O2 and nothing else: what the virtual GPU is measured against.
#include "bench/workloads.hpp"

#include <cmath>

namespace bench {

void add_loop(std::vector<Array>& arrays, int n) {
    const float* a = arrays[0].floats();
    const float* b = arrays[1].floats();
    float* c = arrays[2].floats();
    for (int i = 0; i < n; ++i) c[i] = a[i] + b[i];
}

void hypotenuse_loop(std::vector<Array>& arrays, int n) {
    const float* a = arrays[0].floats();
    const float* b = arrays[1].floats();
    float* c = arrays[2].floats();
    for (int i = 0; i < n; ++i) c[i] = std::sqrt(a[i] * a[i] + b[i] * b[i]);
}

void histogram_loop(std::vector<Array>& arrays, int n) {
    const std::uint32_t* values = arrays[0].words();
    std::uint32_t* bins = arrays[1].words();
    for (int i = 0; i < n; ++i) ++bins[values[i]];
}

void matmul_loop(std::vector<Array>& arrays, int n) {
    const float* a = arrays[0].floats();
    const float* b = arrays[1].floats();
    float* c = arrays[2].floats();
    for (int row = 0; row < n; ++row)
        for (int column = 0; column < n; ++column) {
            float sum = 0;
            for (int k = 0; k < n; ++k) sum += a[row * n + k] * b[k * n + column];
            c[row * n + column] = sum;
        }
}

void reduce_loop(std::vector<Array>& arrays, int n) {
    const std::uint32_t* values = arrays[0].words();
    std::uint32_t sum = 0;
    for (int i = 0; i < n; ++i) sum += values[i];
    arrays[2].words()[0] = sum;
}

void scan_loop(std::vector<Array>& arrays, int n) {
    const std::uint32_t* values = arrays[0].words();
    std::uint32_t* sums = arrays[1].words();
    std::uint32_t sum = 0;
    for (int i = 0; i < n; ++i) {
        sum += values[i];
        sums[i] = sum;
    }
}

void transpose_loop(std::vector<Array>& arrays, int n) {
    const float* in = arrays[0].floats();
    float* out = arrays[1].floats();
    for (int y = 0; y < n; ++y)
        for (int x = 0; x < n; ++x) out[x * n + y] = in[y * n + x];
}

// Each warp's 32 values by themselves.
void warp_scan_loop(std::vector<Array>& arrays, int n) {
    const std::uint32_t* values = arrays[0].words();
    std::uint32_t* sums = arrays[1].words();
    std::uint32_t sum = 0;
    for (int i = 0; i < n; ++i) {
        sum = i % 32 == 0 ? values[i] : sum + values[i];
        sums[i] = sum;
    }
}

void byte_histogram_loop(std::vector<Array>& arrays, int n) {
    const std::uint32_t* values = arrays[0].words();
    std::uint32_t* bins = arrays[1].words();
    for (int i = 0; i < n; ++i) ++bins[values[i]];
}

void scatter_loop(std::vector<Array>& arrays, int n) {
    const std::uint32_t* places = arrays[0].words();
    std::uint32_t* values = arrays[1].words();
    for (int i = 0; i < n; ++i)
        if (i % 32 < 22) values[places[i]] = values[places[i]] * 3 + 1;
}

} // namespace bench
