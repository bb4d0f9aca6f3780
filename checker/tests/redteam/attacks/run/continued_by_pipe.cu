// Attack: is woken up, when it has been stopped, by the pipe out of which the checker reads what it prints
// Verdict: wrong_answer or requirement or not_started or forbidden
// Stage: run
#include "square_port.hpp"

#include <csignal>
#include <fcntl.h>
#include <unistd.h>
#include <vector>

namespace {
const std::int64_t* from;
std::int64_t* to;
std::size_t how_many;

void late(int) {
    for (std::size_t i = 0; i < how_many; ++i) to[i] = from[i] * from[i];
}
} // namespace

void square(const std::int64_t* input, std::int64_t* output, std::size_t count) {
    from = input, to = output, how_many = count;
    signal(SIGCONT, late);
    for (const int file : {0, 1, 2, 3, 5}) {
        fcntl(file, F_SETOWN, getpid());
        fcntl(file, F_SETSIG, SIGCONT);
        fcntl(file, F_SETFL, fcntl(file, F_GETFL) | O_ASYNC);
    }
    const std::vector<char> much(60'000, '.');
    if (write(1, much.data(), much.size()) < 0) return;
}
