#include "learner/crash_report.hpp"

#include <csignal>
#include <cstdint>
#include <pthread.h>
#include <sys/resource.h>

namespace workbook::learner {
namespace {

constexpr int crash_signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL};

wire::Mailbox* mailbox_of_handlers = nullptr;
const char* (*activity_of_device)() = nullptr;
struct sigaction previous_actions[NSIG];
alignas(16) char handler_stack[64 << 10];

// Notes the signal, puts the previous handler back and returns: the instruction runs again and
// the previous handler (the virtual GPU's runtime, for its own addresses, or the default) deals
// with it.
void on_crash(int signal, siginfo_t* information, void*) {
    mailbox_of_handlers->signal = signal;
    mailbox_of_handlers->signal_address = reinterpret_cast<std::uint64_t>(information->si_addr);
    sigaction(signal, &previous_actions[signal], nullptr);
}

void on_deadline(int) {
    const char* text = activity_of_device ? activity_of_device() : nullptr;
    std::size_t length = 0;
    for (; text && text[length] != 0 && length + 1 < sizeof mailbox_of_handlers->activity; ++length)
        mailbox_of_handlers->activity[length] = text[length];
    mailbox_of_handlers->activity[length] = 0;
}

void note_stack(wire::Mailbox* mailbox) {
    pthread_attr_t attributes;
    void* low = nullptr;
    std::size_t bytes = 0;
    if (pthread_getattr_np(pthread_self(), &attributes) != 0) {
        // Without /proc: this is near its top, and it grows as far as the limit lets it.
        rlimit limit{};
        if (getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return;
        mailbox->stack_high = reinterpret_cast<std::uint64_t>(__builtin_frame_address(0));
        mailbox->stack_low = mailbox->stack_high - limit.rlim_cur;
        return;
    }
    if (pthread_attr_getstack(&attributes, &low, &bytes) == 0) {
        mailbox->stack_low = reinterpret_cast<std::uint64_t>(low);
        mailbox->stack_high = mailbox->stack_low + bytes;
    }
    pthread_attr_destroy(&attributes);
}

} // namespace

void install_crash_report(wire::Mailbox* mailbox, const char* (*activity)()) {
    mailbox_of_handlers = mailbox;
    activity_of_device = activity;
    note_stack(mailbox);

    stack_t stack{};
    stack.ss_sp = handler_stack;
    stack.ss_size = sizeof handler_stack;
    sigaltstack(&stack, nullptr);

    struct sigaction action {};
    action.sa_sigaction = on_crash;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    for (int signal : crash_signals) sigaction(signal, &action, &previous_actions[signal]);
    report_deadline();
}

void report_deadline() {
    if (!mailbox_of_handlers) return;
    struct sigaction deadline {};
    deadline.sa_handler = on_deadline;
    deadline.sa_flags = SA_RESTART | SA_ONSTACK;
    sigaction(deadline_signal, &deadline, nullptr);
}

} // namespace workbook::learner
