// How long a learner program and its engine have worked, on a machine that has other work as well.
#pragma once

#include <chrono>

namespace workbook {

class Stopwatch {
  public:
    // Numbers of processes; 0: there is none.
    Stopwatch(int program, int engine);

    // The time that has passed, without the time in which the program's first thread, which makes
    // the calls, or the engine waited for a processor; and at least a fifth of that which has
    // passed, so that a program which crowds the machine itself has five times its limit at most.
    double seconds() const;
    bool passed(double limit) const;
    // What seconds() leaves out; 0 for less than 5 ms, to which a look at /proc would add.
    double waited() const { return elapsed() < 0.005 ? 0 : elapsed() - seconds(); }
    // Whether other work of the machine may be why `limit` was passed: much of the time was spent
    // in waiting for a processor, of any thread, and what the program did with processors does not
    // explain it.
    bool blames_machine(double limit) const;

  private:
    double elapsed() const;

    int program_, engine_;
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
    double delay_, worked_; // at the start
};

} // namespace workbook
