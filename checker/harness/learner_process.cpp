#include "harness/learner_process.hpp"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <optional>
#include <poll.h>
#include <stdexcept>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace workbook {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kept_of_output = 16 << 10;
constexpr int exec_failed_code = 127;

const wire::Mailbox& shared_mailbox() {
    return *reinterpret_cast<const wire::Mailbox*>(wire::arena_address);
}

double seconds_since(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

// For how long a process has been at work. On a crowded machine the time in which its first thread,
// which makes the calls, could have run and got no processor is not its own. A program that crowds
// the machine itself with its threads gets five times its limit at most.
class Stopwatch {
  public:
    explicit Stopwatch(int process) : process_(process), waited_(seconds_without_processor()) {}
    double seconds() const {
        const double all = seconds_since(start_);
        return std::max(all - (seconds_without_processor() - waited_), all / 5);
    }
    bool passed(double limit) const { return seconds_since(start_) > limit && seconds() > limit; }

  private:
    // 0 if the kernel does not say.
    double seconds_without_processor() const {
        char path[64];
        std::snprintf(path, sizeof path, "/proc/%d/schedstat", process_);
        std::ifstream file(path);
        std::uint64_t ran = 0, waited = 0; // nanoseconds
        return file >> ran >> waited ? static_cast<double>(waited) * 1e-9 : 0;
    }
    int process_;
    Clock::time_point start_ = Clock::now();
    double waited_;
};

// A descriptor above those that the child moves its own to.
int out_of_the_way(int descriptor) {
    const int moved = fcntl(descriptor, F_DUPFD_CLOEXEC, 16);
    if (moved < 0) throw std::runtime_error("no file descriptor is left");
    close(descriptor);
    return moved;
}

void close_if_open(int& descriptor) {
    if (descriptor >= 0) close(descriptor);
    descriptor = -1;
}

std::uint64_t resident_bytes(int process) {
    char path[64];
    std::snprintf(path, sizeof path, "/proc/%d/statm", process);
    std::ifstream file(path);
    std::uint64_t size = 0, resident = 0;
    if (!(file >> size >> resident)) return 0;
    return resident * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

void close_all_from(unsigned first) {
#ifdef SYS_close_range
    if (syscall(SYS_close_range, first, ~0u, 0) == 0) return;
#endif
    for (int descriptor = static_cast<int>(first); descriptor < 4096; ++descriptor)
        close(descriptor);
}

std::vector<char*> pointers_to(const std::vector<std::string>& texts) {
    std::vector<char*> pointers;
    for (const std::string& text : texts) pointers.push_back(const_cast<char*>(text.c_str()));
    pointers.push_back(nullptr);
    return pointers;
}

// Children that this process did not start: left behind by a learner program.
void kill_orphans() {
    for (int round = 0; round < 200; ++round) {
        std::ifstream file("/proc/thread-self/children");
        int child = 0;
        bool any = false;
        while (file >> child) {
            any = true;
            kill(child, SIGKILL);
        }
        while (waitpid(-1, nullptr, WNOHANG) > 0) {
        }
        if (!any) return;
        usleep(1000);
    }
}

} // namespace

void adopt_orphans() { prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); }

void LearnerProcess::spawn(const Start& start) {
    int control[2], out[2], error[2];
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, control) != 0 ||
        pipe2(out, O_CLOEXEC) != 0 || pipe2(error, O_CLOEXEC) != 0)
        throw std::runtime_error("no channel to the learner program could be made");
    control_ = out_of_the_way(control[0]);
    output_[0] = out_of_the_way(out[0]);
    output_[1] = out_of_the_way(error[0]);
    for (int descriptor : output_) fcntl(descriptor, F_SETFL, O_NONBLOCK);
    fault_log_ = memfd_create("workbook-faults", MFD_CLOEXEC);
    if (fault_log_ < 0) throw std::runtime_error("the fault log could not be made");
    fault_log_ = out_of_the_way(fault_log_);
    int null = out_of_the_way(open("/dev/null", O_RDWR | O_CLOEXEC));
    int arena = out_of_the_way(fcntl(start.arena, F_DUPFD_CLOEXEC, 16));
    int child_control = out_of_the_way(control[1]);
    int child_out = out_of_the_way(out[1]), child_error = out_of_the_way(error[1]);

    const Sandbox sandbox(start.limits);
    if (start.confined)
        confinement_ = std::make_unique<Confinement>(*start.confined, start.limits.file_bytes);
    const std::string program = confinement_ ? Confinement::program : start.program;
    const std::vector<std::string> arguments{program};
    const std::vector<char*> argument_pointers = pointers_to(arguments);
    const std::vector<char*> environment = pointers_to(start.environment);
    const int checker = getpid();
    std::memset(reinterpret_cast<void*>(wire::arena_address), 0, sizeof(wire::Mailbox));

    process_ = confinement_ ? confinement_->fork_inside() : fork();
    if (process_ < 0) throw std::runtime_error("the learner program could not be started (fork)");
    if (process_ == 0) {
        dup2(null, 0);
        dup2(child_out, 1);
        dup2(child_error, 2);
        dup2(child_control, wire::control_descriptor);
        dup2(arena, wire::arena_descriptor);
        dup2(fault_log_, wire::fault_log_descriptor);
        close_all_from(wire::fault_log_descriptor + 1);
        sigset_t none;
        sigemptyset(&none);
        sigprocmask(SIG_SETMASK, &none, nullptr);
        sandbox.apply(confinement_ ? 0 : checker);
        sandbox.execute(program.c_str(), argument_pointers.data(), environment.data());
        const int failure = errno; // told in place of the program's greeting
        [[maybe_unused]] const ssize_t written =
            write(wire::control_descriptor, &failure, sizeof failure);
        _exit(exec_failed_code);
    }
    alive_ = true;
    for (int* descriptor : {&null, &arena, &child_control, &child_out, &child_error})
        close_if_open(*descriptor);
}

