// Attack: crashes, and exits with code 0 in the handler
// Verdict: exited
// Stage: run
#include "square_port.hpp"

#include <csignal>
#include <cstdlib>

void square(const std::int64_t*, std::int64_t*, std::size_t) {
    std::signal(SIGSEGV, [](int) { std::_Exit(0); });
    *reinterpret_cast<volatile int*>(8) = 1;
}
