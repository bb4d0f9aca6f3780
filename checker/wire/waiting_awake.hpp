// Waiting awake for a message that comes soon: to be woken takes longer than most calls do.
#pragma once

#include <chrono>
#include <sched.h>

namespace workbook::wire {

// Each pause gives the processor to others that want it. Where they keep it, the machine is busy,
// and a sleeper, which the system prefers when its message comes, is served sooner: the next waits
// of the thread are to be asleep then.
class WaitingAwake {
  public:
    explicit WaitingAwake(std::chrono::microseconds longest)
        : until_(Clock::now() + longest), asleep_(waits_asleep_ > 0) {
        if (asleep_) --waits_asleep_;
    }

    // Whether to look once more; false: wait asleep from now on.
    bool pause() {
        if (asleep_) return false;
        const Clock::time_point before = Clock::now();
        ::sched_yield();
        const Clock::time_point now = Clock::now();
        if (now - before > kept) waits_asleep_ = waits_while_busy;
        return now < until_;
    }

  private:
    using Clock = std::chrono::steady_clock;
    // A yield to nobody takes less than a microsecond, one to a thread with work some milliseconds.
    static constexpr std::chrono::microseconds kept{200};
    static constexpr int waits_while_busy = 256; // then a wait awake is tried again
    static inline thread_local int waits_asleep_ = 0;

    Clock::time_point until_;
    bool asleep_;
};

} // namespace workbook::wire
