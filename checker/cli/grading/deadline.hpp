// The moment by which all lessons of a submission have to be graded (--total-limit).
#pragma once

#include <algorithm>
#include <chrono>

namespace workbook::cli {

class Deadline {
  public:
    Deadline() = default; // never
    // That much from now; 0: never.
    explicit Deadline(std::chrono::seconds limit) {
        if (limit.count() > 0) end_ = Clock::now() + limit;
    }
    bool has_passed() const { return Clock::now() >= end_; }
    // The smaller of `limit` and the time left, rounded up: what it ends, ends after the deadline.
    std::chrono::seconds at_most(std::chrono::seconds limit) const {
        if (end_ == Clock::time_point::max()) return limit;
        const auto left = std::chrono::ceil<std::chrono::seconds>(end_ - Clock::now());
        return std::clamp(left, std::chrono::seconds(0), limit);
    }

  private:
    using Clock = std::chrono::steady_clock;
    Clock::time_point end_ = Clock::time_point::max();
};

} // namespace workbook::cli
