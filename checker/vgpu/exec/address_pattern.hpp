// What a memory instruction remembers of its last execution, because the next one is mostly like
// it: the distances between the lanes' addresses, the memory that they are in, and what observers
// found out about them.
#pragma once

#include "vgpu/exec/device_memory.hpp"
#include "vgpu/exec/events.hpp"
#include "vgpu/exec/layout.hpp"
#include "vgpu/isa/instruction.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace vgpu::exec {

using Offset = std::int32_t; // bytes from the frame's beginning (executable.hpp)

// Whether a pattern is worth remembering. One that changes nearly each time is not: to remember it
// takes what eight executions save.
class PatternCredit {
  public:
    void note_match() { ++matches_; }
    // Asked when the distances between the addresses have changed.
    bool is_worth_remembering() {
        credit_ = std::min(credit_ + std::exchange(matches_, 0), most_credit);
        const bool is_worth_it = credit_ >= price;
        credit_ += is_worth_it ? -price : 1;
        return is_worth_it;
    }

  private:
    static constexpr std::int64_t most_credit = 64, price = 8;
    std::int64_t credit_ = most_credit, matches_ = 0;
};

// The addresses of the first lane for which all lanes are within one live allocation that was
// looked up; at first there are no such addresses.
class FirstAddresses {
  public:
    bool contains(std::uint64_t first) const { return first - least_ <= room_; }
    // `below` and `span`: from the first lane's address to the lowest, and of all lanes together.
    void fit_into(const Extent& allocation, std::uint64_t below, std::uint64_t span) {
        if (allocation.end - allocation.begin < span) return forget();
        least_ = allocation.begin + below;
        room_ = allocation.end - allocation.begin - span;
    }
    void forget() { *this = {}; }

  private:
    std::uint64_t least_ = ~0ull, room_ = 0;
};

// When an observer is sent a short event (RepeatedAccess): one that wants to know more than the
// first address gets them less and less often.
class ShortEventPolicy {
  public:
    bool is_worth_sending() { return rest_ == 0 || --rest_ == 0; }
    void note_answer(bool is_enough) {
        refusals_ = is_enough ? 0 : std::min(2 * refusals_ + 1, 127);
        rest_ = refusals_;
    }

  private:
    int refusals_ = 0, rest_ = 0;
};

// Observer::on_exemption: loads from these first addresses on, and with this remainder by 32, are
// only counted.
struct Exemption {
    std::uint64_t epoch = 0; // Machine::exemptions when it was granted
    std::uint64_t least = 0, room = 0, first = 0;
    std::uint64_t* times = nullptr;
    bool covers(std::uint64_t address) const {
        return address - least <= room && (address ^ first) % 32 == 0;
    }
};

// When observers are asked for an exemption: after so many short events, then ever more seldom.
class ExemptionPolicy {
  public:
    bool is_time_to_ask() {
        if (--until_question_ > 0) return false;
        until_question_ = interval_ = std::min(2 * interval_, 1 << 16);
        return true;
    }
    void restart() { *this = {}; }

  private:
    static constexpr int first_question = 32;
    int until_question_ = first_question, interval_ = first_question;
};

struct AddressPattern {
    // Relative to the first lane's address; 0 for lanes that took no part.
    alignas(64) std::int32_t offsets[isa::warp_size] = {};
    alignas(64) std::int32_t steps[isa::warp_size] = {}; // of the indices, if the base is `element`
    std::uint64_t serial = 0;                            // identifies it; 0: no pattern yet
    std::uint32_t mask = 0;
    std::uint64_t below = 0,
                  above = 0; // from the first lane's to the lowest and the highest address
    bool aligned = false;    // the offsets
    bool is_simple = false;  // ... and all lanes take part
    bool contiguous = false;
    Layout layout;
    RepeatedAccess again;
    // If the base is `element`: no lane's index leaves 32 bits while the first lane's index is at
    // least least_index and at most index_room above it.
    std::int64_t least_index = 0;
    std::uint64_t index_room = 0;

    PatternCredit credit;
    FirstAddresses fits;
    ShortEventPolicy short_events;
    Exemption exemption;
    ExemptionPolicy exemption_requests;

    // The bytes from the lowest address to the end of the access at the highest one.
    std::uint64_t span(std::uint64_t bytes) const { return below + above + bytes; }
};

// Kept in a frame: the pattern that a register's lanes match. It holds as long as a number stays:
// the frame's own if the register is fixed, else that of the ops under way (Interpreter::passage).
struct PatternMatch {
    std::uint64_t passage = 0;
    std::uint64_t pattern = 0; // AddressPattern::serial
};

struct MemoryOp;

// What lets a memory instruction skip a look at all of its lanes' addresses: what is known of the
// register that holds them (shared_addresses.cpp), and where the last access went.
struct AddressShortcut {
    // The first of the straight ops that takes its addresses from the same register, unchanged; the
    // instruction itself, if none does before.
    const MemoryOp* leader = nullptr;
    Extent last_hit; // the allocation that the instruction accessed last
    // Serial of a pattern that implies the instruction's: when the register matches that pattern it
    // matches this one too, and need not be compared again.
    static constexpr std::uint64_t not_implied = ~0ull;
    std::uint64_t implied_by = not_implied;
    std::uint64_t last_host = 0; // where a whole warp's row was last time
    Offset match = 0;            // PatternMatch of the register
    // A leader in a loop that adds the same to all lanes of the register, and does nothing else
    // to it.
    bool is_steady = false;
    bool is_fixed = false; // fixed_registers.cpp: so is the register, for all accesses alike
};

} // namespace vgpu::exec
