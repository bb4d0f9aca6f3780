// vgpu/observe/race_rule.hpp is the rule; the branches of race_fast.hpp and the quick look of
// race_cells.hpp say the same, or "look closely".
#include "vgpu/observe/race_cells.hpp"
#include "vgpu/observe/race_fast.hpp"
#include "vgpu/observe/race_rule.hpp"

#include <catch2/catch_test_macros.hpp>

#include <array>
#include <optional>
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

    // The entries of a cell in which a plain access may find them.
    Entries entries(const Current& now) {
        const Cell write = entry(0), first = entry(cell::strong | cell::writes);
        Cell second = entry(cell::strong | cell::writes | cell::settled);
        if (first < now.floor) second = 0; // it was entered beside a first one of its time
        return {write, first, second};
    }

  private:
    std::mt19937 random_{20261125}; // the same in each run
};

bool same(const Entries& a, const Entries& b) {
    return a.write == b.write && a.first == b.first && a.second == b.second;
}

// The cell after a plain read, by the rule; nothing where it wants a close look.
std::optional<Entries> read_by_rule(const Current& now, Cell mine, const Entries& e) {
    const ReadDecision rule = decide_read(now, mine, e.write, e.first, e.second);
    if (rule.close != 0) return std::nullopt;
    return Entries{e.write, choose(rule.first, mine, e.first),
                   choose(rule.second, second_reader(mine, rule), e.second)};
}

// The cell after a plain write that the rule suspects of nothing.
std::optional<Entries> written_by_rule(const Current& now, Cell mine, const Entries& e) {
    const Suspects rule = suspects<false>(now, mine, e);
    if ((rule.write | rule.first | rule.second) != 0) return std::nullopt;
    return Entries{mine, e.first, e.second};
}

} // namespace

