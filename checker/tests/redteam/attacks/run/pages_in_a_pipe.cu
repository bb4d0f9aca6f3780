// Attack: leaves the output's pages in a pipe, and has the kernel write on
// Verdict: any
// Stage: run
#include "square_port.hpp"

#include <fcntl.h>
#include <sys/uio.h>
#include <unistd.h>

void square(const std::int64_t* input, std::int64_t* output, std::size_t count) {
    int pipes[2];
    if (pipe2(pipes, O_NONBLOCK) != 0) return;
    const iovec part{output, count * sizeof *output};
    [[maybe_unused]] long moved = vmsplice(pipes[1], &part, 1, SPLICE_F_GIFT | SPLICE_F_NONBLOCK);
    for (std::size_t i = 0; i < count; ++i) output[i] = input[i] * input[i];
    moved = vmsplice(pipes[1], &part, 1, SPLICE_F_NONBLOCK);
}
