#include "harness/learner_process.hpp"

#include "harness/process_files.hpp"
#include "harness/stopwatch.hpp"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <optional>
#include <poll.h>
#include <sched.h>
#include <stdexcept>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
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

// The state of a thread, which is after the name in /proc/PID/task/TID/stat; 0 if it is gone.
char state_of(int process, int thread) {
    char path[64];
    std::snprintf(path, sizeof path, "/proc/%d/task/%d/stat", process, thread);
    std::ifstream file(path);
    std::string text;
    if (!std::getline(file, text)) return 0;
    const std::size_t name_end = text.rfind(") ");
    return name_end == std::string::npos ? 0 : text[name_end + 2];
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
    int control[2], out[2], error[2], failure[2];
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, control) != 0 ||
        pipe2(out, O_CLOEXEC) != 0 || pipe2(error, O_CLOEXEC) != 0 ||
        pipe2(failure, O_CLOEXEC) != 0)
        throw std::runtime_error("no channel to the learner program could be made");
    control_ = out_of_the_way(control[0]);
    output_[0] = out_of_the_way(out[0]);
    output_[1] = out_of_the_way(error[0]);
    exec_failure_ = out_of_the_way(failure[0]);
    int child_failure = out_of_the_way(failure[1]);
    for (int descriptor : {output_[0], output_[1], exec_failure_})
        fcntl(descriptor, F_SETFL, O_NONBLOCK);
    int null = out_of_the_way(open("/dev/null", O_RDWR | O_CLOEXEC));
    int arena = out_of_the_way(fcntl(start.arena, F_DUPFD_CLOEXEC, 16));
    int child_control = out_of_the_way(control[1]);
    int child_out = out_of_the_way(out[1]), child_error = out_of_the_way(error[1]);
    int door = engine_ ? engine_->take_door() : -1;

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
        if (door >= 0) dup2(door, wire::door_descriptor);
        // Closed by exec, so that no code of the program ever has it.
        const int reason = door >= 0 ? wire::door_descriptor + 1 : wire::arena_descriptor + 1;
        dup3(child_failure, reason, O_CLOEXEC);
        close_all_from(static_cast<unsigned>(reason + 1));
        sigset_t none;
        sigemptyset(&none);
        sigprocmask(SIG_SETMASK, &none, nullptr);
        sandbox.apply(confinement_ ? 0 : checker);
        sandbox.execute(program.c_str(), argument_pointers.data(), environment.data());
        const int why = errno;
        [[maybe_unused]] const ssize_t written = write(reason, &why, sizeof why);
        _exit(exec_failed_code);
    }
    alive_ = true;
    for (int* descriptor :
         {&null, &arena, &child_control, &child_out, &child_error, &child_failure, &door})
        close_if_open(*descriptor);
}

std::unique_ptr<LearnerProcess> LearnerProcess::start(const Start& start, Exchange& exchange) {
    std::unique_ptr<LearnerProcess> process(new LearnerProcess(start.limits));
    if (start.engine)
        process->engine_ = std::make_unique<EngineProcess>(*start.engine, *start.exchange);
    process->arena_ = start.arena;
    process->spawn(start);
    wire::Hello hello;
    exchange = process->wait(&hello, sizeof hello);
    if (exchange.ending == Ending::replied && hello.version != wire::protocol_version)
        exchange.ending = Ending::broke_protocol;
    if (exchange.ending != Ending::replied) return nullptr;
    if (start.engine) process->pause_threads();
    return process;
}

LearnerProcess::~LearnerProcess() {
    kill_and_reap();
    close_if_open(control_);
    close_if_open(output_[0]);
    close_if_open(output_[1]);
    close_if_open(exec_failure_);
}

// A stopped thread runs no more code of the program's; one that is ending may finish.
std::uint64_t LearnerProcess::pause_threads() {
    constexpr double patience = 10;
    const Clock::time_point begin = Clock::now();
    std::uint64_t standing = 0;
    bool moving = true;
    while (alive_ && moving && !went_on_) {
        kill(process_, SIGSTOP); // each time: SIGCONT takes one back that is under way
        moving = false;
        standing = 0;
        for (const int thread : threads_of(process_)) {
            const char state = state_of(process_, thread);
            if (state == 'Z' || state == 'X' || state == 0) continue;
            ++standing;
            moving |= state != 'T' && state != 't';
        }
        if (moving) {
            went_on_ = was_continued() || seconds_since(begin) > patience;
            sched_yield();
        }
    }
    return standing > 0 ? standing - 1 : 0;
}

// True once for each SIGCONT: waitid() takes the event.
bool LearnerProcess::was_continued() const {
    siginfo_t event = {};
    return alive_ &&
           waitid(P_PID, static_cast<id_t>(process_), &event, WCONTINUED | WNOHANG) == 0 &&
           event.si_pid == process_;
}

// A timer or a pipe can send SIGCONT to a program that stands still.
bool LearnerProcess::has_gone_on() {
    went_on_ |= was_continued();
    return went_on_;
}

void LearnerProcess::let_go_on() {
    if (!alive_) return;
    kill(process_, SIGCONT);
    was_continued(); // by us
}

