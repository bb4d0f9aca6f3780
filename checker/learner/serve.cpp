#include "learner/serve.hpp"

#include "learner/buffers.hpp"
#include "learner/crash_report.hpp"
#include "learner/cuda_runtime.hpp"
#include "learner/registration.hpp"
#include "learner/replay.hpp"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <iostream>
#include <new>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

namespace workbook::learner {
namespace {

void set_text(wire::Reply& reply, wire::ReplyStatus status, const std::string& text) {
    reply.status = status;
    std::snprintf(reply.text, sizeof reply.text, "%s", text.c_str());
}

bool signature_matches(const Callable& callable, const wire::Request& request) {
    if (callable.argument_count != request.argument_count ||
        callable.result_bytes != request.result_bytes)
        return false;
    for (std::size_t i = 0; i < request.argument_count; ++i) {
        const wire::Argument& argument = request.arguments[i];
        const std::uint64_t bytes =
            argument.kind == wire::ArgumentKind::value ? argument.bytes : sizeof(void*);
        if (callable.argument_bytes[i] != bytes) return false;
    }
    return true;
}

// Which signals are unblocked while this exists: all, as when the program began, or only that of
// the deadline. The learner's handlers run only while the learner's function runs: a timer cannot
// act after the checker has stopped looking.
class Signals {
  public:
    enum Heard { all, deadline_only };
    explicit Signals(Heard heard) {
        sigset_t blocked;
        sigemptyset(&blocked);
        if (heard == deadline_only) {
            sigfillset(&blocked);
            sigdelset(&blocked, deadline_signal);
        }
        pthread_sigmask(SIG_SETMASK, &blocked, &before_);
    }
    ~Signals() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
    Signals(const Signals&) = delete;
    Signals& operator=(const Signals&) = delete;

  private:
    sigset_t before_;
};

// Calls the learner's function and catches everything but the end of the process.
void invoke_guarded(const Callable& callable, const Buffers& buffers, const wire::Request& request,
                    wire::Reply& reply) {
    try {
        callable.call(buffers.values(), reinterpret_cast<void*>(request.result_address));
    } catch (const std::bad_alloc&) {
        set_text(reply, wire::ReplyStatus::out_of_memory, "std::bad_alloc");
    } catch (const std::exception& error) {
        set_text(reply, wire::ReplyStatus::threw, error.what());
    } catch (...) {
        set_text(reply, wire::ReplyStatus::threw, "something that is no std::exception");
    }
    std::cout.flush();
    std::fflush(nullptr);
}

void keep_trace(const TraceSource& trace, const wire::Request& request, wire::Reply& reply) {
    if (!trace.end) return;
    std::size_t bytes = 0;
    const char* text = trace.end(&bytes);
    if (!text) return;
    reply.trace_truncated = bytes > request.trace_capacity;
    reply.trace_bytes = reply.trace_truncated ? 0 : bytes;
    std::memcpy(reinterpret_cast<void*>(request.trace_address), text, reply.trace_bytes);
}

// The time of a call that began at `begin`, including the work that it left running.
std::uint64_t nanoseconds_until_done(std::chrono::steady_clock::time_point begin) {
    if (CudaRuntime* runtime = CudaRuntime::find(false)) runtime->synchronise();
    const auto time = std::chrono::steady_clock::now() - begin;
    return static_cast<std::uint64_t>(std::chrono::nanoseconds(time).count());
}

} // namespace

wire::Reply serve_call(const wire::Request& request, const TraceSource& trace,
                       wire::Mailbox& mailbox) {
    wire::Reply reply;
    reply.number = request.number;
    const Callable* callable = find_callable(request.function);
    if (!callable) {
        set_text(reply, wire::ReplyStatus::unknown_function, request.function);
        return reply;
    }
    if (!signature_matches(*callable, request)) {
        set_text(reply, wire::ReplyStatus::wrong_signature, request.function);
        return reply;
    }

    mailbox.phase = wire::Phase::preparing;
    Buffers buffers(request);
    if (!buffers.prepare()) {
        set_text(reply, wire::ReplyStatus::device_failed, buffers.problem());
        return reply;
    }

    const bool traces = trace.begin && request.timed == 0;
    if (traces) trace.begin();
    mailbox.phase = wire::Phase::running;
    const auto begin = std::chrono::steady_clock::now();
    {
        const Signals awake(Signals::all);
        invoke_guarded(*callable, buffers, request, reply);
    }
    if (request.timed != 0) reply.nanoseconds = nanoseconds_until_done(begin);
    report_deadline(); // also if the function has put a handler of its own there
    CudaRuntime* runtime = CudaRuntime::find(false);
    if (runtime) reply.runtime_loaded = 1;
    if (!runtime || !runtime->end_call()) {
        // Before anything else waits: kernels that the function left running count as the
        // function's.
        if (runtime) reply.left = runtime->describe(runtime->take_last_error());
        if (traces) keep_trace(trace, request, reply);
        if (runtime) reply.synchronised = runtime->describe(runtime->synchronise());
    }
    mailbox.phase = wire::Phase::finishing;
    if (!buffers.collect() && reply.synchronised.code == 0 && reply.left.code == 0)
        set_text(reply, wire::ReplyStatus::device_lost, buffers.problem());
    return reply;
}

int serve(int argument_count, char** arguments) {
    if (!std::getenv(wire::serve_variable)) return replay(argument_count, arguments);

    void* wanted = reinterpret_cast<void*>(wire::arena_address);
    void* arena = mmap(wanted, wire::arena_bytes, PROT_READ | PROT_WRITE,
                       MAP_SHARED | MAP_NORESERVE | MAP_FIXED_NOREPLACE, wire::arena_descriptor, 0);
    if (arena != wanted) {
        std::fprintf(stderr, "the arena's address %p is taken\n", wanted);
        return 2;
    }
    close(wire::arena_descriptor);
    auto& mailbox = *static_cast<wire::Mailbox*>(arena);
    const TraceSource trace = TraceSource::find();
    install_crash_report(&mailbox, trace.activity);

    const Signals quiet(Signals::deadline_only);
    const wire::Hello hello;
    if (send(wire::control_descriptor, &hello, sizeof hello, MSG_NOSIGNAL) != sizeof hello)
        return 2;
    while (true) {
        mailbox.phase = wire::Phase::idle;
        wire::Request request;
        const ssize_t received = recv(wire::control_descriptor, &request, sizeof request, 0);
        if (received != sizeof request || request.argument_count > wire::most_arguments) return 0;
        const wire::Reply reply = serve_call(request, trace, mailbox);
        if (send(wire::control_descriptor, &reply, sizeof reply, MSG_NOSIGNAL) != sizeof reply)
            return 2;
    }
}

} // namespace workbook::learner
