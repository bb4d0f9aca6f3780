// Attack: begins a message to the engine and never ends it
// Verdict: any
// Stage: run
#include "square_port.hpp"

#include "tests/redteam/attacks/engine.hpp"

void square(const std::int64_t*, std::int64_t*, std::size_t) {
    engine::say("\0\0\1", 3);
    cudaDeviceSynchronize();
    pause();
}
