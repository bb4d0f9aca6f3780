#include "cli/watch/worker.hpp"

#include "cli/course.hpp"
#include "cli/interrupt.hpp"

#include <fmt/core.h>

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <exception>

namespace workbook::cli::watch {
namespace {

// It precedes each text in the pipe: 't' is a text of the job, 'e' says what went wrong.
struct Header {
    char kind;
    std::uint64_t size;
};

void send(int descriptor, char kind, const std::string& text) {
    Header header{};
    header.kind = kind;
    header.size = text.size();
    std::string bytes(reinterpret_cast<const char*>(&header), sizeof header);
    bytes += text;
    for (std::size_t done = 0; done < bytes.size();) {
        const ssize_t count = write(descriptor, bytes.data() + done, bytes.size() - done);
        if (count < 0 && errno != EINTR) return;
        if (count > 0) done += static_cast<std::size_t>(count);
    }
}

// The worker must neither react like the terminal's owner nor use the terminal.
void become_worker(pid_t parent) {
    setpgid(0, 0);
    for (int signal = 1; signal < NSIG; ++signal) std::signal(signal, SIG_DFL);
    catch_interrupts();
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, nullptr);
    prctl(PR_SET_PDEATHSIG, SIGTERM, 0, 0, 0);
    if (getppid() != parent) _exit(0);
    const int null = open("/dev/null", O_RDWR | O_CLOEXEC);
    for (const int descriptor : {0, 1, 2}) dup2(null, descriptor);
}

[[noreturn]] void work(const Worker::Job& job, int descriptor) {
    try {
        job([&](const std::string& text) { send(descriptor, 't', text); });
    } catch (const Interrupted&) {
    } catch (const std::exception& error) {
        send(descriptor, 'e', error.what());
    }
    end_children();
    _exit(0);
}

// Waits until the worker has closed its end.
bool has_closed_within(int descriptor, int patience) {
    char buffer[4096];
    pollfd wanted{descriptor, POLLIN, 0};
    while (poll(&wanted, 1, patience) > 0)
        if (read(descriptor, buffer, sizeof buffer) == 0) return true;
    return false;
}

} // namespace

void Worker::start(const Job& job) {
    stop();
    received_.clear();
    trouble_.clear();
    int ends[2];
    const pid_t parent = getpid();
    const pid_t child = pipe2(ends, O_CLOEXEC) == 0 ? fork() : -1;
    if (child < 0)
        throw UserError(fmt::format("No process can be started ({}). End some programs.",
                                    std::strerror(errno)));
    if (child == 0) {
        become_worker(parent);
        work(job, ends[1]);
    }
    setpgid(child, child); // the child or the parent, whichever is first
    close(ends[1]);
    process_ = child;
    descriptor_ = ends[0];
    fcntl(descriptor_, F_SETFL, O_NONBLOCK);
}

std::vector<std::string> Worker::take() {
    std::vector<std::string> texts;
    if (!is_running()) return texts;
    char buffer[65536];
    ssize_t count = 0;
    while ((count = read(descriptor_, buffer, sizeof buffer)) > 0)
        received_.append(buffer, static_cast<std::size_t>(count));
    for (Header header{}; received_.size() >= sizeof header;) {
        std::memcpy(&header, received_.data(), sizeof header);
        if (received_.size() - sizeof header < header.size) break;
        std::string text = received_.substr(sizeof header, header.size);
        received_.erase(0, sizeof header + header.size);
        if (header.kind == 't')
            texts.push_back(std::move(text));
        else
            trouble_ = std::move(text);
    }
    if (count == 0) reap();
    return texts;
}

void Worker::stop() {
    constexpr int patience = 3000; // milliseconds; end_children() has had its own by then
    if (!is_running()) return;
    kill(process_, SIGTERM);
    if (!has_closed_within(descriptor_, patience)) kill(process_, SIGKILL);
    reap();
    trouble_.clear();
}

void Worker::reap() {
    int status = 0;
    while (waitpid(process_, &status, 0) < 0 && errno == EINTR) {
    }
    if (WIFSIGNALED(status) && trouble_.empty())
        trouble_ = fmt::format("The check itself was ended by signal {} ({}). r: run it again.",
                               WTERMSIG(status), strsignal(WTERMSIG(status)));
    close(descriptor_);
    process_ = descriptor_ = -1;
    // What a worker that was killed left behind. One that ends by itself has ended its own, and
    // another worker may be running.
    if (WIFSIGNALED(status)) end_children();
}

} // namespace workbook::cli::watch