std::unique_ptr<LearnerProcess> LearnerProcess::start(const Start& start, Exchange& exchange) {
    std::unique_ptr<LearnerProcess> process(new LearnerProcess(start.limits));
    process->spawn(start);
    wire::Hello hello;
    exchange = process->wait(&hello, sizeof hello);
    if (exchange.ending == Ending::replied && hello.version != wire::protocol_version)
        exchange.ending = Ending::broke_protocol;
    if (exchange.ending == Ending::replied) return process;
    return nullptr;
}

LearnerProcess::~LearnerProcess() {
    kill_and_reap();
    close_if_open(control_);
    close_if_open(output_[0]);
    close_if_open(output_[1]);
    close_if_open(fault_log_);
}

std::uint64_t LearnerProcess::threads_left() const {
    constexpr double patience = 0.1;
    const Clock::time_point begin = Clock::now();
    while (true) {
        std::ifstream file("/proc/" + std::to_string(process_) + "/status");
        std::uint64_t threads = 1;
        for (std::string line; std::getline(file, line);)
            if (line.rfind("Threads:", 0) == 0) threads = std::stoull(line.substr(8));
        if (threads <= 1) return 0;
        if (seconds_since(begin) > patience) return threads - 1;
        usleep(200);
    }
}

Exchange LearnerProcess::call(const wire::Request& request) {
    wire::Reply reply;
    if (send(control_, &request, sizeof request, MSG_NOSIGNAL) != sizeof request) {
        // It died since the last reply; say how.
        Exchange exchange = wait(&reply, sizeof reply);
        if (exchange.ending == Ending::replied) exchange.ending = Ending::broke_protocol;
        return exchange;
    }
    Exchange exchange = wait(&reply, sizeof reply);
    if (exchange.ending == Ending::replied && reply.number != request.number)
        exchange.ending = Ending::broke_protocol;
    exchange.reply = reply;
    // Texts are printed: make sure that each ends.
    exchange.reply.text[sizeof reply.text - 1] = 0;
    for (wire::CudaError* error : {&exchange.reply.left, &exchange.reply.synchronised})
        error->name[sizeof error->name - 1] = error->message[sizeof error->message - 1] = 0;
    if (exchange.ending != Ending::replied) kill_and_reap();
    return exchange;
}

// Waits for one message of exactly `bytes` bytes.
Exchange LearnerProcess::wait(void* message, std::size_t bytes) {
    Exchange exchange;
    printed_bytes_ = 0;
    const Stopwatch whole(process_);
    std::optional<Stopwatch> running;
    bool starting = shared_mailbox().phase == wire::Phase::starting;
    while (true) {
        pollfd waiting[3] = {
            {control_, POLLIN, 0}, {output_[0], POLLIN, 0}, {output_[1], POLLIN, 0}};
        poll(waiting, 3, 10);
        exchange.phase = shared_mailbox().phase;
        drain(exchange);
        bool hung_up = false;
        if (waiting[0].revents && receive(message, bytes, exchange, hung_up) && !hung_up) break;
        if (reap(exchange)) break;
        if (exchange.ending == Ending::cannot_start) break;
        if (hung_up) {
            // Closed its end; usually it is about to be gone.
            for (int i = 0; i < 100 && alive_; ++i) {
                usleep(2000);
                reap(exchange);
            }
            if (alive_) exchange.ending = Ending::broke_protocol;
            break;
        }
        if (printed_bytes_ > limits_.printed_bytes) {
            exchange.ending = Ending::printed_too_much;
            break;
        }
        if (resident_bytes(process_) > limits_.memory_bytes) {
            exchange.ending = Ending::took_too_much_memory;
            break;
        }
        // The learner's function is timed from when it begins. A program that lies about its phase
        // gains the other limit at most.
        if (!running && exchange.phase == wire::Phase::running) running.emplace(process_);
        const double limit = starting ? limits_.start_seconds : limits_.prepare_seconds;
        const bool call_expired = running && exchange.phase == wire::Phase::running &&
                                  running->passed(limits_.call_seconds);
        if (call_expired || whole.passed(limit + (running ? limits_.call_seconds : 0))) {
            exchange.ending = Ending::timed_out;
            exchange.seconds = call_expired ? limits_.call_seconds : limit;
            ask_for_activity();
            break;
        }
    }
    drain(exchange);
    exchange.mailbox = shared_mailbox();
    exchange.phase = exchange.mailbox.phase;
    exchange.mailbox.activity[sizeof exchange.mailbox.activity - 1] = 0;
    exchange.fault_lines = new_fault_lines();
    if (exchange.ending != Ending::replied) kill_and_reap();
    return exchange;
}

