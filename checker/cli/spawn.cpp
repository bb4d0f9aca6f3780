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
// What a keeper is told.
constexpr int ask_to_end = SIGTERM;
constexpr int end_all = SIGUSR1;

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

// A file without a name: no other process can open it. Below zero: the negative error number.
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
    rlimit limit{value, value};
    // A second more: at the hard limit the kernel kills, as it does where memory is short, and the
    // two could not be told apart.
    if (resource == RLIMIT_CPU && now.rlim_max > value) ++limit.rlim_max;
    setrlimit(resource, &limit);
}

// Above the numbers that the process gets.
int moved(int descriptor) {
    return descriptor < 0 ? -1 : fcntl(descriptor, F_DUPFD_CLOEXEC, report_number + 1);
}

// If memory runs out, the kernel should end a checker before the tool that reports it. A compiler
// (`first_of_all`) goes first: a stranger's file must not cost another student's program its life.
void go_before_parent(bool first_of_all) {
    const int file = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
    if (file < 0) return;
    [[maybe_unused]] const ssize_t written =
        first_of_all ? write(file, "1000", 4) : write(file, "500", 3);
    close(file);
}

// From now on `signal` comes when that process, our parent, dies.
void die_with(pid_t parent, int signal) {
    prctl(PR_SET_PDEATHSIG, signal, 0, 0, 0);
    if (getppid() != parent) _exit(127); // it died before the line above
}

void unblock_signals() {
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, nullptr);
}

// The program, between fork and exec: system calls only.
struct Program {
    int input, output, report, trouble;
    bool isolated, first_to_go;
    const ProcessLimits& limits;
    pid_t parent;
    char* const* command;
    char* const* environment;

    [[noreturn]] void become() const {
        setpgid(0, 0);
        die_with(parent, SIGKILL);
        const int told = moved(trouble), kept = moved(report);
        const int in = moved(input), out = moved(output);
        dup2(in, 0);
        dup2(out, 1);
        dup2(out, 2);
        if (kept >= 0) dup2(kept, report_number);
        if (isolated) close_range(kept >= 0 ? 4 : 3, ~0u, CLOSE_RANGE_CLOEXEC);
        go_before_parent(first_to_go);
        unblock_signals();
        set_process_limit(RLIMIT_AS, limits.address_space);
        set_process_limit(RLIMIT_FSIZE, limits.file_bytes);
        set_process_limit(RLIMIT_CPU, limits.processor_seconds);
        set_process_limit(RLIMIT_NPROC, limits.processes);
        execvpe(command[0], command, environment);
        fail(told);
    }

    [[noreturn]] static void fail(int told) {
        const int error = errno;
        [[maybe_unused]] const ssize_t written = write(told, &error, sizeof error);
        _exit(127);
    }
};

// Stands between us and the program. A process that is killed leaves children: bubblewrap does not
// hear of its parent's death before its namespaces are set up, and a build's compilers never do.
// They become the keeper's, which ends them before it ends itself. System calls only, as at the
// fork another thread may have held a lock.
class Keeper {
  public:
    // Called in a child of `parent`, with all signals blocked: it waits for them.
    [[noreturn]] static void keep(pid_t parent, Program program) {
        setpgid(0, 0);
        die_with(parent, end_all);
        prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
        signal(SIGCHLD, SIG_DFL);
        program.parent = getpid();
        const pid_t process = fork();
        if (process == 0) program.become();
        if (process < 0) Program::fail(program.trouble);
        setpgid(process, process); // here as well: which of the two comes first is open
        close_range(0, ~0u, 0);    // pipes that others read to their end, locks
        end_as(wait_for(process));
    }

  private:
    // The status with which the program ended.
    static int wait_for(pid_t process) {
        sigset_t all;
        sigfillset(&all);
        bool asked = false;
        while (!reap_until(process)) {
            switch (sigwaitinfo(&all, nullptr)) {
            case ask_to_end:
                asked = true;
                kill(-process, SIGTERM);
                break;
            case end_all:
                asked = false;
                kill(-process, SIGKILL);
                break;
            default:
                break;
            }
        }
        if (!asked) kill(-process, SIGKILL); // its group's number is taken until it is waited for
        int status = 0;
        waitpid(process, &status, 0);
        if (!asked) end_the_rest();
        return status;
    }

    // True if that one has ended; all others that have are gone afterwards.
    static bool reap_until(pid_t process) {
        while (true) {
            siginfo_t ended{};
            if (waitid(P_ALL, 0, &ended, WEXITED | WNOHANG | WNOWAIT) != 0 || ended.si_pid == 0)
                return false;
            if (ended.si_pid == process) return true;
            waitpid(ended.si_pid, nullptr, 0);
        }
    }

    // The children of a child that is killed become ours, so there may be many rounds.
    static void end_the_rest() {
        while (kill_children()) {
            waitpid(-1, nullptr, 0);
            while (waitpid(-1, nullptr, WNOHANG) > 0) {
            }
        }
    }

    // False if there are none.
    static bool kill_children() {
        const int file = open("/proc/thread-self/children", O_RDONLY);
        char text[4096];
        const ssize_t size = file < 0 ? 0 : read(file, text, sizeof text);
        close(file);
        pid_t child = 0;
        for (ssize_t i = 0; i < size; ++i) {
            if (text[i] != ' ') {
                child = child * 10 + (text[i] - '0');
                continue;
            }
            kill(child, SIGKILL);
            child = 0;
        }
        return size > 0;
    }

    // Ends as the program did, so that the process that waits for us sees what became of it.
    [[noreturn]] static void end_as(int status) {
        if (WIFEXITED(status)) _exit(WEXITSTATUS(status));
        const int number = WTERMSIG(status);
        const rlimit no_core{0, 0};
        setrlimit(RLIMIT_CORE, &no_core);
        signal(number, SIG_DFL);
        unblock_signals();
        kill(getpid(), number);
        _exit(128 + number);
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
    const Program program{.input = input,
                          .output = output,
                          .report = options.report_descriptor,
                          .trouble = trouble[1],
                          .isolated = options.isolated,
                          .first_to_go = options.first_to_go,
                          .limits = options.limits,
                          .parent = 0,
                          .command = words.data(),
                          .environment = variables.data()};
    const pid_t here = getpid();
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before); // a signal at the keeper waits until it listens
    pid_t process = fork();
    if (process == 0) Keeper::keep(here, program);
    if (process < 0) process = -errno;
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
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

void ask_process_to_end(pid_t keeper) { kill(keeper, ask_to_end); }

void end_process(pid_t keeper) { kill(keeper, end_all); }

} // namespace workbook::cli
