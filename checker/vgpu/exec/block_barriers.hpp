// The barriers of a thread block: bar and barrier.sync, .arrive and .red (PTX ISA 9.7.13.1).
//
// A group that comes to one stays at its instruction (Group::State::at_barrier). When no group of
// its warp can run and all its lanes are at one barrier, the warp has arrived there; a barrier
// opens when enough warps have.
#pragma once

#include "vgpu/exec/events.hpp"
#include "vgpu/exec/executable.hpp"

#include <array>
#include <cstdint>

namespace vgpu::exec {

struct Group;
struct Warp;
struct WarpTurn;

inline constexpr int barrier_count = 16; // PTX ISA, "barrier": resources 0 to 15
inline constexpr int most_warps = 32;    // of a block of 1024 threads

class BlockBarriers {
  public:
    struct Barrier {
        std::uint32_t arrived = 0;         // warps, as bits
        std::uint32_t arrived_threads = 0; // a warp counts whole (PTX ISA, "barrier")
        std::uint32_t threads = 0;         // that it waits for; 0: all of the block
        std::uint32_t count_true = 0;      // reductions: threads whose predicate was true,
        std::uint32_t count_all = 0;       // and threads that took part
        const Op* op = nullptr;            // the instruction of the first to arrive
        CodePlace place;                   // the same
        bool same_place = true;            // all arrived at that one
        bool aligned = true;
        std::array<std::uint32_t, most_warps> lanes = {}; // that arrived, by warp
    };

    // The barriers, as bits, at which a warp has arrived and which have not opened.
    std::uint32_t in_use() const { return in_use_; }
    bool is_in_use(int number) const { return ((in_use_ >> number) & 1) != 0; }
    const Barrier& operator[](int number) const {
        return barriers_[static_cast<std::size_t>(number)];
    }

    // A block begins.
    void clear() { in_use_ = 0; }
    // The `active` of the group's lanes have come to a barrier. Like those below, false after a
    // fault.
    bool reach(const WarpTurn& turn, Group& group, const Op& op, const ControlOp& control,
               std::uint32_t active) const;
    // No group of the warp can run: it arrives, or its lanes wait in vain.
    bool arrive(const WarpTurn& turn);
    // The warp has exited, so its lanes count as arrived: barriers that waited for them open.
    bool note_exit(const WarpTurn& turn);

  private:
    Barrier& at(int number) { return barriers_[static_cast<std::size_t>(number)]; }
    bool check_arguments(const WarpTurn& turn, const Group& group, const Op& op,
                         const ControlOp& control, std::uint32_t same, std::uint32_t active) const;
    bool arrive_together(const WarpTurn& turn, int number);
    bool arrive_in_groups(const WarpTurn& turn, int number);
    bool add_group(const WarpTurn& turn, const Group& group, int number);
    bool open_if_complete(const WarpTurn& turn, const Group& last, int number);
    void open(const WarpTurn& turn, const Group& last, int number, bool whole_block);

    std::array<Barrier, barrier_count> barriers_;
    std::uint32_t in_use_ = 0;
};

} // namespace vgpu::exec
