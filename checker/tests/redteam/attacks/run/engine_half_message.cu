// Attack: begins a message to the engine and never ends it
// Verdict: requirement or forbidden or fault or crashed or exited or timed_out or wrong_answer or not_started or out_of_memory
// Stage: run
#include "square_port.hpp"

#include "tests/redteam/attacks/engine.hpp"

void square(const std::int64_t*, std::int64_t*, std::size_t) {
    engine::say("\0\0\1", 3);
    cudaDeviceSynchronize();
    pause();
}
