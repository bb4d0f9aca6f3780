// How far the grading of a class has come, and how long it will still take.
#pragma once

#include "cli/progress.hpp"

#include <chrono>
#include <cstddef>
#include <mutex>
#include <string>

namespace workbook::cli {

// "57 of 300 graded, about 12 minutes left". `seconds` is how long the first `done` took; of none
// nothing can be told.
std::string pace_text(std::size_t done, std::size_t total, double seconds);

// Tells it on standard error: one line that is written over on a terminal, else a line for each
// twentieth of the class. Of any thread.
class Pace {
  public:
    explicit Pace(std::size_t total);
    void add_one();
    // A line of its own, also on a terminal.
    void say(const std::string& line);

  private:
    using Clock = std::chrono::steady_clock;
    std::size_t total_, done_ = 0;
    Clock::time_point begun_ = Clock::now();
    bool on_terminal_;
    ProgressLine line_;
    std::mutex mutex_;
};

} // namespace workbook::cli
