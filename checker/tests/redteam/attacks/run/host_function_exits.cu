// Attack: a host function in the stream that ends the program
// Verdict: exited
// Stage: run
#include "square_port.hpp"

#include <cstdlib>

void square(const std::int64_t*, std::int64_t*, std::size_t) {
    cudaLaunchHostFunc(
        nullptr, [](void*) { std::_Exit(0); }, nullptr);
    cudaDeviceSynchronize();
}
