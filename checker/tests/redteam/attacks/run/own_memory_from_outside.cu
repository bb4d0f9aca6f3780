// Attack: has the kernel write into its own memory as a debugger does
// Verdict: forbidden
// Stage: run
#include "square_port.hpp"

#include <sys/uio.h>
#include <unistd.h>

void square(const std::int64_t* input, std::int64_t* output, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
        const std::int64_t value = input[i] * input[i];
        const iovec from{const_cast<std::int64_t*>(&value), 8}, to{output + i, 8};
        process_vm_writev(getpid(), &from, 1, &to, 1, 0);
    }
}
