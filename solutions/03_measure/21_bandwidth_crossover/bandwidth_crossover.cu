// Lesson 21: what the times say. README.md explains; fill in the four regions marked TODO.
#include "bandwidth_crossover.hpp"

#include "wire/cuda_check.hpp"

#include <algorithm>

double gigabytes_per_second(std::size_t bytes_read, std::size_t bytes_written,
                            double milliseconds) {
    // Solution 1: both directions use the same bus. In double before adding: no sum can overflow.
    const double bytes = static_cast<double>(bytes_read) + static_cast<double>(bytes_written);
    const double seconds = milliseconds * 1e-3;
    return bytes * 1e-9 / seconds;
    // end of Solution 1
}

double attainable_gflops(double operations, double bytes, double peak_gflops,
                         double peak_bandwidth) {
    // Solution 2: operations per byte times bytes per second are operations per second; the roof is flat
    // where the arithmetic is used up.
    const double intensity = operations / bytes;
    return std::min(peak_gflops, intensity * peak_bandwidth);
    // end of Solution 2
}

Crossovers crossovers(const std::size_t* sizes, const float* cpu_ms, const Phases* gpu, int count) {
    // Solution 3: from the largest size down, as long as the GPU wins: a single lucky measurement
    // among the small ones is no crossover.
    Crossovers result;
    for (int i = count - 1; i >= 0 && gpu[i].kernel < cpu_ms[i]; --i) {
        result.on_device = sizes[i];
    }
    for (int i = count - 1; i >= 0 && gpu[i].in + gpu[i].kernel + gpu[i].out < cpu_ms[i]; --i) {
        result.with_copies = sizes[i];
    }
    return result;
    // end of Solution 3
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

    // Solution 4: an event between any two steps. Each step ends where the next one begins, so four
    // events are enough for three times. One wait, for the last of them, is one for all.
    const std::size_t bytes = n * sizeof(double);
    for (int round = 0; round < 2; ++round) {
        check(cudaEventRecord(begin));
        check(cudaMemcpy(device_x.get(), x, bytes, cudaMemcpyHostToDevice));
        check(cudaMemcpy(device_y.get(), y, bytes, cudaMemcpyHostToDevice));
        check(cudaEventRecord(copied_in));
        if (n > 0) {
            sinexp_kernel<<<blocks, threads_per_block>>>(device_x.get(), device_y.get(),
                                                         device_z.get(), n);
            check(cudaGetLastError());
        }
        check(cudaEventRecord(computed));
        check(cudaMemcpy(z, device_z.get(), bytes, cudaMemcpyDeviceToHost));
        check(cudaEventRecord(copied_out));
    }
    check(cudaEventSynchronize(copied_out));
    phases.in = milliseconds_between(begin, copied_in);
    phases.kernel = milliseconds_between(copied_in, computed);
    phases.out = milliseconds_between(computed, copied_out);
    // end of Solution 4

    return phases;
}
