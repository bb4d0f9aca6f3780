// Counts the host's instructions, one by one: the processor traps after each. Unlike time, the
// count is the same in each run and does not depend on what else the machine does.
#pragma once

#include <cstdint>
#include <string>

namespace bench {

class StepCounter {
  public:
    // Throws std::runtime_error where the processor cannot do it (any but x86-64). There may be one
    // at a time, for the thread that starts it.
    StepCounter();
    ~StepCounter();
    StepCounter(const StepCounter&) = delete;
    StepCounter& operator=(const StepCounter&) = delete;

    void start();
    void stop();
    std::uint64_t steps() const;
    // Appends "address<TAB>steps" for each instruction of the program itself, as `nm` numbers them.
    void write_places(const std::string& path) const;
};

} // namespace bench
