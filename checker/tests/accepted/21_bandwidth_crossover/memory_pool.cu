// Accepted: device memory of a pool, owned by a unique_ptr; the roof as the longer of two times; no grid-stride loop
#include "bandwidth_crossover.hpp"

#include "wire/cuda_check.hpp"

#include <algorithm>
#include <cmath>
#include <memory>

double gigabytes_per_second(std::size_t bytes_read, std::size_t bytes_written, double milliseconds) {
    return (static_cast<double>(bytes_read) + static_cast<double>(bytes_written)) / milliseconds / 1e6;
}

double attainable_gflops(double operations, double bytes, double peak_gflops, double peak_bandwidth) {
    const double seconds = std::fmax(operations / peak_gflops, bytes / peak_bandwidth);
    return operations / seconds;
}

Crossovers crossovers(const std::size_t* sizes, const float* cpu_ms, const Phases* gpu, int count) {
    const auto from = [&](auto total) {
        int i = count;
        while (i > 0 && total(gpu[i - 1]) < cpu_ms[i - 1]) --i;
        return i == count ? never : sizes[i];
    };
    return {from([](const Phases& p) { return p.kernel; }),
            from([](const Phases& p) { return p.in + p.kernel + p.out; })};
}

struct Free {
    void operator()(double* memory) const { cudaFreeAsync(memory, nullptr); }
};
using Array = std::unique_ptr<double, Free>;

static Array array(std::size_t n) {
    double* memory = nullptr;
    if (n != 0) check(cudaMallocAsync(&memory, n * sizeof(double), nullptr));
    return Array(memory);
}

struct Mark {
    cudaEvent_t event{};
    Mark() { check(cudaEventCreate(&event)); }
    ~Mark() { cudaEventDestroy(event); }
    Mark(const Mark&) = delete;
    void set() { check(cudaEventRecord(event)); }
    float since(const Mark& other) const {
        float time = 0;
        check(cudaEventElapsedTime(&time, other.event, event));
        return time;
    }
};

__global__ void sinexp_kernel(const double* x, const double* y, double* z, std::size_t n) {
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i < n) z[i] = exp(y[i]) * sin(x[i]);
}

Phases time_sinexp(const double* x, const double* y, double* z, std::size_t n) {
    const Array a = array(n), b = array(n), c = array(n);
    Mark marks[4];
    const std::size_t bytes = n * sizeof(double);
    for (int round = 0; round < 2; ++round) {
        marks[0].set();
        check(cudaMemcpy(a.get(), x, bytes, cudaMemcpyHostToDevice));
        check(cudaMemcpy(b.get(), y, bytes, cudaMemcpyHostToDevice));
        marks[1].set();
        if (n != 0) sinexp_kernel<<<static_cast<unsigned>((n + 127) / 128), 128>>>(a.get(), b.get(), c.get(), n);
        check(cudaGetLastError());
        marks[2].set();
        check(cudaMemcpy(z, c.get(), bytes, cudaMemcpyDeviceToHost));
        marks[3].set();
    }
    check(cudaEventSynchronize(marks[3].event));
    return {marks[1].since(marks[0]), marks[2].since(marks[1]), marks[3].since(marks[2])};
}
