// Tests of harness/stopwatch.hpp: what waiting for a processor is, and what is none.
#include "harness/stopwatch.hpp"
#include "wire/result_file.hpp"

#include <catch2/catch_test_macros.hpp>

#include <csignal>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

using workbook::Stopwatch;

namespace {

// Processes on one processor, which do this until they are ended.
class Others {
  public:
    Others(int count, void (*act)()) {
        const int processor = sched_getcpu();
        for (int i = 0; i < count; ++i) {
            processes_.push_back(fork());
            if (processes_.back() != 0) continue;
            prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
            cpu_set_t one;
            CPU_ZERO(&one);
            CPU_SET(processor, &one);
            sched_setaffinity(0, sizeof one, &one);
            while (true) act();
        }
    }
    ~Others() {
        for (const pid_t process : processes_) {
            kill(process, SIGKILL);
            waitpid(process, nullptr, 0);
        }
    }
    int first() const { return processes_.front(); }

  private:
    std::vector<pid_t> processes_;
};

volatile int sink = 0;
void compute() { sink = sink + 1; }
void wait() { pause(); }
void pass(double seconds) { std::this_thread::sleep_for(std::chrono::duration<double>(seconds)); }

} // namespace

TEST_CASE("stopwatch: time without a processor is waiting, and the machine's") {
    const Others crowd(4, compute);
    pass(0.1);
    const Stopwatch watch(crowd.first(), 0);
    pass(0.8);
    CHECK(workbook::wire::waited_much(watch.waited(), 0.8));
    CHECK(watch.seconds() < 0.6);
    CHECK(watch.blames_machine(0.8));
    CHECK_FALSE(watch.blames_machine(0.001)); // it has computed for as long as that
    const Stopwatch of_engine(0, crowd.first());
    pass(0.8);
    CHECK(of_engine.blames_machine(0.8));
}

TEST_CASE("stopwatch: a sleeper waits for no processor") {
    const Others sleeper(1, wait);
    pass(0.1);
    const Stopwatch watch(sleeper.first(), 0);
    pass(0.2);
    CHECK_FALSE(watch.blames_machine(0.1));
    CHECK(watch.passed(0.1));
    CHECK_FALSE(watch.passed(100));
}

TEST_CASE("stopwatch: a process that is gone, or none") {
    int gone = 0;
    {
        const Others other(1, wait);
        gone = other.first();
    }
    const Stopwatch watch(gone, 0);
    CHECK_FALSE(watch.blames_machine(0));
    CHECK(watch.seconds() >= 0);
}
