// Races in words: what two threads did, where, and what would order them.
#pragma once

#include "harness/trace.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace workbook {

// Faults that come of the same two lines.
struct Race {
    const DeviceFault* shown = nullptr;
    std::string array;
    const SourceFrame *one = nullptr, *other = nullptr;
    std::uint64_t count = 0;
    bool reads = false, writes_twice = false, atomic = false, before_written = false;
    bool cooperative = false; // the blocks can wait for each other
    bool in_one_warp = false; // the two threads that are shown
    bool unfenced = false;    // in order, but without fence.proxy.async

    bool in_one_line() const {
        return one->line != 0 && one->line == other->line && one->file == other->file;
    }
    // A thread does one thing after the other, but for its copies.
    bool in_one_thread() const {
        return in_one_block() && shown->site.thread == shown->other->thread;
    }
    bool in_one_block() const { return shown->site.block == shown->other->block; }
    bool is_same(const Race& race) const {
        const auto same = [](const SourceFrame* a, const SourceFrame* b) {
            return a->line == b->line && a->file == b->file;
        };
        return unfenced == race.unfenced && array == race.array &&
               shown->space == race.shown->space &&
               ((same(one, race.one) && same(other, race.other)) ||
                (same(one, race.other) && same(other, race.one)));
    }
};

// The name of the array that a fault is about, without the index.
std::string array_in(const DeviceFault& fault);
// nullopt unless the fault is a race of two threads whose lines are known.
std::optional<Race> race_in(const DeviceFault& fault);

// FaultText
std::string topic_of(const Race& race);
std::string text_of(const Race& race);

} // namespace workbook
