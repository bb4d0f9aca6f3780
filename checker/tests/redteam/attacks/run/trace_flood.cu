// Attack: fills the recording with launches that are refused, and works on the CPU unseen
// Verdict: too_much_output
// Stage: run
#include "square_port.hpp"

struct a_name_of_which_every_event_has_a_copy_a_name_of_which_every_event_has_a_copy_a_name_of_which_every_event_has_a_copy_a_name_of_which_every_event_has_a_copy_a_name_of_which_every_event_has_a_copy {};

template <class, class, class, class>
__global__ void kernel(const std::int64_t* input, std::int64_t* output, std::size_t count) {
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i < count) output[i] = input[i] * input[i];
}

void square(const std::int64_t* input, std::int64_t* output, std::size_t count) {
    using Long = a_name_of_which_every_event_has_a_copy_a_name_of_which_every_event_has_a_copy_a_name_of_which_every_event_has_a_copy_a_name_of_which_every_event_has_a_copy_a_name_of_which_every_event_has_a_copy;
    for (int i = 0; i < 100'000; ++i)
        kernel<Long, Long, Long, Long><<<0, 1>>>(input, output, count);
    cudaGetLastError();
    for (std::size_t i = 0; i < count; ++i) output[i] = input[i] * input[i];
}
