// Attack: has the C library read into the output later, by a thread that the library keeps
// Verdict: forbidden
// Stage: run
#include "square_port.hpp"

#include <aio.h>
#include <unistd.h>

void square(const std::int64_t* input, std::int64_t* output, std::size_t count) {
    static int pipes[2];
    static aiocb order;
    if (count == 0 || pipe(pipes) != 0) return;
    order.aio_fildes = pipes[0];
    order.aio_buf = output;
    order.aio_nbytes = count * sizeof *output;
    aio_read(&order);
    for (std::size_t i = 0; i < count; ++i) output[i] = input[i] * input[i];
}
