// Attack: has the kernel fill the output by a read that is still under way when the call is over
// Verdict: any
// Stage: run
#include "square_port.hpp"

#include <linux/aio_abi.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <vector>

void square(const std::int64_t* input, std::int64_t* output, std::size_t count) {
    std::vector<std::int64_t> squares(input, input + count);
    for (std::int64_t& value : squares) value *= value;
    int pipes[2];
    aio_context_t context = 0;
    if (count > 4096 || pipe(pipes) != 0 || write(pipes[1], squares.data(), count * 8) < 0) return;
    syscall(SYS_io_setup, 8, &context);
    iocb order{};
    order.aio_lio_opcode = IOCB_CMD_PREAD;
    order.aio_fildes = static_cast<unsigned>(pipes[0]);
    order.aio_buf = reinterpret_cast<std::uint64_t>(output);
    order.aio_nbytes = count * 8;
    iocb* orders[] = {&order};
    syscall(SYS_io_submit, context, 1, orders);
}
