// Attack: the system call itself, past the C library
// Verdict: exited
// Stage: run
#include "square_port.hpp"

#include <sys/syscall.h>
#include <unistd.h>

void square(const std::int64_t*, std::int64_t*, std::size_t) { syscall(SYS_exit_group, 0); }
