// Accepted: Thrust: a transformation of memory of one's own; the kernel is the library's
#include "square_port.hpp"

#include <thrust/device_ptr.h>
#include <thrust/execution_policy.h>
#include <thrust/transform.h>

struct Square {
    __device__ std::int64_t operator()(std::int64_t value) const { return value * value; }
};

void square(const std::int64_t* input, std::int64_t* output, std::size_t count) {
    if (count == 0) return;
    const std::size_t bytes = count * sizeof *input;
    std::int64_t *from, *to;
    cudaMalloc(&from, bytes);
    cudaMalloc(&to, bytes);
    cudaMemcpy(from, input, bytes, cudaMemcpyHostToDevice);
    const auto begin = thrust::device_pointer_cast(from);
    thrust::transform(thrust::device, begin, begin + count, thrust::device_pointer_cast(to),
                      Square{});
    cudaMemcpy(output, to, bytes, cudaMemcpyDeviceToHost);
    cudaFree(to);
    cudaFree(from);
}
