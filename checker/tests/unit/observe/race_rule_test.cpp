// vgpu/observe/race_rule.hpp is the rule; the branches of race_fast.hpp say the same, or "look
// closely".
#include "vgpu/observe/race_rule.hpp"

#include <catch2/catch_test_macros.hpp>

#include <random>

namespace vgpu::observe {
namespace {

constexpr int trials = 300'000;
constexpr Segment oldest = 8, newest = 15;

Cell segment_begin(Segment segment) { return cell::make(segment, 0, 0, 0); }

class Cells {
  public:
    // A cell that an access of up to now may have left; 0: none has.
    Cell entry(Cell flags) {
        if (below(8) == 0) return 0;
        const Segment segment = oldest + below(newest - oldest + 1);
        Cell made = cell::with_lane(cell::make(segment, below(2), below(2), 0), below(2));
        for (const Cell flag : {cell::strong, cell::writes, cell::settled})
            if ((flags & flag) != 0 && below(3) == 0) made |= flag;
        if ((made & cell::strong) == 0) made &= ~cell::writes;
        return made;
    }
    // A plain access of the newest segment, and what is known of older ones.
    Current access() {
        Current now;
        now.me = cell::make(newest, below(2), 1, 0);
        now.floor = segment_begin(oldest + 1 + below(3));
        now.own_begin = segment_begin(12);
        now.own_end = segment_begin(12 + below(3));
        now.block_begin = now.own_begin;
        now.block_known = below(2) == 0;
        now.plain_order = below(2) == 0;
        return now;
    }
    std::uint32_t below(std::uint32_t count) {
        return static_cast<std::uint32_t>(random_() % count);
    }

  private:
    std::mt19937 random_{20261125}; // the same in each run
};

} // namespace

TEST_CASE("a read of a line is entered as the rule enters one of a cell") {
    Cells cells;
    int decided = 0, enough = 0;
    for (int trial = 0; trial < trials; ++trial) {
        Current now = cells.access();
        now.loads = true;
        const Cell mine = cell::with_lane(now.me, cells.below(2));
        const Cell write = cells.entry(0), first = cells.entry(cell::strong | cell::writes);
        Cell second = cells.entry(cell::strong | cell::writes | cell::settled);
        if (first < now.floor) second = 0; // it was entered beside a first one of its time
        const ReadDecision rule = decide_read(now, mine, write, first, second);
        Cell new_first = first, new_second = second;
        if (quick_read(now, write, new_first, new_second, mine)) {
            ++decided;
            REQUIRE(rule.close == 0);
            REQUIRE(new_first == choose(rule.first, mine, first));
            REQUIRE(new_second == choose(rule.second, second_reader(mine, rule), second));
        } else {
            REQUIRE((new_first == first && new_second == second));
        }
        if (have_enough_readers(now, write, first, second)) {
            ++enough;
            REQUIRE((rule.close | rule.first | rule.second) == 0);
        }
    }
    CHECK(decided > trials / 4);
    CHECK(enough > trials / 100);
}

TEST_CASE("a write of a line is entered where the rule suspects no entry of a cell") {
    Cells cells;
    int decided = 0;
    for (int trial = 0; trial < trials; ++trial) {
        const Current now = cells.access();
        const Cell mine = cell::with_lane(now.me, cells.below(2));
        const Cell write = cells.entry(0), first = cells.entry(cell::strong | cell::writes);
        Cell second = cells.entry(cell::strong | cell::writes | cell::settled);
        if (first < now.floor) second = 0;
        const Suspects rule = suspects<false>(now, mine, {write, first, second});
        Cell new_write = write;
        const bool entered = quick_write(now, new_write, first, second, mine);
        REQUIRE(new_write == (entered ? mine : write));
        if (!entered) continue;
        ++decided;
        REQUIRE((rule.write | rule.first | rule.second) == 0);
    }
    CHECK(decided > trials / 20);
}

} // namespace vgpu::observe
