// Attack: another thread ends the program
// Verdict: exited
// Stage: run
#include "square_port.hpp"

#include <cstdlib>
#include <thread>

void square(const std::int64_t*, std::int64_t*, std::size_t) {
    std::thread([] { std::_Exit(0); }).join();
}
