#include "vgpu/client/link.hpp"

#include "vgpu/client/host_access.hpp"
#include "vgpu/client/idle_runner.hpp"
#include "vgpu/client/memory.hpp"
#include "vgpu/client/registration.hpp"
#include "vgpu/client/services.hpp"
#include "vgpu/client/start_engine.hpp"
#include "vgpu/client/thread_calls.hpp"

#include <array>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <memory>
#include <mutex>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace vgpu::client {

using calls::Kind;
using calls::Reader;

extern const int soname_version; // soname.cpp.in

// A thread's channel.
struct Call::Thread {
    explicit Thread(int descriptor) : channel(descriptor) {}
    ~Thread() {
        if (staging != nullptr) munmap(staging, calls::staging_bytes);
    }
    calls::Channel channel;
    std::byte* staging = nullptr;
    std::array<std::byte, calls::most_bytes> in, out;
};

namespace {

using Thread = Call::Thread;

// The process's part of the link.
struct Link {
    std::mutex mutex;
    int door = -1;
    bool has_failed = false; // to get an engine, or to keep it
    std::atomic<bool> linked{false};
    std::atomic<std::uint64_t> calls{0};
};

Link& link() {
    static Link& only = *new Link; // used by exit handlers, too
    return only;
}

// Trivial, so that it is there for exit handlers; threads that end give it back by the key.
thread_local Thread* own_thread = nullptr;
pthread_key_t thread_key;

void complain(const char* what) {
    std::fflush(stdout);
    std::fprintf(stderr, "virtual GPU: %s\n", what);
}

// After a fork the engine is the parent's; a child that uses CUDA gets one of its own.
void begin_anew() {
    link().door = -1;
    link().has_failed = false;
    link().linked = false;
    own_thread = nullptr;
    forget_idle_runner();
    send_registrations_again();
}

void run_exit_handler() {
    note_exit();
    if (is_linked()) typed_call(calls::Function::workbook_exiting, 0);
}

// The caller holds the link's mutex.
bool open_door() {
    Link& it = link();
    if (it.door >= 0) return true;
    if (it.has_failed) return false;
    std::string problem;
    it.door = engine_door(problem);
    if (it.door < 0) {
        it.has_failed = true;
        complain(problem.c_str());
        return false;
    }
    static bool first = true;
    if (std::exchange(first, false)) {
        pthread_key_create(&thread_key, [](void* thread) { delete static_cast<Thread*>(thread); });
        pthread_atfork(nullptr, nullptr, begin_anew);
        // Later than nvcc's start-up code registers the release of device code, hence called
        // before it.
        std::atexit(run_exit_handler);
    }
    return true;
}

std::unique_ptr<Thread> greet(int descriptor) {
    auto thread = std::make_unique<Thread>(descriptor);
    const calls::Hello hello{calls::protocol_version, soname_version};
    thread->channel.send({.kind = Kind::hello}, std::as_bytes(std::span(&hello, 1)));
    int files[2] = {-1, -1};
    const auto packet = thread->channel.receive(thread->in, files);
    if (!packet || packet->header.kind != Kind::hello) throw calls::ProtocolError("no welcome");
    const auto welcome = Reader(packet->content).get<calls::Welcome>();
    void* staging =
        mmap(nullptr, calls::staging_bytes, PROT_READ | PROT_WRITE, MAP_SHARED, files[1], 0);
    close(files[1]);
    if (staging == MAP_FAILED) {
        close(files[0]);
        throw calls::ProtocolError("no memory for the engine's bytes");
    }
    thread->staging = static_cast<std::byte*>(staging);
    open_window(welcome.window, welcome.window_bytes, files[0]);
    return thread;
}

Thread* connect() {
    Link& it = link();
    const std::lock_guard lock(it.mutex);
    if (!open_door()) return nullptr;
    int ends[2] = {-1, -1};
    try {
        if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0)
            throw calls::ProtocolError("no channel can be made");
        {
            // The door stays open: a channel object closes what it owns.
            calls::Channel door(fcntl(it.door, F_DUPFD_CLOEXEC, 0));
            const int theirs[] = {ends[1]};
            door.send({.kind = Kind::hello}, {}, theirs);
        }
        close(std::exchange(ends[1], -1));
        own_thread = greet(std::exchange(ends[0], -1)).release();
    } catch (const calls::ProtocolError& error) {
        for (const int end : ends)
            if (end >= 0) close(end);
        it.has_failed = true;
        complain((std::string("its engine cannot be reached: ") + error.text).c_str());
        return nullptr;
    }
    pthread_setspecific(thread_key, own_thread);
    if (!it.linked.exchange(true)) install_host_access_handler();
    return own_thread;
}

