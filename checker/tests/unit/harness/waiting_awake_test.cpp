#include "wire/waiting_awake.hpp"

#include <atomic>
#include <catch2/catch_test_macros.hpp>
#include <sched.h>
#include <thread>

using workbook::wire::WaitingAwake;
using namespace std::chrono_literals;

namespace {

void stay_on(int processor) {
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(processor, &one);
    sched_setaffinity(0, sizeof one, &one);
}

} // namespace

TEST_CASE("A wait awake ends after its time") {
    std::thread([] { // a thread of its own: whether it waits awake is remembered for each
        WaitingAwake awake(0us);
        CHECK_FALSE(awake.pause());
    })
        .join();
}

TEST_CASE("Beside a thread that keeps the processor, the next waits are asleep") {
    const int processor = sched_getcpu();
    std::atomic<bool> over = false;
    std::thread busy([&] {
        stay_on(processor);
        while (!over) {
        }
    });
    std::thread([&] {
        stay_on(processor);
        const auto until = std::chrono::steady_clock::now() + 20s;
        while (WaitingAwake(1s).pause()) // the busy thread may not have begun
            REQUIRE(std::chrono::steady_clock::now() < until);
        CHECK_FALSE(WaitingAwake(1s).pause());
    }).join();
    over = true;
    busy.join();
}
