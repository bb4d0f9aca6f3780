// Attack: has the runtime forget all device code of the program, and the engine too, and launches what is forgotten
// Verdict: any
// Stage: run
#include "square_port.hpp"

#include "tests/redteam/attacks/raw_engine.hpp"

extern "C" void __cudaUnregisterFatBinary(void**);

__global__ void forgotten(const std::int64_t* in, std::int64_t* out, std::size_t count) {
    const std::size_t i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) out[i] = in[i] * in[i];
}

void square(const std::int64_t* input, std::int64_t* output, std::size_t count) {
    std::int64_t *in = nullptr, *out = nullptr;
    cudaMalloc(&in, count * sizeof *in);
    cudaMalloc(&out, count * sizeof *out);
    cudaMemcpy(in, input, count * sizeof *in, cudaMemcpyHostToDevice);
    const auto blocks = static_cast<unsigned>(count / 256 + 1);
    forgotten<<<blocks, 256>>>(in, out, count); // under way when its code goes
    const int channel = raw_engine::open_channel();
    for (std::uint64_t handle = 0; handle < 1024; handle += 16) {
        raw_engine::call(channel, raw_engine::Function::workbook_unregister_module,
                         raw_engine::Bytes().put(handle));
        __cudaUnregisterFatBinary(reinterpret_cast<void**>(handle));
    }
    close(channel);
    forgotten<<<blocks, 256>>>(in, out, count);
    cudaMemcpy(output, out, count * sizeof *out, cudaMemcpyDeviceToHost);
    for (std::size_t i = 0; i < count; ++i) output[i] = input[i] * input[i];
}
