// Accepted: Thrust: transformations of memory with an owner, a counting iterator for the times
#include "one_round_trip.hpp"

#include "wire/device_buffer.hpp"

#include <thrust/device_ptr.h>
#include <thrust/execution_policy.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/transform.h>

struct Sample {
    float period, amplitude;
    template <typename Time>
    __device__ float operator()(Time t, float noise) const {
        return fmaxf(sinf(static_cast<float>(t) / period) - 0.3f, 0.0f) * amplitude + noise;
    }
};

template <typename Times>
void make(Times times, const float* noise, Sample sample, float* out, std::size_t n) {
    const DeviceBuffer<float> sums(n);
    check(cudaMemcpy(sums.data(), noise, sums.bytes(), cudaMemcpyHostToDevice));
    const auto first = thrust::device_pointer_cast(sums.data());
    thrust::transform(thrust::device, times, times + n, first, first, sample);
    check(cudaMemcpy(out, sums.data(), sums.bytes(), cudaMemcpyDeviceToHost));
}

void waveform_at(const float* t, const float* noise, float period, float amplitude, float* out,
                 std::size_t n) {
    if (n == 0) return;
    const DeviceBuffer<float> times(n);
    check(cudaMemcpy(times.data(), t, times.bytes(), cudaMemcpyHostToDevice));
    make(thrust::device_pointer_cast(times.data()), noise, Sample{period, amplitude}, out, n);
}

void waveform(const float* noise, float period, float amplitude, float* out, std::size_t n) {
    if (n == 0) return;
    make(thrust::counting_iterator<unsigned>(0), noise, Sample{period, amplitude}, out, n);
}
