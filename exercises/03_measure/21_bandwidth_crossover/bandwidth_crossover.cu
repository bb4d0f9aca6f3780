// Lesson 21: what the times say. README.md explains; fill in the four regions marked TODO.
#include "bandwidth_crossover.hpp"

#include "wire/cuda_check.hpp"

#include <algorithm>

double gigabytes_per_second(std::size_t bytes_read, std::size_t bytes_written,
                            double milliseconds) {
    // TODO 1: all bytes, by the time; mind the units.
    return 0.0;
    // end of TODO 1
}

double attainable_gflops(double operations, double bytes, double peak_gflops,
                         double peak_bandwidth) {
    // TODO 2: the lower of two limits.
    return 0.0;
    // end of TODO 2
}

Crossovers crossovers(const std::size_t* sizes, const float* cpu_ms, const Phases* gpu, int count) {
    // TODO 3: the smallest size from which on the GPU always wins; twice.
    return {};
    // end of TODO 3
}

// Memory on the device for n doubles, given back at the end.
class DeviceArray {
  public:
    explicit DeviceArray(std::size_t n) { check(cudaMalloc(&data_, n * sizeof(double))); }
    ~DeviceArray() { cudaFree(data_); }
    DeviceArray(const DeviceArray&) = delete;
    DeviceArray& operator=(const DeviceArray&) = delete;
    double* get() const { return data_; }

  private:
    double* data_ = nullptr;
};

// Lesson 20's event, and the time between two that the GPU has passed.
class Event {
  public:
    Event() { check(cudaEventCreate(&event_)); }
    ~Event() { cudaEventDestroy(event_); }
    Event(const Event&) = delete;
    Event& operator=(const Event&) = delete;
    operator cudaEvent_t() const { return event_; }

  private:
    cudaEvent_t event_ = nullptr;
};

float milliseconds_between(const Event& start, const Event& stop) {
    float milliseconds = 0;
    check(cudaEventElapsedTime(&milliseconds, start, stop));
    return milliseconds;
}

__global__ void sinexp_kernel(const double* x, const double* y, double* z, std::size_t n) {
    const std::size_t stride = std::size_t{gridDim.x} * blockDim.x;
    for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n; i += stride) {
        z[i] = sin(x[i]) * exp(y[i]);
    }
}

constexpr int threads_per_block = 256;
constexpr std::size_t most_blocks = 1024;

Phases time_sinexp(const double* x, const double* y, double* z, std::size_t n) {
    const DeviceArray device_x(n), device_y(n), device_z(n);
    const auto blocks = static_cast<unsigned>(
        std::min((n + threads_per_block - 1) / threads_per_block, most_blocks));
    const Event begin, copied_in, computed, copied_out;
    Phases phases;

    // TODO 4: two rounds of copy, launch and copy, with events between the steps; then the times.

    // end of TODO 4

    return phases;
}
