// When the copies and kernels of a call took place on the virtual clock, and how much of that was
// side by side.
//
//     CHECK_THAT(run, overlapped(at_most(0.75), "each chunk waits for the one before it"));
//
// The clock is a plain model of a GPU (docs/decisions/0008-work-runs-when-waited-for.md): copies
// over the bus take turns in each direction, and so do launches that fill the GPU. What the streams
// leave unordered takes place side by side otherwise.
#pragma once

#include "harness/matchers.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace workbook {

struct Timeline {
    enum class Kind : std::uint8_t { copy_to_device, kernel, copy_to_host, other };
    struct Piece {
        Kind kind;
        std::uint64_t stream;
        std::uint64_t begin, end; // nanoseconds
    };
    std::vector<Piece> pieces;             // in the order of the calls
    std::uint64_t begin = 0, end = 0;      // of all of them
    std::uint64_t one_after_the_other = 0; // the sum of their times

    // The time that passed, divided by that which they take one after the other: 1 if nothing was
    // side by side. The host's own time between two pieces makes it larger.
    double share() const;
};

// nullopt if no work ran, or on a real GPU.
std::optional<Timeline> timeline_of(const Run& run);

// A strip of time: a line for each stream, in the order of their first work; ">" is a copy to the
// device, "#" a kernel, "<" a copy to the host, "-" a copy within the device. With 56 columns, a
// line fits into a report.
std::string drawn(const Timeline& timeline, std::size_t columns = 56);

// The share is at most this. `why` says what the student may have done instead.
class Overlapped final : public RunMatcher {
  public:
    Overlapped(Bound bound, std::string why) : bound_(bound), why_(std::move(why)) {}
    bool match(const Run& run) const override;

  private:
    Bound bound_;
    std::string why_;
};
inline Overlapped overlapped(Bound bound, std::string why) { return {bound, std::move(why)}; }

} // namespace workbook
