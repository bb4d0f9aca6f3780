// Attack: debugs the checker
// Verdict: forbidden
// Stage: run
#include "square_port.hpp"

#include <sys/ptrace.h>
#include <unistd.h>

void square(const std::int64_t*, std::int64_t*, std::size_t) {
    ptrace(PTRACE_ATTACH, getppid(), nullptr, nullptr);
}
