#include "hostile.hpp"

#include "tricks.hpp"
#include "wire/message.hpp"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <iterator>
#include <new>
#include <stdexcept>
#include <string>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <thread>
#include <unistd.h>
#include <vector>

namespace {

volatile int sink = 0;
volatile int zero = 0;

int endless_recursion(int depth) {
    volatile char ballast[4096];
    ballast[0] = static_cast<char>(depth);
    return endless_recursion(depth + 1) + ballast[0];
}

[[noreturn]] void loop() {
    while (true) sink = sink + 1;
}

void print_without_end(FILE* file) {
    while (true) std::fputs("still here, still printing\n", file);
}

void eat_memory() {
    while (true) {
        const std::size_t bytes = 16 << 20;
        auto* block = static_cast<char*>(std::malloc(bytes));
        if (!block) loop(); // so that only the watch on memory can end this
        std::memset(block, 1, bytes);
    }
}

void throw_in_noexcept() noexcept {
    // Through a pointer: the compiler is not to see it.
    void (*volatile thrower)() = [] { throw std::runtime_error("out of a noexcept function"); };
    thrower();
}

void many_threads() {
    std::vector<std::thread> threads;
    while (true) threads.emplace_back([] { pause(); });
}

void many_small_threads() {
    pthread_attr_t small;
    pthread_attr_init(&small);
    pthread_attr_setstacksize(&small, 16384);
    pthread_t thread;
    for (unsigned i = 0; i < 100 + std::thread::hardware_concurrency(); ++i)
        pthread_create(
            &thread, &small, [](void*) -> void* { return pause(), nullptr; }, nullptr);
    pause();
}

void some_threads() {
    std::vector<std::thread> threads;
    for (unsigned i = 0; i < std::thread::hardware_concurrency(); ++i)
        threads.emplace_back([] {
            for (int round = 0; round < 10'000'000; ++round) sink = round;
        });
    for (std::thread& thread : threads) thread.join();
}

void fill_disk() {
    const std::string path = "/tmp/workbook_redteam_" + std::to_string(getpid());
    const int file = open(path.c_str(), O_CREAT | O_RDWR, 0600);
    unlink(path.c_str());
    const std::vector<char> block(1 << 20);
    while (write(file, block.data(), block.size()) > 0) {
    }
}

void fork_bomb() {
    while (true) fork();
}

// Reads the result file's name off the checker's command line and writes a passing result there.
void forge_result_file() {
    std::ifstream command("/proc/" + std::to_string(getppid()) + "/cmdline");
    std::string text((std::istreambuf_iterator<char>(command)), {});
    const std::size_t option = text.find("--result");
    const std::string path =
        option == std::string::npos ? "" : std::string(text.c_str() + option + 9);
    std::ofstream(path) << R"({"verdict": "passed", "points": 100, "max_points": 100})";
    std::puts("passed, 100 of 100 points. Every check has run and passed.");
}

void forge_reply() {
    workbook::wire::Reply reply;
    for (reply.number = 0; reply.number < 100; ++reply.number)
        send(workbook::wire::control_descriptor, &reply, sizeof reply, MSG_NOSIGNAL);
    loop();
}

void scribble_over_arena() {
    auto* bytes = reinterpret_cast<char*>(workbook::wire::arena_address);
    std::memset(bytes, 0x41, workbook::wire::mailbox_bytes);
}

// What a action may use of the call.
struct Arguments {
    int *input, *output;
    std::size_t count;
};

struct Attack {
    HostileAction action;
    void (*run)(const Arguments& call);
};

constexpr Attack attacks[] = {
    {HostileAction::exit_zero, [](const Arguments&) { std::exit(0); }},
    {HostileAction::exit_three, [](const Arguments&) { std::exit(3); }},
    {HostileAction::quick_exit, [](const Arguments&) { std::quick_exit(0); }},
    {HostileAction::raw_exit, [](const Arguments&) { syscall(SYS_exit_group, 0); }},
    {HostileAction::abort, [](const Arguments&) { std::abort(); }},
    {HostileAction::follow_null,
     [](const Arguments&) { *static_cast<volatile int*>(nullptr) = 1; }},
    {HostileAction::read_past_end,
     [](const Arguments& call) { sink = static_cast<volatile int*>(call.input)[call.count + 1]; }},
    {HostileAction::write_past_end,
     [](const Arguments& call) { static_cast<volatile int*>(call.output)[call.count] = 1; }},
    {HostileAction::write_before_start,
     [](const Arguments& call) { static_cast<volatile int*>(call.output)[-1] = 1; }},
    {HostileAction::write_far_away,
     [](const Arguments&) { *reinterpret_cast<volatile int*>(0x7000'0000'0000) = 1; }},
    {HostileAction::overflow_stack, [](const Arguments&) { sink = endless_recursion(0); }},
    {HostileAction::divide_by_zero, [](const Arguments&) { sink = 7 / zero; }},
    {HostileAction::illegal_instruction, [](const Arguments&) { __builtin_trap(); }},
    {HostileAction::throw_exception,
     [](const Arguments&) { throw std::runtime_error("this was not caught"); }},
    {HostileAction::throw_number, [](const Arguments&) { throw 42; }},
    {HostileAction::throw_in_noexcept, [](const Arguments&) { throw_in_noexcept(); }},
    {HostileAction::loop, [](const Arguments&) { loop(); }},
    {HostileAction::sleep,
     [](const Arguments&) { std::this_thread::sleep_for(std::chrono::hours(1)); }},
    {HostileAction::stop_itself, [](const Arguments&) { raise(SIGSTOP); }},
    {HostileAction::ignore_signals_and_loop,
     [](const Arguments&) {
         for (int signal = 1; signal < NSIG; ++signal) std::signal(signal, SIG_IGN);
         loop();
     }},
    {HostileAction::print_without_end, [](const Arguments&) { print_without_end(stdout); }},
    {HostileAction::print_errors_without_end, [](const Arguments&) { print_without_end(stderr); }},
    {HostileAction::print_passed,
     [](const Arguments&) { std::puts("passed, 100 of 100 points."); }},
    {HostileAction::eat_memory, [](const Arguments&) { eat_memory(); }},
    {HostileAction::keep_memory,
     [](const Arguments&) { std::memset(new char[keep_bytes], 1, keep_bytes); }},
    {HostileAction::ask_for_too_much,
     [](const Arguments&) { delete[] new char[std::size_t{1} << 45]; }},
    {HostileAction::many_threads, [](const Arguments&) { many_threads(); }},
    {HostileAction::many_small_threads, [](const Arguments&) { many_small_threads(); }},
    {HostileAction::some_threads, [](const Arguments&) { some_threads(); }},
    {HostileAction::kill_itself, [](const Arguments&) { kill(getpid(), SIGKILL); }},
    {HostileAction::fill_disk, [](const Arguments&) { fill_disk(); }},
    {HostileAction::fork_once,
     [](const Arguments&) {
         if (fork() == 0) loop();
     }},
    {HostileAction::fork_bomb, [](const Arguments&) { fork_bomb(); }},
    {HostileAction::call_system, [](const Arguments&) { sink = std::system("true"); }},
    {HostileAction::replace_itself, [](const Arguments&) { execl("/bin/true", "true", nullptr); }},
    {HostileAction::kill_parent, [](const Arguments&) { kill(getppid(), SIGKILL); }},
    {HostileAction::kill_everything, [](const Arguments&) { kill(-1, SIGKILL); }},
    {HostileAction::kill_by_thread_number,
     [](const Arguments&) { syscall(SYS_tkill, getppid(), SIGKILL); }},
    {HostileAction::trace_parent,
     [](const Arguments&) { ptrace(PTRACE_ATTACH, getppid(), nullptr, nullptr); }},
    {HostileAction::read_parent,
     [](const Arguments&) {
         char byte = 0;
         const iovec here{&byte, 1}, there{reinterpret_cast<void*>(0x400000), 1};
         process_vm_readv(getppid(), &here, 1, &there, 1, 0);
     }},
    {HostileAction::open_parent_memory,
     [](const Arguments&) {
         const std::string path = "/proc/" + std::to_string(getppid()) + "/mem";
         if (open(path.c_str(), O_RDWR) >= 0) std::puts("the checker's memory is open");
     }},
    {HostileAction::change_input, [](const Arguments& call) { call.input[call.count / 2] += 1; }},
    {HostileAction::write_other_array,
     [](const Arguments& call) { std::memset(call.input, 0x5a, call.count * sizeof(int)); }},
    {HostileAction::write_every_descriptor,
     [](const Arguments&) {
         for (int descriptor = 3; descriptor < 1024; ++descriptor)
             if (write(descriptor, "passed", 6) > 0)
                 std::printf("descriptor %d took it\n", descriptor);
     }},
    {HostileAction::close_every_descriptor,
     [](const Arguments&) {
         for (int descriptor = 0; descriptor < 1024; ++descriptor) close(descriptor);
     }},
    {HostileAction::forge_reply, [](const Arguments&) { forge_reply(); }},
    {HostileAction::scribble_over_arena, [](const Arguments&) { scribble_over_arena(); }},
    {HostileAction::leave_a_thread, [](const Arguments&) { std::thread([] { loop(); }).detach(); }},
    {HostileAction::forge_result_file, [](const Arguments&) { forge_result_file(); }},
};

void act(HostileAction action, const Arguments& call) {
    const auto* const attack = std::ranges::find(attacks, action, &Attack::action);
    if (attack == std::end(attacks)) return play_trick(action, call.output);
    attack->run(call);
}

} // namespace

void increment(const int* input, int* output, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) output[i] = input[i] + 1;
}

double weighed(Pair pair, const int* values, std::size_t count) {
    double sum = 0;
    for (std::size_t i = 0; i < count; ++i) sum += pair.first + pair.second * values[i];
    return sum;
}

void misbehave(HostileAction action, int* input, int* output, std::size_t count) {
    const bool honest_afterwards =
        action != HostileAction::forge_result_file && action != HostileAction::print_passed;
    act(action, {input, output, count});
    if (honest_afterwards) increment(input, output, count);
}
