#include "cli/error_watch.hpp"

#include "cli/course.hpp"
#include "cli/interrupt.hpp"
#include "wire/settings.hpp"

#include <fmt/core.h>

#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <utility>

namespace workbook::cli {
namespace {

// The terminal's Ctrl-C reaches the program by itself; what is sent to us alone is handed on.
int wait_for(pid_t child) {
    int status = 0, handed_on = 0;
    while (waitpid(child, &status, 0) < 0) {
        if (errno != EINTR) return 0;
        const int signal = interrupted_by();
        if (signal != SIGINT && signal != handed_on) kill(child, handed_on = signal);
    }
    return status;
}

} // namespace

ErrorWatch::ErrorWatch() {
    if (pipe2(ends_, O_CLOEXEC) != 0)
        throw UserError(fmt::format("no pipe can be made: {}", std::strerror(errno)));
    fcntl(ends_[1], F_SETFD, 0); // the program's engines inherit it
}

ErrorWatch::~ErrorWatch() {
    for (const int end : ends_)
        if (end >= 0) close(end);
}

std::string ErrorWatch::variable() const {
    return fmt::format("{}={}", wire::setting::error_descriptor, ends_[1]);
}

int ErrorWatch::run(char* const* command, char* const* environment, int on_error) {
    const pid_t child = fork();
    if (child == 0) {
        execve(command[0], command, environment);
        fmt::print(stderr, "workbook: {} cannot be started: {}\n", command[0],
                   std::strerror(errno));
        _exit(127);
    }
    if (child < 0)
        throw UserError(fmt::format("no process can be started: {}", std::strerror(errno)));
    close(std::exchange(ends_[1], -1));
    const int status = wait_for(child);
    if (heard_of_error()) return on_error;
    if (!WIFSIGNALED(status)) return WEXITSTATUS(status);
    std::signal(WTERMSIG(status), SIG_DFL);
    std::raise(WTERMSIG(status));
    return 128 + WTERMSIG(status);
}

// The pipe ends when the last engine has ended, soon after its program. What the program has left
// running is not waited for.
bool ErrorWatch::heard_of_error() {
    constexpr int patience = 5000; // milliseconds
    pollfd waiting{ends_[0], POLLIN, 0};
    char byte = 0;
    return poll(&waiting, 1, patience) == 1 && read(ends_[0], &byte, 1) == 1;
}

} // namespace workbook::cli