Thread* thread_of_call() {
    if (own_thread == nullptr && connect() == nullptr) return nullptr;
    ++link().calls;
    return own_thread;
}

} // namespace

extern "C" __attribute__((visibility("default"), noinline)) void
workbook_virtual_gpu_says(const char* text, std::size_t bytes) {
    std::fflush(stdout); // keep the order in which things happened
    while (bytes > 0) {
        const ssize_t written = ::write(STDERR_FILENO, text, bytes);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return;
        text += written;
        bytes -= static_cast<std::size_t>(written);
    }
}

void Call::serve(const calls::Packet& packet) {
    Answer answer(thread_->out, thread_->staging);
    client::serve(packet.header.what, Reader(packet.content), answer);
    thread_->channel.send({.kind = Kind::answer}, std::span(thread_->out).first(answer.size()));
    if (answer.file < 0) return;
    thread_->channel.send({.kind = Kind::answer}, {}, std::span(&answer.file, 1));
    close(answer.file);
}

Call::Call(calls::Function function, std::uint32_t flags) {
    header_.kind = Kind::call;
    header_.what = static_cast<std::uint16_t>(function);
    header_.flags = flags;
    if (!calls::is_of_registration(function)) send_registrations();
    // An address may be another kernel's afterwards.
    if (function == calls::Function::cudaLibraryUnload) forget_parameters();
    ThreadCalls& made_for = thread_calls();
    if (made_for.driver_function == nullptr)
        ++made_for.own;
    else
        header_.flags |= made_for.flags | calls::is_of_driver;
    thread_ = thread_of_call();
    if (thread_ == nullptr) return;
    writer_.emplace(thread_->out);
    if (made_for.driver_function != nullptr) writer_->text(made_for.driver_function);
}

void Call::attach(std::span<const std::byte> bytes) {
    arguments().bytes(bytes.data(), bytes.size());
    header_.attached = static_cast<std::uint32_t>(bytes.size());
}

cudaError_t Call::make() {
    if (thread_ == nullptr) return cudaErrorInitializationError;
    try {
        thread_->channel.send(header_, std::span(thread_->out).first(writer_->size()));
        while (true) {
            const auto packet = thread_->channel.receive(thread_->in);
            if (!packet) throw calls::ProtocolError("it has ended");
            if (packet->header.kind == Kind::ask) {
                serve(*packet);
                continue;
            }
            if ((packet->header.flags & calls::work_is_pending) != 0) note_pending_work();
            reader_.emplace(packet->content);
            return static_cast<cudaError_t>(reader_->get<std::int32_t>());
        }
    } catch (const calls::ProtocolError& error) {
        thread_ = nullptr;
        const std::lock_guard lock(link().mutex);
        link().linked = false;
        if (!std::exchange(link().has_failed, true))
            complain((std::string("its engine is gone: ") + error.text).c_str());
        link().door = -1;
        own_thread = nullptr;
        return cudaErrorInitializationError;
    }
}

bool is_linked() { return link().linked; }
std::uint64_t calls_so_far() { return link().calls; }
void rest() { retire_idle_runner(); }

cudaError_t fail(const char* api, cudaError_t error, const std::string& explanation, bool loud) {
    return typed_call(calls::Function::workbook_fail, 0, api, error, explanation.c_str(),
                      static_cast<int>(loud));
}

namespace {

// The library is finalised after the program's own exit handlers have run.
__attribute__((destructor)) void say_goodbye() {
    if (is_linked()) typed_call(calls::Function::workbook_ended, 0);
}

} // namespace

} // namespace vgpu::client
