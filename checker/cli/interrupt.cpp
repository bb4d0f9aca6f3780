#include "cli/interrupt.hpp"

#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <thread>
#include <vector>

namespace workbook::cli {
namespace {

std::atomic<int> signal_that_came = 0;
static_assert(std::atomic<int>::is_always_lock_free); // it is set by a signal handler

extern "C" void note_signal(int signal) { signal_that_came = signal; }

std::vector<pid_t> children_of_this_process() {
    std::vector<pid_t> children;
    std::error_code ignored;
    for (const auto& thread : std::filesystem::directory_iterator("/proc/self/task", ignored)) {
        std::ifstream stream(thread.path() / "children");
        for (pid_t child = 0; stream >> child;) children.push_back(child);
    }
    return children;
}

// Their groups as well, where they lead one.
void signal_all(const std::vector<pid_t>& processes, int signal) {
    for (const pid_t process : processes) {
        kill(process, signal);
        if (getpgid(process) == process) kill(-process, signal);
    }
}

} // namespace

void catch_interrupts() {
    // Where the caller has them ignored, children vanish unseen and can never be waited for.
    std::signal(SIGCHLD, SIG_DFL);
    // Where it has signals blocked, we would be deaf to them.
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, nullptr);
    prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
        struct sigaction action {};
        sigaction(signal, nullptr, &action);
        if (action.sa_handler == SIG_IGN) continue;
        action.sa_handler = note_signal; // without SA_RESTART: a wait ends
        action.sa_flags = 0;
        sigaction(signal, &action, nullptr);
    }
}

void interrupt(int signal) { signal_that_came = signal; }

int interrupted_by() { return signal_that_came; }

void throw_if_interrupted() {
    if (const int signal = interrupted_by(); signal != 0) throw Interrupted{signal};
}

void forget_interrupt() { signal_that_came = 0; }

void end_children() {
    const auto patience = std::chrono::steady_clock::now() + std::chrono::seconds(2);
    signal_all(children_of_this_process(), SIGTERM);
    for (;;) {
        while (waitpid(-1, nullptr, WNOHANG) > 0) {
        }
        const auto children = children_of_this_process();
        if (children.empty()) return;
        // The children of a child that ended got no SIGTERM from us, but they have had the time.
        if (std::chrono::steady_clock::now() >= patience) signal_all(children, SIGKILL);
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
}

} // namespace workbook::cli
