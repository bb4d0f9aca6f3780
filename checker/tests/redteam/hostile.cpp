#include "hostile.hpp"

#include "tricks.hpp"
#include "wire/message.hpp"

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

void do_deed(Deed deed, int* input, int* output, std::size_t count) {
    switch (deed) {
    case Deed::exit_zero:
        std::exit(0);
    case Deed::exit_three:
        std::exit(3);
    case Deed::quick_exit:
        std::quick_exit(0);
    case Deed::raw_exit:
        syscall(SYS_exit_group, 0);
        break;
    case Deed::abort:
        std::abort();
    case Deed::follow_null:
        *static_cast<volatile int*>(nullptr) = 1;
        break;
    case Deed::read_past_end:
        sink = static_cast<volatile int*>(input)[count + 1];
        break;
    case Deed::write_past_end:
        static_cast<volatile int*>(output)[count] = 1;
        break;
    case Deed::write_before_start:
        static_cast<volatile int*>(output)[-1] = 1;
        break;
    case Deed::write_far_away:
        *reinterpret_cast<volatile int*>(0x7000'0000'0000) = 1;
        break;
    case Deed::overflow_stack:
        sink = endless_recursion(0);
        break;
    case Deed::divide_by_zero:
        sink = 7 / zero;
        break;
    case Deed::illegal_instruction:
        __builtin_trap();
    case Deed::throw_exception:
        throw std::runtime_error("this was not caught");
    case Deed::throw_number:
        throw 42;
    case Deed::throw_in_noexcept:
        throw_in_noexcept();
        break;
    case Deed::loop:
        loop();
    case Deed::sleep:
        std::this_thread::sleep_for(std::chrono::hours(1));
        break;
    case Deed::stop_itself:
        raise(SIGSTOP);
        break;
    case Deed::ignore_signals_and_loop:
        for (int signal = 1; signal < NSIG; ++signal) std::signal(signal, SIG_IGN);
        loop();
    case Deed::print_without_end:
        print_without_end(stdout);
        break;
    case Deed::print_errors_without_end:
        print_without_end(stderr);
        break;
    case Deed::print_passed:
        std::puts("passed, 100 of 100 points.");
        break;
    case Deed::eat_memory:
        eat_memory();
        break;
    case Deed::keep_memory:
        std::memset(new char[keep_bytes], 1, keep_bytes);
        break;
    case Deed::ask_for_too_much:
        delete[] new char[std::size_t{1} << 45];
        break;
    case Deed::many_threads:
        many_threads();
        break;
    case Deed::fill_disk:
        fill_disk();
        break;
    case Deed::fork_once:
        if (fork() == 0) loop();
        break;
    case Deed::fork_bomb:
        fork_bomb();
        break;
    case Deed::call_system:
        sink = std::system("true");
        break;
    case Deed::replace_itself:
        execl("/bin/true", "true", nullptr);
        break;
    case Deed::kill_parent:
        kill(getppid(), SIGKILL);
        break;
    case Deed::kill_everything:
        kill(-1, SIGKILL);
        break;
    case Deed::kill_by_thread_number:
        syscall(SYS_tkill, getppid(), SIGKILL);
        break;
    case Deed::trace_parent:
        ptrace(PTRACE_ATTACH, getppid(), nullptr, nullptr);
        break;
    case Deed::read_parent: {
        char byte = 0;
        const iovec here{&byte, 1}, there{reinterpret_cast<void*>(0x400000), 1};
        process_vm_readv(getppid(), &here, 1, &there, 1, 0);
        break;
    }
    case Deed::open_parent_memory: {
        const std::string path = "/proc/" + std::to_string(getppid()) + "/mem";
        if (open(path.c_str(), O_RDWR) >= 0) std::puts("the checker's memory is open");
        break;
    }
    case Deed::change_input:
        input[count / 2] += 1;
        break;
    case Deed::write_other_array:
        std::memset(input, 0x5a, count * sizeof(int));
        break;
    case Deed::write_every_descriptor:
        for (int descriptor = 3; descriptor < 1024; ++descriptor)
            if (write(descriptor, "passed", 6) > 0)
                std::printf("descriptor %d took it\n", descriptor);
        break;
    case Deed::close_every_descriptor:
        for (int descriptor = 0; descriptor < 1024; ++descriptor) close(descriptor);
        break;
    case Deed::forge_reply:
        forge_reply();
        break;
    case Deed::scribble_over_arena:
        scribble_over_arena();
        break;
    case Deed::leave_a_thread:
        std::thread([] { loop(); }).detach();
        break;
    case Deed::forge_result_file:
        forge_result_file();
        break;
    default:
        play_trick(deed, output);
    }
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

void misbehave(Deed deed, int* input, int* output, std::size_t count) {
    const bool honest_afterwards = deed != Deed::forge_result_file && deed != Deed::print_passed;
    do_deed(deed, input, output, count);
    if (honest_afterwards) increment(input, output, count);
}
