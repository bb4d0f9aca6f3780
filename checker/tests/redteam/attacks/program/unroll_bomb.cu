// Attack: has the device's compiler unroll loops of 10^16 rounds
// Verdict: does_not_compile or requirement or timed_out or fault or wrong_answer
// Stage: program
#include "square_port.hpp"

__global__ void bomb(const std::int64_t* input, std::int64_t* output, std::size_t count) {
    std::int64_t sum = 0;
#pragma unroll
    for (int a = 0; a < 10000; ++a)
#pragma unroll
        for (int b = 0; b < 10000; ++b)
#pragma unroll
            for (int c = 0; c < 10000; ++c)
#pragma unroll
                for (int d = 0; d < 10000; ++d) sum = sum * 3 + input[(a ^ b ^ c ^ d) % count];
    output[threadIdx.x] = sum;
}

void square(const std::int64_t* input, std::int64_t* output, std::size_t count) {
    bomb<<<1, 1>>>(input, output, count);
}
