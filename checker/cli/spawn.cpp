#include "cli/spawn.hpp"

#include <fcntl.h>
#include <linux/close_range.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>

extern char** environ;

namespace workbook::cli {
namespace {

constexpr int report_number = 3; // in the process

std::vector<std::string> environment_for(const ProcessOptions& options) {
    std::vector<std::string> result;
    for (char** entry = environ; *entry != nullptr && !options.isolated; ++entry) {
        const std::string text = *entry;
        if (!options.environment.contains(text.substr(0, text.find('=')))) result.push_back(text);
    }
    for (const auto& [name, value] : options.environment) result.push_back(name + "=" + value);
    return result;
}

std::vector<char*> pointers_to(std::vector<std::string>& texts) {
    std::vector<char*> result;
    for (auto& text : texts) result.push_back(text.data());
    result.push_back(nullptr);
    return result;
}

// A file without a name: nobody else can open it. Below zero: the negative error number.
int file_with(const std::string& text) {
    if (text.empty()) {
        const int null = open("/dev/null", O_RDONLY | O_CLOEXEC);
        return null < 0 ? -errno : null;
    }
    const int file = memfd_create("workbook-input", MFD_CLOEXEC);
    if (file < 0) return -errno;
    if (pwrite(file, text.data(), text.size(), 0) != static_cast<ssize_t>(text.size())) {
        close(file);
        return -ENOSPC;
    }
    return file;
}

void set_process_limit(__rlimit_resource resource, std::uint64_t value) {
    if (value == 0) return;
    rlimit now{};
    if (getrlimit(resource, &now) == 0 && now.rlim_max < value) value = now.rlim_max;
    const rlimit limit{value, value};
    setrlimit(resource, &limit);
}

// Above the numbers that the process gets.
int moved(int descriptor) {
    return descriptor < 0 ? -1 : fcntl(descriptor, F_DUPFD_CLOEXEC, report_number + 1);
}

// When memory runs out: a compiler or a checker can be missed, and who reports that one is cannot.
void go_before_parent() {
    const int file = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
    if (file < 0) return;
    [[maybe_unused]] const ssize_t written = write(file, "500", 3);
    close(file);
}

// In the child, between fork and exec: system calls only.
struct Child {
    int input, output, report, trouble;
    bool isolated;
    const ProcessLimits& limits;
    pid_t parent;
    char* const* command;
    char* const* environment;

    [[noreturn]] void become() const {
        setpgid(0, 0);
        prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
        if (getppid() != parent) _exit(127); // it died before the line above
        const int told = moved(trouble), kept = moved(report);
        const int in = moved(input), out = moved(output);
        dup2(in, 0);
        dup2(out, 1);
        dup2(out, 2);
        if (kept >= 0) dup2(kept, report_number);
        if (isolated) close_range(kept >= 0 ? 4 : 3, ~0u, CLOSE_RANGE_CLOEXEC);
        go_before_parent();
        sigset_t none;
        sigemptyset(&none);
        sigprocmask(SIG_SETMASK, &none, nullptr);
        set_process_limit(RLIMIT_AS, limits.address_space);
        set_process_limit(RLIMIT_FSIZE, limits.file_bytes);
        set_process_limit(RLIMIT_CPU, limits.processor_seconds);
        set_process_limit(RLIMIT_NPROC, limits.processes);
        execvpe(command[0], command, environment);
        const int error = errno;
        [[maybe_unused]] const ssize_t written = write(told, &error, sizeof error);
        _exit(127);
    }
};

} // namespace

pid_t spawn_process(std::vector<std::string> command, const ProcessOptions& options, int output) {
    auto environment = environment_for(options);
    const auto words = pointers_to(command), variables = pointers_to(environment);
    const int input = file_with(options.input);
    if (input < 0) return input;
    int trouble[2]; // stays empty if the exec succeeds
    if (pipe2(trouble, O_CLOEXEC) != 0) {
        close(input);
        return -errno;
    }
    const Child child{.input = input,
                      .output = output,
                      .report = options.report_descriptor,
                      .trouble = trouble[1],
                      .isolated = options.isolated,
                      .limits = options.limits,
                      .parent = getpid(),
                      .command = words.data(),
                      .environment = variables.data()};
    pid_t process = fork();
    if (process == 0) child.become();
    if (process < 0) process = -errno;
    close(input);
    close(trouble[1]);
    int error = 0;
    ssize_t count = 0;
    while (process > 0 && (count = read(trouble[0], &error, sizeof error)) < 0 && errno == EINTR) {
    }
    close(trouble[0]);
    if (process > 0 && count == sizeof error) {
        // It is about to end by itself, as no program could be started.
        while (waitpid(process, nullptr, 0) < 0 && errno == EINTR) {
        }
        return -error;
    }
    return process;
}

} // namespace workbook::cli
