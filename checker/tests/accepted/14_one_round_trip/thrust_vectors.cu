// Accepted: Thrust: vectors that are made of host memory, and copied back
#include "one_round_trip.hpp"

#include <thrust/copy.h>
#include <thrust/device_vector.h>
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
    thrust::device_vector<float> sums(noise, noise + n);
    thrust::transform(times, times + n, sums.begin(), sums.begin(), sample);
    thrust::copy(sums.begin(), sums.end(), out);
}

void waveform_at(const float* t, const float* noise, float period, float amplitude, float* out,
                 std::size_t n) {
    if (n == 0) return;
    const thrust::device_vector<float> times(t, t + n);
    make(times.begin(), noise, Sample{period, amplitude}, out, n);
}

void waveform(const float* noise, float period, float amplitude, float* out, std::size_t n) {
    if (n == 0) return;
    make(thrust::counting_iterator<unsigned>(0), noise, Sample{period, amplitude}, out, n);
}
