// Attack: reads the memory of the checker
// Verdict: forbidden
// Stage: run
#include "square_port.hpp"

#include <sys/uio.h>
#include <unistd.h>

void square(const std::int64_t*, std::int64_t*, std::size_t) {
    char byte = 0;
    const iovec here{&byte, 1}, there{reinterpret_cast<void*>(0x400000), 1};
    process_vm_readv(getppid(), &here, 1, &there, 1, 0);
}
