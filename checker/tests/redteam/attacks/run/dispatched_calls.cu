// Attack: has the kernel hand it each system call that the serving code makes, and makes none of them
// Verdict: timed_out or crashed or forbidden or exited
// Stage: run
#include "square_port.hpp"

#include <csignal>
#include <sys/prctl.h>
#include <ucontext.h>
#include <unistd.h>

#ifndef PR_SET_SYSCALL_USER_DISPATCH
#define PR_SET_SYSCALL_USER_DISPATCH 59
#endif

namespace {
volatile char handed_over = 0;

void make_none(int, siginfo_t*, void* context) {
#ifdef __x86_64__
    static_cast<ucontext_t*>(context)->uc_mcontext.gregs[REG_RAX] = 0; // it went well
#else
    (void)context;
#endif
}
} // namespace

void square(const std::int64_t* input, std::int64_t* output, std::size_t count) {
    struct sigaction action {};
    action.sa_sigaction = make_none;
    action.sa_flags = SA_SIGINFO | SA_NODEFER;
    sigaction(SIGSYS, &action, nullptr);
    for (std::size_t i = 0; i < count; ++i) output[i] = input[i] * input[i];
    prctl(PR_SET_SYSCALL_USER_DISPATCH, 1, 0, 0, &handed_over);
    handed_over = 1;
}
