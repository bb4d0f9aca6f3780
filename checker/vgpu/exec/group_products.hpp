// wgmma (PTX ISA 9.7.15): four warps of a block multiply matrices together, of which B and perhaps
// A lie in shared memory, while they go on.
//
// The warps meet at wgmma.mma_async. When the last has come, the product is made for all of them at
// once. Hardware may read shared memory and touch the registers at any time until the group has
// been waited for: observers are told of accesses that are open until then, and the registers are
// watched (registers_in_flight.hpp).
#pragma once

#include "vgpu/exec/events.hpp"
#include "vgpu/exec/executable.hpp"
#include "vgpu/exec/registers_in_flight.hpp"
#include "vgpu/isa/group_product.hpp"

#include <array>
#include <cstdint>
#include <vector>

namespace vgpu::exec {

struct Group;
struct WarpTurn;

// Warp::barrier of the warps that wait for others of their warpgroup.
inline constexpr int group_meeting = 64;

// What one warp knows of its products.
struct WarpProducts {
    struct Open {
        std::uint64_t number = 0;
        std::uint32_t group = 0;
    };
    // An accumulator as a product has left it, to find out whether it was written since.
    struct Accumulator {
        const Frame* frame = nullptr;
        std::uint64_t fences = 0;
        std::vector<Offset> registers;
        std::vector<std::uint32_t> values; // of 32 lanes each
    };

    std::uint64_t fences = 0;    // wgmma.fence
    std::uint32_t committed = 0; // groups
    std::vector<Open> open;      // in the order in which they began
    std::vector<Accumulator> accumulators;
    RegistersInFlight registers;

    void clear() { *this = {}; }
};

class GroupProducts {
  public:
    // A block begins.
    void clear() { warpgroups_ = {}; }
    // A group of lanes has come to wgmma.mma_async. Like the next two, false after a fault.
    bool reach(const WarpTurn& turn, Group& group, const Op& op, std::uint32_t active);
    // No group of the warp can run, and one is at wgmma.mma_async.
    bool arrive(const WarpTurn& turn);
    // The warp has exited.
    bool note_exit(const WarpTurn& turn) const;
    // wgmma.wait_group: all but so many of the warp's last groups are done.
    void wait(const WarpTurn& turn, std::uint32_t open);

  private:
    struct Reading {              // of shared memory, by a product in flight
        std::uint64_t number = 0; // observers know it by that
        CodePlace place;
        WarpPlace warp;
        std::vector<std::uint64_t> pieces; // addresses of 16 bytes each, in order
        // Tells observers that it reads now.
        void tell(const WarpTurn& turn, bool opens) const;
    };
    struct WarpGroup {
        std::uint32_t arrived = 0; // warps, as bits
        std::vector<Reading> open;
        bool is_known = false; // observers have been told of its order
    };
    class Product; // group_product_run.cpp

    WarpGroup& of(const WarpTurn& turn);
    static bool multiply(const WarpTurn& turn, WarpGroup& own);
    void finish(const WarpTurn& turn, WarpGroup& own, std::uint64_t last);

    std::array<WarpGroup, 8> warpgroups_;
};

} // namespace vgpu::exec
