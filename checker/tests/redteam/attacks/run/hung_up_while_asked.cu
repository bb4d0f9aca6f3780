// Attack: hangs up on the engine in the middle of a call: in its own host function, and before an answer that is due
// Verdict: any
// Stage: run
#include "square_port.hpp"

#include "tests/redteam/attacks/raw_engine.hpp"

void square(const std::int64_t* input, std::int64_t* output, std::size_t count) {
    using raw_engine::Function;
    std::int64_t* block = nullptr;
    cudaMalloc(&block, count * sizeof *block);
    for (int times = 0; times < 20; ++times) {
        const int channel = raw_engine::open_channel();
        // A copy out of a place that the engine has to ask for; it is asked, and has hung up.
        raw_engine::call(channel, Function::cudaMemcpy,
                         raw_engine::Bytes()
                             .put(block)
                             .put(input)
                             .put(count * sizeof *block)
                             .put(std::int32_t{1}),
                         [&](const raw_engine::Header&) { shutdown(channel, SHUT_RDWR); });
        close(channel);
    }
    cudaLaunchHostFunc(
        nullptr,
        [](void*) {
            for (const int channel : raw_engine::channels_of_runtime())
                shutdown(channel, SHUT_RDWR);
        },
        nullptr);
    cudaDeviceSynchronize();
    cudaFree(block);
    for (std::size_t i = 0; i < count; ++i) output[i] = input[i] * input[i];
}