// True if the awaited message came, or something in its place (`exchange.ending` says so).
bool LearnerProcess::receive(void* message, std::size_t bytes, Exchange& exchange, bool& hung_up) {
    char buffer[sizeof(wire::Reply) + sizeof(wire::Hello)];
    const ssize_t received = recv(control_, buffer, sizeof buffer, MSG_DONTWAIT);
    if (received < 0 && (errno == EAGAIN || errno == EINTR)) return false;
    if (received <= 0) {
        hung_up = true;
        return false;
    }
    if (static_cast<std::size_t>(received) == bytes) {
        std::memcpy(message, buffer, bytes);
        return true;
    }
    exchange.ending = Ending::broke_protocol;
    if (shared_mailbox().phase == wire::Phase::starting && received == sizeof(int)) {
        std::memcpy(&exchange.code, buffer, sizeof(int));
        exchange.ending = Ending::cannot_start;
    }
    return true;
}

void LearnerProcess::drain(Exchange& exchange) {
    char buffer[64 << 10];
    for (const int descriptor : output_) {
        ssize_t count;
        // Bounded, so that a program that prints faster than we read does not hold us here.
        while (printed_bytes_ <= limits_.printed_bytes &&
               (count = read(descriptor, buffer, sizeof buffer)) > 0) {
            printed_bytes_ += static_cast<std::uint64_t>(count);
            const std::size_t room =
                kept_of_output - std::min(kept_of_output, exchange.printed.size());
            exchange.printed.append(buffer, std::min(room, static_cast<std::size_t>(count)));
        }
    }
}

// True if the program has ended.
bool LearnerProcess::reap(Exchange& exchange) {
    int status = 0;
    if (!alive_ || waitpid(process_, &status, WNOHANG) != process_) return !alive_;
    alive_ = false;
    if (WIFEXITED(status)) {
        exchange.ending =
            exchange.ending == Ending::cannot_start ? exchange.ending : Ending::exited;
        if (exchange.ending == Ending::exited) exchange.code = WEXITSTATUS(status);
    } else {
        exchange.ending = Ending::killed;
        exchange.code = WTERMSIG(status);
    }
    return true;
}

// At the deadline: gives the program a moment to note what its device is doing.
void LearnerProcess::ask_for_activity() {
    if (!alive_ || kill(process_, SIGUSR2) != 0) return;
    for (int i = 0; i < 50 && shared_mailbox().activity[0] == 0; ++i) usleep(2000);
}

void LearnerProcess::kill_and_reap() {
    if (alive_) {
        kill(-process_, SIGKILL); // its session's group
        kill(process_, SIGKILL);
        waitpid(process_, nullptr, 0);
        alive_ = false;
    }
    if (confinement_) confinement_->end();
    kill_orphans();
}

std::string LearnerProcess::new_fault_lines() {
    struct stat state {};
    const auto end = fstat(fault_log_, &state) == 0 ? static_cast<std::uint64_t>(state.st_size) : 0;
    const std::uint64_t fresh = end - std::min(end, fault_log_read_);
    std::string text(std::min(fresh, limits_.fault_log_bytes), '\0');
    const ssize_t count =
        pread(fault_log_, text.data(), text.size(), static_cast<off_t>(fault_log_read_));
    text.resize(count > 0 ? static_cast<std::size_t>(count) : 0);
    // Only whole lines; a program that was killed may have left half of one.
    text.resize(text.rfind('\n') == std::string::npos ? 0 : text.rfind('\n') + 1);
    fault_log_read_ = end; // what was too much is not the next call's
    return text;
}

} // namespace workbook
