// Mistake: divides whole numbers
// Verdict: wrong_answer
// Message: gigabytes_per_second() returned
#include "bandwidth_crossover.hpp"

#include "wire/cuda_check.hpp"

#include <algorithm>

double gigabytes_per_second(std::size_t bytes_read, std::size_t bytes_written,
                            double milliseconds) {
    const double bytes = static_cast<double>(bytes_read) + static_cast<double>(bytes_written);
    const double seconds = milliseconds * 1e-3;
    return static_cast<double>(static_cast<std::size_t>(bytes) / 1000000000) / seconds;
}

double attainable_gflops(double operations, double bytes, double peak_gflops,
                         double peak_bandwidth) {
    const double intensity = operations / bytes;
    return std::min(peak_gflops, intensity * peak_bandwidth);
}

Crossovers crossovers(const std::size_t* sizes, const float* cpu_ms, const Phases* gpu, int count) {
    Crossovers result;
    for (int i = count - 1; i >= 0 && gpu[i].kernel < cpu_ms[i]; --i) {
        result.on_device = sizes[i];
    }
    for (int i = count - 1; i >= 0 && gpu[i].in + gpu[i].kernel + gpu[i].out < cpu_ms[i]; --i) {
        result.with_copies = sizes[i];
    }
    return result;
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

    return phases;
}
