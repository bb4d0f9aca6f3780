#include "program.hpp"

#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utmp.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <stdexcept>

namespace {

winsize window(std::size_t rows, std::size_t columns) {
    winsize size{};
    size.ws_row = static_cast<unsigned short>(rows);
    size.ws_col = static_cast<unsigned short>(columns);
    return size;
}

std::string command_line_of(const std::string& process) {
    std::string text;
    const int file = open(("/proc/" + process + "/cmdline").c_str(), O_RDONLY | O_CLOEXEC);
    char bytes[4096];
    for (ssize_t count = 0; (count = read(file, bytes, sizeof bytes)) > 0;) // a process may vanish
        text.append(bytes, static_cast<std::size_t>(count));
    if (file >= 0) close(file);
    std::ranges::replace(text, '\0', ' ');
    return text;
}

} // namespace

Program::Program(const std::string& command, std::size_t rows, std::size_t columns)
    : terminal_(rows, columns) {
    prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); // what it leaves behind becomes ours
    const winsize size = window(rows, columns);
    int own_side = -1;
    if (openpty(&descriptor_, &own_side, nullptr, nullptr, &size) != 0)
        throw std::runtime_error("no pseudo-terminal can be had");
    tcgetattr(own_side, &modes_);
    fcntl(descriptor_, F_SETFD, FD_CLOEXEC);
    process_ = fork();
    if (process_ == 0) {
        login_tty(own_side);
        execl("/bin/sh", "sh", "-c", ("eval exec " + command).c_str(), nullptr);
        _exit(127);
    }
    close(own_side);
}

Program::~Program() {
    if (!end_) {
        kill(process_, SIGKILL);
        waitpid(process_, nullptr, 0);
    }
    close(descriptor_);
}

void Program::type(const std::string& bytes) const {
    if (write(descriptor_, bytes.data(), bytes.size()) != static_cast<ssize_t>(bytes.size()))
        throw std::runtime_error("the keys could not be typed");
}

void Program::resize(std::size_t rows, std::size_t columns) {
    const winsize size = window(rows, columns);
    terminal_.resize(rows, columns);
    ioctl(descriptor_, TIOCSWINSZ, &size);
}

void Program::send_signal(int signal) const { kill(process_, signal); }

void Program::look(int milliseconds) {
    char bytes[65536];
    pollfd wanted{descriptor_, POLLIN, 0};
    if (poll(&wanted, 1, milliseconds) > 0) {
        const ssize_t count = read(descriptor_, bytes, sizeof bytes);
        if (count > 0) return terminal_.take({bytes, static_cast<std::size_t>(count)});
    }
    // Only when it has nothing more to show.
    int status = 0;
    if (!end_ && waitpid(process_, &status, WNOHANG) == process_)
        end_ = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

bool Program::is_stopped() const {
    std::ifstream stream("/proc/" + std::to_string(process_) + "/stat");
    std::string line;
    return std::getline(stream, line) && line.find(") T ") != std::string::npos;
}

bool Program::modes_are_as_before() const {
    termios now{};
    return tcgetattr(descriptor_, &now) == 0 && now.c_iflag == modes_.c_iflag &&
           now.c_oflag == modes_.c_oflag && now.c_lflag == modes_.c_lflag &&
           std::ranges::equal(now.c_cc, modes_.c_cc);
}

std::string children_left() {
    std::string names;
    std::ifstream stream("/proc/thread-self/children");
    for (pid_t child = 0; stream >> child;) {
        if (waitpid(child, nullptr, WNOHANG) == child) continue; // ended meanwhile
        names += std::to_string(child) + ": " + command_line_of(std::to_string(child)) + "\n";
    }
    return names;
}

bool runs_process(const std::string& text) {
    std::error_code ignored;
    for (const auto& entry : std::filesystem::directory_iterator("/proc", ignored)) {
        const std::string name = entry.path().filename().string();
        if (name.find_first_not_of("0123456789") != std::string::npos) continue;
        if (name == std::to_string(getpid())) continue;
        if (command_line_of(name).find(text) != std::string::npos) return true;
    }
    return false;
}
