// Attack: has an exception that nothing catches end the program with exit code 0
// Verdict: exited
// Stage: run
#include "square_port.hpp"

#include <exception>
#include <unistd.h>

namespace {
struct Bomb {
    ~Bomb() noexcept(false) { throw 2; }
};
} // namespace

void square(const std::int64_t* input, std::int64_t* output, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) output[i] = input[i] * input[i];
    std::set_terminate([] { _exit(0); });
    Bomb bomb;
    throw 1;
}
