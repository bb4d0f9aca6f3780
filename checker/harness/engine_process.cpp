#include "harness/engine_process.hpp"

#include "harness/process_files.hpp"
#include "harness/stopwatch.hpp"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <stdexcept>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace workbook {
namespace {

constexpr const char* program_name = "/workbook_engine";

// It holds the device's memory, not the learner's: it may map and make files in memory of any size,
// and opens a channel for each of the learner program's threads.
Limits limits_of_engine(Limits limits) {
    limits.limit_data = false;
    limits.file_bytes = ~0ull;
    limits.open_files = 4096;
    return limits;
}

} // namespace

EngineProcess::EngineProcess(const Start& start, const Arena& exchange)
    : exchange_(exchange), limits_(start.limits) {
    try {
        spawn(start);
    } catch (...) {
        end();
        close_if_open(fault_log_);
        throw;
    }
    wire::Setup setup = start.setup;
    setup.exchange_bytes = wire::arena_bytes;
    send(control_, &setup, sizeof setup,
         MSG_NOSIGNAL); // if it is dead already, the first call tells
}

EngineProcess::~EngineProcess() {
    end();
    close_if_open(fault_log_); // it can be read after the engine has ended
}

void EngineProcess::spawn(const Start& start) {
    int control[2], door[2];
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, control) != 0 ||
        socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, door) != 0)
        throw std::runtime_error("no channel to the virtual GPU's engine could be made");
    control_ = out_of_the_way(control[0]);
    door_ = out_of_the_way(door[0]);
    fault_log_ = memfd_create("workbook-faults", MFD_CLOEXEC);
    if (fault_log_ < 0) throw std::runtime_error("the fault log could not be made");
    fault_log_ = out_of_the_way(fault_log_);
    int null = out_of_the_way(open("/dev/null", O_RDWR | O_CLOEXEC));
    int child_control = out_of_the_way(control[1]), child_door = out_of_the_way(door[1]);
    int failure[2];
    if (pipe2(failure, O_CLOEXEC) != 0)
        throw std::runtime_error("no channel to the virtual GPU's engine could be made");
    int exec_failure = out_of_the_way(failure[0]), child_failure = out_of_the_way(failure[1]);
    int arena = out_of_the_way(fcntl(start.arena, F_DUPFD_CLOEXEC, 16));
    int exchange = out_of_the_way(fcntl(exchange_.descriptor(), F_DUPFD_CLOEXEC, 16));

    const Limits limits = limits_of_engine(start.limits);
    const Sandbox sandbox(limits);
    const std::string outside = start.folder + program_name;
    if (start.confine) {
        ConfinedFiles files;
        files.program = outside;
        confinement_ = std::make_unique<Confinement>(files, std::uint64_t{1} << 20);
    }
    const std::string program = confinement_ ? Confinement::program : outside;
    const std::vector<std::string> arguments{program, "serve"}, environment;
    const std::vector<char*> argument_pointers = pointers_to(arguments);
    const std::vector<char*> environment_pointers = pointers_to(environment);
    const int checker = getpid();
    process_ = confinement_ ? confinement_->fork_inside() : fork();
    if (process_ < 0) throw std::runtime_error("the virtual GPU's engine could not be started");
    if (process_ == 0) {
        dup2(null, 0);
        dup2(null, 1);
        dup2(null, 2);
        dup2(child_control, wire::engine_control_descriptor);
        dup2(child_door, wire::engine_door_descriptor);
        dup2(exchange, wire::engine_exchange_descriptor);
        dup2(arena, wire::engine_arena_descriptor);
        dup2(fault_log_, wire::engine_fault_log_descriptor);
        constexpr int reason = wire::engine_last_descriptor + 1; // closed by exec
        dup3(child_failure, reason, O_CLOEXEC);
        close_all_from(reason + 1);
        sigset_t none;
        sigemptyset(&none);
        sigprocmask(SIG_SETMASK, &none, nullptr);
        sandbox.apply(confinement_ ? 0 : checker);
        sandbox.execute(program.c_str(), argument_pointers.data(), environment_pointers.data());
        const int why = errno;
        [[maybe_unused]] const ssize_t written = write(reason, &why, sizeof why);
        _exit(127);
    }
    for (int* descriptor : {&null, &child_control, &child_door, &child_failure, &arena, &exchange})
        close_if_open(*descriptor);
    int why = 0;
    ssize_t count = 0;
    while ((count = read(exec_failure, &why, sizeof why)) < 0 && errno == EINTR) {
    }
    close_if_open(exec_failure);
    if (count == sizeof why)
        throw CannotStart(std::string("the virtual GPU's engine could not be started: ") +
                          std::strerror(why));
}

