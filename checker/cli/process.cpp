#include "cli/process.hpp"

#include "cli/interrupt.hpp"
#include "cli/spawn.hpp"

#include <fmt/core.h>

#include <fcntl.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>

namespace workbook::cli {
namespace {

constexpr std::size_t most_output = 1 << 20;
constexpr std::chrono::seconds patience_after_interrupt{2};

void append_available(int descriptor, std::string& output, bool& open) {
    char buffer[65536];
    const ssize_t count = read(descriptor, buffer, sizeof buffer);
    if (count <= 0) {
        open = count < 0 && (errno == EAGAIN || errno == EINTR);
        return;
    }
    const auto room = most_output - std::min(most_output, output.size());
    output.append(buffer, std::min<std::size_t>(static_cast<std::size_t>(count), room));
}

// Leaves the process as a zombie, so that its number stays taken. One that is no child of ours any
// more has ended, too: how is not known.
bool has_ended(pid_t process) {
    siginfo_t information{};
    const int failed =
        waitid(P_PID, static_cast<id_t>(process), &information, WEXITED | WNOHANG | WNOWAIT);
    return failed != 0 ? errno == ECHILD : information.si_pid == process;
}

double seconds_of(const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
}

ProcessResult unstarted_process(const std::string& program, int error) {
    ProcessResult result;
    result.exit_code = 127;
    result.output = fmt::format("{} could not be started: {}", program, std::strerror(error));
    return result;
}

} // namespace

ProcessResult run_process(const std::vector<std::string>& command, const ProcessOptions& options) {
    throw_if_interrupted();
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) return unstarted_process(command[0], errno);
    const pid_t process = spawn_process(command, options, ends[1]);
    close(ends[1]);
    if (process < 0) {
        close(ends[0]);
        return unstarted_process(command[0], -process);
    }
    fcntl(ends[0], F_SETFL, O_NONBLOCK);

    // The pipe's end is the usual sign of the process's end, but a grandchild may hold it open and
    // a process may close it early: so the process itself is looked at from time to time.
    const auto deadline = std::chrono::steady_clock::now() + options.limit;
    ProcessResult result;
    bool open = true;
    std::chrono::steady_clock::time_point patience; // after an interrupt
    bool interrupted = false;
    while (!has_ended(process)) {
        pollfd wanted{ends[0], POLLIN, 0};
        if (poll(&wanted, open ? 1 : 0, open ? 100 : 1) > 0) {
            const auto before = result.output.size();
            append_available(ends[0], result.output, open);
            if (options.on_output && result.output.size() != before)
                options.on_output(result.output);
        }
        if (!result.timed_out && std::chrono::steady_clock::now() >= deadline) {
            result.timed_out = true;
            end_process(process);
        }
        // A build must be asked: it has children in groups of their own, which it ends itself.
        if (!interrupted && interrupted_by() != 0) {
            interrupted = true;
            patience = std::chrono::steady_clock::now() + patience_after_interrupt;
            ask_process_to_end(process); // what it leaves behind, end_children() asks
        }
        if (interrupted && std::chrono::steady_clock::now() >= patience) end_process(process);
    }
    int status = 0;
    rusage taken{};
    const bool known = wait4(process, &status, 0, &taken) == process;
    if (known) result.processor_seconds = seconds_of(taken.ru_utime) + seconds_of(taken.ru_stime);
    for (bool more = open; more;) {
        const auto before = result.output.size();
        append_available(ends[0], result.output, more);
        more = more && result.output.size() != before;
    }
    close(ends[0]);
    throw_if_interrupted();
    if (known && WIFEXITED(status)) result.exit_code = WEXITSTATUS(status);
    if (known && WIFSIGNALED(status)) result.signal = WTERMSIG(status);
    return result;
}

} // namespace workbook::cli