Exchange LearnerProcess::call(const wire::Request& request) {
    wire::Reply reply;
    if (engine_ && has_gone_on()) {
        Exchange exchange;
        exchange.ending = Ending::broke_protocol;
        kill_and_reap();
        return exchange;
    }
    let_go_on();
    if (send(control_, &request, sizeof request, MSG_NOSIGNAL | MSG_DONTWAIT) != sizeof request) {
        // It left earlier requests in the channel, or died since the last reply; say how.
        const bool is_full = errno == EAGAIN || errno == EWOULDBLOCK;
        Exchange exchange = is_full ? Exchange{} : wait(&reply, sizeof reply);
        if (exchange.ending == Ending::replied) {
            exchange.ending = Ending::broke_protocol;
            kill_and_reap();
        }
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
    const int engine = engine_ ? engine_->number() : 0;
    const Stopwatch whole(process_, engine);
    std::optional<Stopwatch> running;
    bool starting = shared_mailbox().phase == wire::Phase::starting;
    while (true) {
        pollfd waiting[3] = {
            {control_, POLLIN, 0}, {output_[0], POLLIN, 0}, {output_[1], POLLIN, 0}};
        poll(waiting, 3, limits_.look_milliseconds);
        exchange.phase = shared_mailbox().phase;
        drain(exchange);
        bool hung_up = false;
        if (waiting[0].revents && receive(message, bytes, exchange, hung_up) && !hung_up) {
            // A call that is over before the next look is held to the limit, too.
            if (exchange.ending == Ending::replied && takes_too_much_memory())
                exchange.ending = Ending::took_too_much_memory;
            break;
        }
        if (reap(exchange)) break;
        if (hung_up) {
            see_end(exchange);
            break;
        }
        if (breaks_limits(exchange)) break;
        // The learner's function is timed from when it begins. A program that lies about its phase
        // gains the other limit at most.
        if (!running && exchange.phase == wire::Phase::running) running.emplace(process_, engine);
        const double limit = starting ? limits_.start_seconds : limits_.prepare_seconds;
        const double of_all = limit + (running ? limits_.call_seconds : 0);
        const bool call_expired = running && exchange.phase == wire::Phase::running &&
                                  running->passed(limits_.call_seconds);
        if (call_expired || whole.passed(of_all)) {
            exchange.ending = Ending::timed_out;
            exchange.seconds = call_expired ? limits_.call_seconds : limit;
            exchange.in_doubt = call_expired ? running->blames_machine(limits_.call_seconds)
                                             : whole.blames_machine(of_all);
            ask_for_activity();
            break;
        }
    }
    exchange.waited = whole.waited();
    drain(exchange);
    note_activity(exchange);
    if (exchange.ending != Ending::replied) {
        exchange.in_doubt |= was_killed(exchange);
        kill_and_reap();
    }
    return exchange;
}

// Whether a SIGKILL that the checker did not send has ended the program or its engine; the kernel
// sends one when memory runs out. What the program did without its engine does not count.
bool LearnerProcess::was_killed(const Exchange& exchange) const {
    if (exchange.ending == Ending::killed && exchange.code == SIGKILL) return true;
    return engine_ && engine_->was_killed();
}

// The program has closed its end of the connection; usually it is about to be gone.
void LearnerProcess::see_end(Exchange& exchange) {
    for (int i = 0; i < 100 && alive_; ++i) {
        usleep(2000);
        reap(exchange);
    }
    if (alive_) exchange.ending = Ending::broke_protocol;
}

// Whether more is printed, taken or started than is allowed, or the engine is gone; exchange.ending
// says it.
bool LearnerProcess::breaks_limits(Exchange& exchange) const {
    const std::size_t threads = limits_.threads > 0 ? threads_of(process_).size() : 0;
    if (printed_bytes_ > limits_.printed_bytes)
        exchange.ending = Ending::printed_too_much;
    else if (takes_too_much_memory())
        exchange.ending = Ending::took_too_much_memory;
    else if (engine_ && engine_->has_ended())
        exchange.ending = Ending::lost_engine;
    else if (threads > limits_.threads)
        exchange.ending = Ending::started_too_many_threads;
    else
        return false;
    return true;
}

// Notes what the program and the engine were doing at the end of the exchange.
void LearnerProcess::note_activity(Exchange& exchange) {
    exchange.mailbox = shared_mailbox();
    exchange.phase = exchange.mailbox.phase;
    if (engine_) {
        exchange.fault_lines = engine_->new_fault_lines();
        const std::string activity = engine_->activity();
        std::snprintf(exchange.mailbox.activity, sizeof exchange.mailbox.activity, "%s",
                      exchange.ending == Ending::timed_out ? activity.c_str() : "");
    }
    exchange.mailbox.activity[sizeof exchange.mailbox.activity - 1] = 0;
}

// Counts the program's own memory, the engine's, and what they share with each other and with us.
// Shared memory counts even if the program no longer maps it.
bool LearnerProcess::takes_too_much_memory() const {
    struct stat arena {};
    const std::uint64_t shared =
        fstat(arena_, &arena) == 0 ? static_cast<std::uint64_t>(arena.st_blocks) * 512 : 0;
    return own_bytes(process_) + shared + (engine_ ? engine_->bytes() : 0) > limits_.memory_bytes;
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
        exchange.ending = Ending::exited;
        exchange.code = WEXITSTATUS(status);
        int why = 0;
        if (read(exec_failure_, &why, sizeof why) == sizeof why) {
            exchange.ending = Ending::cannot_start;
            exchange.code = why;
        }
    } else {
        exchange.ending = Ending::killed;
        exchange.code = WTERMSIG(status);
    }
    return true;
}

// Gives the program a moment, at the deadline, to note what its device is doing.
void LearnerProcess::ask_for_activity() {
    if (engine_ || !alive_ || kill(process_, SIGUSR2) != 0) return; // the engine's board says it
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
    if (engine_) engine_.reset();
    kill_orphans();
}

} // namespace workbook