int EngineProcess::take_door() { return std::exchange(door_, -1); }

std::optional<wire::EngineReply>
EngineProcess::ask(const wire::EngineRequest& request, double seconds,
                   const std::function<bool()>& takes_too_much_memory) {
    using Clock = std::chrono::steady_clock;
    // Mostly it answers sooner than a sleeper would be woken (vgpu/calls/message.cpp).
    const auto soon = Clock::now() + std::chrono::microseconds(50);
    std::optional<Stopwatch> watch;
    const auto look = [&] {
        if (!watch) watch.emplace(0, process_);
        took_too_long_ = watch->passed(seconds);
        machine_was_busy_ = took_too_long_ && watch->blames_machine(seconds);
        // What the call has left to be done is done now, and takes memory as well.
        took_too_much_memory_ = !took_too_long_ && takes_too_much_memory();
        return !took_too_long_ && !took_too_much_memory_;
    };
    std::optional<wire::EngineReply> reply;
    bool goes_on = send(control_, &request, sizeof request, MSG_NOSIGNAL) == sizeof request;
    while (goes_on && process_ > 0) {
        const bool is_soon = Clock::now() < soon;
        pollfd waiting{control_, POLLIN, 0};
        if (poll(&waiting, 1, is_soon ? 0 : 20) <= 0) {
            goes_on = is_soon || look();
            continue;
        }
        reply.emplace();
        if (recv(control_, &*reply, sizeof *reply, 0) != sizeof *reply) reply.reset();
        break;
    }
    if (watch) waited_ += watch->waited();
    if (reply) {
        reply->text[sizeof reply->text - 1] = 0;
        return reply;
    }
    if (!took_too_long_ && !took_too_much_memory_) see_end();
    // A learner program can end its engine, but not with this status.
    if (end() == wire::engine_other_processor) throw OtherProcessor();
    return std::nullopt;
}

bool EngineProcess::reap() {
    int status = 0;
    if (process_ > 0 && waitpid(process_, &status, WNOHANG) == process_) {
        process_ = -1;
        status_ = status;
    }
    return process_ <= 0;
}

// It has hung up, so it is about to be gone.
void EngineProcess::see_end() {
    for (int i = 0; i < 100 && !reap(); ++i) usleep(2000);
}

bool EngineProcess::has_ended() {
    if (reap() && WIFEXITED(status_) && WEXITSTATUS(status_) == wire::engine_other_processor)
        throw OtherProcessor();
    return process_ <= 0;
}

bool EngineProcess::was_killed() {
    pollfd channel{control_, 0, 0};
    if (process_ > 0 && poll(&channel, 1, 0) > 0) see_end();
    return reap() && WIFSIGNALED(status_) && WTERMSIG(status_) == SIGKILL;
}

std::uint64_t EngineProcess::bytes() const {
    auto& board = *reinterpret_cast<wire::Board*>(exchange_.begin());
    const std::uint64_t shared =
        std::atomic_ref(board.shared_bytes).load(std::memory_order_relaxed);
    return shared + (process_ > 0 ? own_bytes(process_) : 0);
}

std::string EngineProcess::activity() const {
    auto& board = *reinterpret_cast<wire::Board*>(exchange_.begin());
    if (std::atomic_ref(board.busy).load(std::memory_order_acquire) == 0) return "";
    return std::string(board.activity, strnlen(board.activity, sizeof board.activity));
}

std::string EngineProcess::new_fault_lines() {
    struct stat state {};
    const auto length =
        fstat(fault_log_, &state) == 0 ? static_cast<std::uint64_t>(state.st_size) : 0;
    const std::uint64_t fresh = length - std::min(length, fault_log_read_);
    std::string text(std::min(fresh, limits_.fault_log_bytes), '\0');
    const ssize_t count =
        pread(fault_log_, text.data(), text.size(), static_cast<off_t>(fault_log_read_));
    text.resize(count > 0 ? static_cast<std::size_t>(count) : 0);
    // Only whole lines; an engine that was killed may have left half of one.
    text.resize(text.rfind('\n') == std::string::npos ? 0 : text.rfind('\n') + 1);
    fault_log_read_ = length; // what was too much is not the next call's
    return text;
}

int EngineProcess::end() {
    int status = 0;
    if (reap()) {
        status = status_;
    } else {
        kill(process_, SIGKILL);
        waitpid(process_, &status, 0);
        process_ = -1;
    }
    if (confinement_) confinement_->end();
    close_if_open(control_);
    close_if_open(door_);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

} // namespace workbook
