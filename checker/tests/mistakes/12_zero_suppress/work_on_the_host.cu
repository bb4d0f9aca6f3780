// Mistake: fetches the samples, computes on the host and sends the results back
// Verdict: requirement
// Message: a kernel is to compute what stands there
// Only: virtual
#include "zero_suppress.hpp"

#include <cstdlib>
#include <vector>

__global__ void zero_suppress_kernel() {}

void zero_suppress(const std::int16_t* input, std::int16_t* output, std::size_t n,
                   std::int16_t threshold) {
    if (n == 0) {
        return;
    }
    std::vector<std::int16_t> samples(n);
    cudaMemcpy(samples.data(), input, n * sizeof(std::int16_t), cudaMemcpyDeviceToHost);
    for (std::int16_t& value : samples) {
        if (std::abs(int{value}) < threshold) value = 0;
    }
    cudaMemcpy(output, samples.data(), n * sizeof(std::int16_t), cudaMemcpyHostToDevice);
    zero_suppress_kernel<<<1, 32>>>();
}