TEST_CASE("a read of a line is entered as the rule enters one of a cell") {
    Cells cells;
    int decided = 0, enough = 0;
    for (int trial = 0; trial < trials; ++trial) {
        Current now = cells.access();
        now.loads = true;
        const Cell mine = cell::with_lane(now.me, cells.below(2));
        const auto [write, first, second] = cells.entries(now);
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
        const auto [write, first, second] = cells.entries(now);
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

TEST_CASE("two lanes that read one place are entered as the rule enters one after the other") {
    Cells cells;
    std::array<int, 3> entered{};
    for (int trial = 0; trial < trials; ++trial) {
        Current now = cells.access();
        now.loads = true;
        const Cell mine = cell::with_lane(now.me, 0), other = cell::with_lane(now.me, 1);
        const Entries before = cells.entries(now);
        Entries after = before;
        const unsigned count =
            quick_reads(now, after.write, after.first, after.second, mine, other);
        ++entered[count];
        if (count == 0) {
            REQUIRE(same(after, before));
            continue;
        }
        auto expected = read_by_rule(now, mine, before);
        REQUIRE(expected);
        if (count == 2) expected = read_by_rule(now, other, *expected);
        REQUIRE(expected);
        REQUIRE(same(after, *expected));
    }
    for (const int count : entered) CHECK(count > trials / 1000);
}

TEST_CASE("a quick look at 32 cells says of each what the branches say") {
    Cells cells;
    for (int trial = 0; trial < trials; ++trial) {
        const Current now = cells.access();
        const Cell mine = cell::with_lane(now.me, cells.below(2));
        const Entries before = cells.entries(now);
        Entries after = before;
        const auto read = look_quickly<true, false>(now, mine, before);
        REQUIRE((read.close == 0) == quick_read(now, after.write, after.first, after.second, mine));
        if (read.close == 0) REQUIRE(same(read.entries, after));
        after = before;
        const auto written = look_quickly<false, false>(now, mine, before);
        REQUIRE((written.close == 0) ==
                quick_write(now, after.write, after.first, after.second, mine));
        if (written.close == 0) REQUIRE(same(written.entries, after));
    }
}

TEST_CASE("an atomic beside those of two warps changes nothing by the rule either") {
    Cells cells;
    int enough = 0;
    for (int trial = 0; trial < trials; ++trial) {
        Current now = cells.access();
        now.me |= cell::strong | cell::writes;
        if (cells.below(4) == 0) now.me |= cell::block_scope;
        const Cell mine = cell::with_lane(now.me, cells.below(2));
        const Entries before = cells.entries(now);
        if (!have_enough_atomics(now, before.write, before.first, before.second)) continue;
        ++enough;
        const WarpOrder nothing_ordered;
        const OrderOfWarp order{now, nothing_ordered, mine};
        const Suspects suspect = suspects<false>(now, mine, before);
        REQUIRE(suspect.write == 0);
        REQUIRE((suspect.first & ~order.forgiven(before.first)) == 0);
        REQUIRE((suspect.second & ~order.forgiven(before.second)) == 0);
        REQUIRE(same(remember<false, true>(now, order, mine, before), before));
    }
    CHECK(enough > trials / 10'000);
}

TEST_CASE("quiet lines are entered as the rule enters their cells") {
    Cells cells;
    ShadowPage before, after;
    before.create(ShadowLine::bytes, 2);
    after.create(ShadowLine::bytes, 2);
    std::array<int, 2> entered{};
    for (int trial = 0; trial < trials; ++trial) {
        Current now = cells.access();
        now.loads = cells.below(2) == 0;
        const unsigned step = cells.below(3);
        ShadowLine line;
        line.step = static_cast<std::uint8_t>(step);
        // What a line says comes of plain accesses, its first cell's lane on.
        const auto [write, first, second] = cells.entries(now);
        const Cell lanes = ~cell::same_lane & ~cell::strong & ~cell::writes;
        line.write = write & lanes;
        line.first = first & lanes;
        line.second = second & lanes;
        *before.lines = *after.lines = line;
        const Cell mine = cell::with_lane(now.me, cells.below(2) * 16);
        if (!access_quiet_lines(now, now.loads, after.lines, 1, mine, step)) continue;
        ++entered[now.loads];
        before.open_line(0);
        after.open_line(0);
        for (std::uint64_t j = 0; j < ShadowLine::cells; ++j) {
            const Cell lane = mine + ((j >> step) << cell::lane_shift);
            const Entries cell{before.write[j], before.first[j], before.second[j]};
            const auto expected =
                now.loads ? read_by_rule(now, lane, cell) : written_by_rule(now, lane, cell);
            REQUIRE(expected);
            REQUIRE(same({after.write[j], after.first[j], after.second[j]}, *expected));
        }
    }
    for (const int count : entered) CHECK(count > trials / 1000);
}

TEST_CASE("a page with a cell for each byte says what its words said") {
    constexpr std::uint64_t bytes = 4 * ShadowLine::bytes - 24; // the last line is no whole one
    Cells cells;
    const auto fill = [&](ShadowPage& page, Cell seed) {
        page.create(bytes, 2);
        // Line 0 stays untouched, 1 and 2 are told as lines, the cells of 3 by themselves.
        for (const std::uint64_t line : {1u, 2u}) {
            page.lines[line].write = line == 1 ? 0 : seed;
            page.lines[line].first = seed + 8 * (Cell{1} << cell::lane_shift);
            page.lines[line].step = static_cast<std::uint8_t>(line);
        }
        page.open_line(3);
        page.second[3 * ShadowLine::cells + 9] = seed;
    };
    const Cell seed = cell::with_lane(cells.access().me, 0);
    ShadowPage words, page;
    fill(words, seed);
    fill(page, seed);
    for (std::uint64_t line = 0; line < 4; ++line)
        if (!words.lines[line].is_open()) words.open_line(line);
    page.refine(bytes);
    REQUIRE(page.shift == 0);
    REQUIRE(page.lines == nullptr);
    const auto same_cell = [](Cell one, Cell other) { // a lane of segment 0 is no access
        return one == other || (cell::segment(one) == 0 && cell::segment(other) == 0);
    };
    for (std::uint64_t byte = 0; byte < bytes; ++byte) {
        REQUIRE(same_cell(page.write[byte], words.write[byte / 4]));
        REQUIRE(same_cell(page.first[byte], words.first[byte / 4]));
        REQUIRE(same_cell(page.second[byte], words.second[byte / 4]));
    }
}

} // namespace vgpu::observe
