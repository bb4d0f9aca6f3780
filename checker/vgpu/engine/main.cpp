// The virtual GPU, in a process of its own: serves the CUDA calls of one program.
//
//     workbook_engine program DOOR   a program's libcudart starts it: settings from the environment
//     workbook_engine serve          a checker starts it, and gives settings (wire/engine.hpp)
//
// A program's threads come through the door, a socket, each with a channel of its own. The
// program's end is the engine's end.
#include "vgpu/engine/connection.hpp"
#include "vgpu/engine/control.hpp"
#include "vgpu/engine/processor.hpp"
#include "vgpu/runtime/runtime.hpp"
#include "wire/freed_memory.hpp"

#include <fmt/core.h>

#include <atomic>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <optional>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>

namespace vgpu::engine {
namespace {

constexpr int most_threads = 512; // of the program at a time
std::atomic<int> threads = 0;

void serve_thread(int channel) {
    runtime::HostThread thread;
    thread.device = runtime::Runtime::instance().settings.current_device;
    runtime::set_host_thread(&thread);
    try {
        Connection connection(channel);
        thread.program = &connection;
        connection.serve();
    } catch (const calls::ProtocolError&) {
        // The program has hung up in the middle of a call, or said what makes no sense.
    } catch (const std::exception&) {
        // For example, there is no memory for the channel.
    }
    runtime::set_host_thread(nullptr);
    --threads;
}

// An empty message reads like the end of all messages.
bool has_hung_up(int door) {
    pollfd looking{door, POLLRDHUP, 0};
    return poll(&looking, 1, 0) == 1 && (looking.revents & (POLLHUP | POLLRDHUP)) != 0;
}

// One channel, sent through the door. False when the program is gone.
bool open_door(int door) {
    calls::Channel channel(dup(door));
    std::array<std::byte, calls::most_bytes> room;
    int file = -1;
    try {
        if (!channel.receive(room, std::span(&file, 1))) return !has_hung_up(door);
    } catch (const calls::ProtocolError&) {
        return true; // without a channel there is no checker to serve
    }
    if (threads.fetch_add(1) >= most_threads) {
        --threads;
        close(file);
        return true;
    }
    try {
        std::thread(serve_thread, file).detach();
    } catch (const std::system_error&) {
        --threads;
        close(file);
    }
    return true;
}

// Runs in its own thread, because the program's work may take memory while a request is served.
void tell_memory(const Control& control) {
    while (true) {
        control.tell_memory();
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
}

[[noreturn]] void run(int door, std::optional<Control> control) {
    runtime::Runtime& runtime = runtime::Runtime::create(
        control ? control->settings() : runtime::settings_from_environment());
    if (control) {
        runtime.is_watched = true;
        runtime.registered.set_arena({workbook::wire::arena_address, workbook::wire::arena_bytes,
                                      workbook::wire::engine_arena_descriptor});
    }
    if (control) std::thread(tell_memory, std::cref(*control)).detach();
    bool has_door = true;
    while (has_door || control) {
        pollfd waiting[2] = {{has_door ? door : -1, POLLIN, 0},
                             {control ? workbook::wire::engine_control_descriptor : -1, POLLIN, 0}};
        if (poll(waiting, 2, -1) < 0 && errno != EINTR) break;
        if (waiting[1].revents != 0 && !control->serve()) break;
        if (waiting[0].revents != 0) has_door = open_door(door);
    }
    std::_Exit(0); // other threads may be anywhere
}

// Runs before all initialisers of the loops, which may already use those instructions.
[[gnu::constructor(101)]] void ask_the_processor() {
    const char* missing = missing_instructions(instruction_sets());
    if (missing == nullptr) return;
    std::fprintf(
        stderr,
        "virtual GPU: this processor has no %s, which the virtual GPU was compiled for. "
        "Build it again on this machine, or with -DWORKBOOK_NATIVE=OFF for all machines.\n",
        missing);
    std::_Exit(workbook::wire::engine_other_processor);
}

int usage() {
    fmt::print(stderr, "This is the virtual GPU's engine, which programs start by themselves: "
                       "workbook run PROGRAM\n");
    return 2;
}

int main(int count, char** words) {
    const std::string_view mode = count > 1 ? words[1] : "";
    std::signal(SIGPIPE, SIG_IGN);
    workbook::wire::keep_freed_memory(64 << 20);
    if (mode == "serve") {
        prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
        run(workbook::wire::engine_door_descriptor, std::optional<Control>(std::in_place));
    }
    if (mode != "program" || count != 3) return usage();
    int door = -1;
    if (std::from_chars(words[2], words[2] + std::strlen(words[2]), door).ec != std::errc())
        return usage();
    // The engine must not be the program's child, for which it might wait, and the terminal must
    // not interrupt it.
    if (const pid_t child = fork(); child != 0) std::_Exit(child < 0 ? 1 : 0);
    setsid();
    run(door, std::nullopt);
}

} // namespace
} // namespace vgpu::engine

int main(int count, char** words) {
    try {
        return vgpu::engine::main(count, words);
    } catch (const std::exception& error) {
        fmt::print(stderr, "virtual GPU: {}\n", error.what());
        return 1;
    }
}
