// How evenly the warps of a call's kernels shared the work.
//
//     CHECK_THAT(run, work_shared(8, at_most(2), "all 256 threads are to bring floats"));
//
// Requests and bytes are totals: they are the same if one warp makes all of them, in a loop, while
// the others wait. The instructions of the busiest warp tell (docs/reference/trace.md).
#pragma once

#include "harness/matchers.hpp"

#include <cstdint>
#include <string>

namespace workbook {

// The shares in one launch, or in several together.
struct WorkShares {
    double instructions = 0; // of all warps
    double busiest = 0;      // of the warp that executed the most; of each launch, added up
    double even = 0;         // of each warp if all had the same, added up likewise
    std::uint64_t warps = 0; // of the launch with the most instructions

    // The part of all instructions that the busiest warp executed.
    double share() const { return instructions == 0 ? 0 : busiest / instructions; }
    double even_share() const { return instructions == 0 ? 0 : even / instructions; }
};

// Computes the shares as if each launch had at least `at_least` warps. On a real GPU all are 0.
WorkShares shares_of(const std::vector<const Launch*>& launches, std::uint64_t at_least = 1);

// Requires that no warp executes more than `times` its even share of the instructions. With fewer
// than `at_least` warps, the even share is that of so many. `why` says what to do.
class WorkShared final : public RunMatcher {
  public:
    WorkShared(std::uint64_t at_least, Bound times, std::string why)
        : warps_(at_least), times_(times), why_(std::move(why)) {}
    bool match(const Run& run) const override;

  private:
    std::uint64_t warps_;
    Bound times_;
    std::string why_;
};
inline WorkShared work_shared(std::uint64_t at_least, Bound times, std::string why) {
    return {at_least, times, std::move(why)};
}

} // namespace workbook
