// The virtual GPU's client starts a thread when work is pending that managed memory may show. The
// program that serves a checker's calls says when a function has returned: by then that thread is
// gone, since a checker counts the threads that a function leaves. On a GPU there is no such checker.
#include "check.hpp"

#include <dlfcn.h>
#include <filesystem>
#include <fstream>
#include <sched.h>
#include <string>
#include <unistd.h>

__global__ void increment(int* value) { ++*value; }

// Threads beside the first one that still run code of the program's.
static int other_threads() {
    constexpr unsigned long is_exiting = 0x4; // PF_EXITING in proc_pid_stat(5), field 9
    int threads = 0;
    for (const auto& entry : std::filesystem::directory_iterator("/proc/self/task")) {
        if (entry.path().filename() == std::to_string(getpid())) continue;
        std::ifstream stat(entry.path() / "stat");
        std::string text;
        if (!std::getline(stat, text)) continue;
        char state = 0;
        unsigned long flags = 0;
        const std::size_t name_end = text.rfind(')');
        if (std::sscanf(text.c_str() + name_end + 1, " %c %*d %*d %*d %*d %*d %lu", &state,
                        &flags) == 2 &&
            (flags & is_exiting) == 0)
            ++threads;
    }
    return threads;
}

// Threads inherit it. One that runs only when nothing else does takes its time to end.
static void run_when_idle(bool idle) {
    const sched_param parameters{};
    sched_setscheduler(0, idle ? SCHED_IDLE : SCHED_OTHER, &parameters);
}

int main() {
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(sched_getcpu(), &one);
    sched_setaffinity(0, sizeof one, &one);
    using CallEnded = void (*)();
    const auto call_ended = reinterpret_cast<CallEnded>(dlsym(RTLD_DEFAULT, "workbook_call_ended"));
    int* value = nullptr;
    check(cudaMallocManaged(&value, sizeof *value));
    *value = 0;
    int left = 0;
    constexpr int calls = 20;
    for (int i = 0; i < calls; ++i) {
        run_when_idle(true);
        increment<<<1, 1>>>(value);
        check(cudaGetLastError());
        run_when_idle(false);
        if (call_ended == nullptr) continue;
        call_ended();
        left += other_threads();
    }
    finish();
    require(*value == calls, "the value");
    std::printf("threads left: %d\n", left);
    check(cudaFree(value));
    return 0;
}
