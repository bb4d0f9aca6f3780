// Which lanes of a warp ran which instruction, and how often: for a picture of a warp that
// diverges. Kept only where executions are counted (Observer::on_instruction), and reported at a
// launch's end (Observer::on_lanes).
//
// Eight warps of a launch are kept: the four that end first, and of the others the four with most
// lanes that stood aside.
#pragma once

#include "vgpu/exec/executable.hpp"

#include <bit>
#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

namespace vgpu::exec {

class LanesSeen {
  public:
    void clear() { functions_.clear(); }

    void note(const ExecutableFunction& function, std::size_t op, std::uint32_t lanes) {
        OfFunction& seen = of(function);
        Times& usual = seen.usual[op];
        if (usual.times == 0) usual.lanes = lanes;
        if (usual.lanes == lanes)
            ++usual.times;
        else
            ++seen.others[std::uint64_t{op} << 32 | lanes];
    }

    // Calls body(function, op, lanes, times).
    template <class Body>
    void each(const Body& body) const {
        for (const OfFunction& seen : functions_) {
            for (std::size_t op = 0; op < seen.usual.size(); ++op)
                if (seen.usual[op].times != 0)
                    body(*seen.function, op, seen.usual[op].lanes, seen.usual[op].times);
            for (const auto& [key, times] : seen.others)
                body(*seen.function, key >> 32, static_cast<std::uint32_t>(key), times);
        }
    }

  private:
    struct Times {
        std::uint32_t lanes = 0; // of the first execution: nearly always of all
        std::uint64_t times = 0;
    };
    struct OfFunction {
        const ExecutableFunction* function = nullptr;
        std::vector<Times> usual;                                // by op
        std::unordered_map<std::uint64_t, std::uint64_t> others; // op and lanes -> times
    };
    OfFunction& of(const ExecutableFunction& function) {
        for (OfFunction& seen : functions_)
            if (seen.function == &function) return seen;
        return functions_.emplace_back(
            OfFunction{&function, std::vector<Times>(function.ops.size()), {}});
    }

    std::vector<OfFunction> functions_;
};

struct WarpSeen {
    std::uint64_t block = 0;
    std::uint32_t warp = 0;
    std::uint32_t all = 0;  // lanes that have a thread
    std::uint64_t idle = 0; // summed over its instructions: lanes that stood aside
    LanesSeen lanes;
};

class WarpsSeen {
  public:
    void take(WarpSeen seen) {
        seen.lanes.each([&](const ExecutableFunction& function, std::size_t op, std::uint32_t lanes,
                            std::uint64_t times) {
            seen.idle += function.ops[op].count * times *
                         static_cast<std::uint64_t>(std::popcount(seen.all & ~lanes));
        });
        if (warps_.size() < most_first + most_idle) {
            warps_.push_back(std::move(seen));
            return;
        }
        WarpSeen* least = &warps_[most_first];
        for (std::size_t i = most_first; i < warps_.size(); ++i)
            if (warps_[i].idle < least->idle) least = &warps_[i];
        if (seen.idle > least->idle) *least = std::move(seen);
    }
    const std::vector<WarpSeen>& warps() const { return warps_; }

  private:
    static constexpr std::size_t most_first = 4, most_idle = 4;
    std::vector<WarpSeen> warps_;
};

} // namespace vgpu::exec
