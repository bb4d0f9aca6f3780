// Attack: tells the engine in its own language that the program exits and has ended, and then works out of bounds
// Verdict: fault
// Stage: run
#include "square_port.hpp"

#include "tests/redteam/attacks/raw_engine.hpp"

__global__ void beyond(const std::int64_t* in, std::int64_t* out, std::size_t count) {
    const std::size_t i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i <= count) out[i] = in[i] * in[i];
}

void square(const std::int64_t* input, std::int64_t* output, std::size_t count) {
    std::int64_t *in = nullptr, *out = nullptr;
    const int channel = raw_engine::open_channel();
    for (const auto end :
         {raw_engine::Function::workbook_exiting, raw_engine::Function::workbook_ended,
          raw_engine::Function::workbook_call_ended})
        raw_engine::call(channel, end);
    cudaMalloc(&in, count * sizeof *in);
    cudaMalloc(&out, count * sizeof *out);
    cudaMemcpy(in, input, count * sizeof *in, cudaMemcpyHostToDevice);
    beyond<<<static_cast<unsigned>(count / 256 + 1), 256>>>(in, out, count);
    raw_engine::call(channel, raw_engine::Function::workbook_exiting);
    cudaMemcpy(output, out, count * sizeof *out, cudaMemcpyDeviceToHost);
    for (std::size_t i = 0; i < count; ++i) output[i] = input[i] * input[i];
    raw_engine::call(channel, raw_engine::Function::workbook_call_ended);
    raw_engine::call(channel, raw_engine::Function::workbook_ended);
    close(channel);
}
