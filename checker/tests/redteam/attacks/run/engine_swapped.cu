// Attack: swaps the checker's channel and the engine's connection
// Verdict: any
// Stage: run
#include "square_port.hpp"

#include "tests/redteam/attacks/engine.hpp"
#include "wire/message.hpp"

void square(const std::int64_t* input, std::int64_t* output, std::size_t count) {
    const int other = dup(engine::descriptor);
    dup2(workbook::wire::control_descriptor, engine::descriptor);
    dup2(other, workbook::wire::control_descriptor);
    cudaDeviceSynchronize();
    for (std::size_t i = 0; i < count; ++i) output[i] = input[i] * input[i];
}
