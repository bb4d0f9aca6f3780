// Two plain and slow judges of a random kernel (random_kernel.hpp), between which the race checker
// must lie: it may accuse only what Causality does not order, and must find what Forgiving does
// not order either. Without fences, flags and named barriers the two are one.
#pragma once

#include "random_kernel.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace vgpu::observe::test {

using Time = std::uint32_t; // a step's number, from 1 on

struct Touch {
    Time time = 0;
    std::uint32_t block = 0, warp = 0, lane = 0, line = 0;
    const Line* does = nullptr;

    std::uint32_t thread() const { return (block * model_warps + warp) * 32 + lane; }
    bool is_plain_store() const { return does->writes() && !does->is_strong(); }
};

// Whether two accesses to one place race unless something orders them: one writes, and they are not
// two strong ones each of which has the other in its scope; nor volatile ones of one warp to shared
// memory.
inline bool conflict(const Touch& a, const Touch& b, bool is_shared) {
    if (!a.does->writes() && !b.does->writes()) return false;
    if (!a.does->is_strong() || !b.does->is_strong()) return true;
    if (is_shared && a.block == b.block && a.warp == b.warp && a.does->is_volatile() &&
        b.does->is_volatile())
        return true;
    return a.block != b.block && (a.does->for_block() || b.does->for_block());
}

// The PTX memory model's causality order, by what each thread knows of each other one: its steps
// before a time. Fences of all lanes of a warp; a strong read needs no fence behind it
// (docs/decisions/0005-race-model.md). Atomics of data carry nothing.
class Causality {
  public:
    bool ordered(const Touch& before, const Touch& now) const {
        return before.thread() == now.thread() ||
               before.time < knows_[now.thread()][before.thread()];
    }
    void barrier(Time now, std::uint32_t block) {
        meet(now, warps_of(block, (1u << model_warps) - 1), {});
    }
    void syncwarp(Time now, const Step& step) {
        std::vector<std::uint32_t> lanes = warps_of(step.block, 1u << step.warp);
        std::erase_if(lanes, [&](std::uint32_t lane) { return (step.mask >> lane % 32 & 1) == 0; });
        meet(now, lanes, {});
    }
    void arrive(Time now, const Step& step) {
        Knowledge& arrived = arrived_[{step.block, step.number}];
        for (const std::uint32_t thread : warps_of(step.block, 1u << step.warp)) {
            join(arrived, knows_[thread]);
            arrived[thread] = now;
        }
    }
    void named_barrier(Time now, const Step& step) {
        meet(now, warps_of(step.block, step.waits),
             std::exchange(arrived_[{step.block, step.number}], {}));
    }
    void fence(Time now, const Step& step) {
        for (const std::uint32_t thread : warps_of(step.block, 1u << step.warp)) {
            Carried& carries = carries_[thread];
            carries.near = knows_[thread];
            carries.near[thread] = now;
            if (step.scope != isa::Scope::cta) carries.far = carries.near;
        }
    }
    // What some lanes of a warp do with a flag at once: none of them learns from another. `place`:
    // the flag's; of shared memory, with its block.
    void flag(const std::vector<Touch>& lanes, std::uint64_t place) {
        const Carried before = flags_[place];
        Carried& there = flags_[place];
        for (const Touch& now : lanes) {
            Carried carries = carried(now);
            const bool is_near = before.block == now.block;
            const bool is_seen =
                is_near || (before.block != nobody && !before.for_block && !now.does->for_block());
            const Knowledge& known = is_near ? before.near : before.far;
            if (now.does->reads() && is_seen) join(knows_[now.thread()], known);
            if (!now.does->writes()) continue;
            if (now.does->is_atomic() && is_seen) { // what it adds to what was there
                join(carries.near, known);
                join(carries.far, before.far);
                carries.for_block |= before.for_block;
                if (!is_near) carries.near = carries.far, carries.block = several;
            }
            if (now.does->is_atomic() && now.lane != lanes.front().lane) {
                join(carries.near, there.near);
                join(carries.far, there.far);
            }
            there = carries;
        }
    }

  private:
    static constexpr std::uint32_t threads = model_blocks * model_warps * 32;
    static constexpr std::uint32_t nobody = ~0u, several = ~0u - 1;
    using Knowledge = std::array<Time, threads>;
    // What who reads a flag learns: of the same block, and of another.
    struct Carried {
        Knowledge near{}, far{};
        std::uint32_t block = nobody;
        bool for_block = false;
    };

    Carried carried(const Touch& now) const {
        Carried carries = carries_[now.thread()];
        if (now.does->releases()) {
            carries.near = knows_[now.thread()];
            carries.near[now.thread()] = now.time;
            if (!now.does->for_block()) carries.far = carries.near;
        }
        carries.block = now.block;
        carries.for_block = now.does->for_block();
        return carries;
    }
    static void join(Knowledge& into, const Knowledge& from) {
        for (std::uint32_t i = 0; i < threads; ++i) into[i] = std::max(into[i], from[i]);
    }
    static std::vector<std::uint32_t> warps_of(std::uint32_t block, std::uint32_t warps) {
        std::vector<std::uint32_t> all;
        for (std::uint32_t warp = 0; warp < model_warps; ++warp)
            for (std::uint32_t lane = 0; lane < 32 && (warps >> warp & 1) != 0; ++lane)
                all.push_back((block * model_warps + warp) * 32 + lane);
        return all;
    }
    void meet(Time now, const std::vector<std::uint32_t>& who, Knowledge joined) {
        for (const std::uint32_t thread : who) {
            join(joined, knows_[thread]);
            joined[thread] = now;
        }
        for (const std::uint32_t thread : who) knows_[thread] = joined;
    }

    std::array<Knowledge, threads> knows_{};
    std::array<Carried, threads> carries_{};                               // by their last fences
    std::map<std::pair<std::uint32_t, std::uint32_t>, Knowledge> arrived_; // by block and number
    std::map<std::uint64_t, Carried> flags_;
};

// The most that 0005-race-model.md, "Where it forgets", lets the checker take for ordered: a
// thread that read a place that was written strongly knows, for its whole warp, all that was
// published before; a fence of any warp of a block covers the block.
class Forgiving {
  public:
    bool ordered(const Touch& before, const Touch& now) const {
        if (before.thread() == now.thread()) return true;
        const Block& block = blocks_[now.block];
        if (before.block == now.block && before.time < block.knows[now.warp][before.warp])
            return true;
        const Time until = block.acquired[now.warp];
        const bool needs_fence = before.is_plain_store();
        for (const auto& [published, fenced_near, fenced_far] : blocks_[before.block].published) {
            if (published > until) break;
            const Time fenced = before.block == now.block ? fenced_near : fenced_far;
            if (needs_fence ? before.time < fenced : before.time <= published) return true;
        }
        return false;
    }
    void barrier(Time now, std::uint32_t block) {
        meet(now, block, (1u << model_warps) - 1, (1u << model_warps) - 1);
    }
    void syncwarp(Time now, const Step& step) {
        blocks_[step.block].knows[step.warp][step.warp] = now;
    }
    void arrive(Time now, const Step& step) {
        blocks_[step.block].arrived[step.number][step.warp] = now;
    }
    void named_barrier(Time now, const Step& step) {
        Block& block = blocks_[step.block];
        for (std::uint32_t warp = 0; warp < model_warps; ++warp)
            if ((step.arrives >> warp & 1) != 0) now_of_[warp] = block.arrived[step.number][warp];
        meet(now, step.block, step.waits | step.arrives, step.waits);
    }
    void fence(Time now, const Step& step) { fence(now, step.block, step.scope); }
    // A strong access: what it learns before, what it tells after.
    void learn(const Touch& now, std::uint64_t place) {
        Time& acquired = blocks_[now.block].acquired[now.warp];
        for (std::uint32_t from = 0; from < model_blocks && now.does->reads(); ++from)
            if (from == now.block || !now.does->for_block())
                acquired = std::max(acquired, written_[place][from]);
    }
    void tell(const Touch& now, std::uint64_t place) {
        Block& block = blocks_[now.block];
        if (now.does->releases()) fence(now.time, now.block, now.does->scope);
        if (!now.does->writes()) return;
        written_[place][now.block] = now.time;
        block.published.push_back({now.time, block.fenced_near, block.fenced_far});
    }

  private:
    struct Published {
        Time time, fenced_near, fenced_far;
    };
    struct Block {
        std::array<std::array<Time, model_warps>, model_warps> knows{};
        std::array<std::array<Time, model_warps>, 3> arrived{}; // by number
        std::array<Time, model_warps> acquired{};
        Time fenced_near = 0, fenced_far = 0;
        std::vector<Published> published;
    };

    void fence(Time now, std::uint32_t block, isa::Scope scope) {
        blocks_[block].fenced_near = now;
        if (scope != isa::Scope::cta) blocks_[block].fenced_far = now;
    }
    void meet(Time now, std::uint32_t number, std::uint32_t parties, std::uint32_t learners) {
        Block& block = blocks_[number];
        std::array<Time, model_warps> joined{};
        Time acquired = 0;
        for (std::uint32_t warp = 0; warp < model_warps; ++warp) {
            if ((parties >> warp & 1) == 0) continue;
            for (std::uint32_t i = 0; i < model_warps; ++i)
                joined[i] = std::max(joined[i], block.knows[warp][i]);
            const Time done = (learners >> warp & 1) != 0 ? now : now_of_[warp];
            joined[warp] = std::max(joined[warp], done);
            acquired = std::max(acquired, block.acquired[warp]);
        }
        for (std::uint32_t warp = 0; warp < model_warps; ++warp) {
            if ((learners >> warp & 1) == 0) continue;
            block.knows[warp] = joined;
            block.acquired[warp] = acquired;
        }
    }

    std::array<Block, model_blocks> blocks_;
    std::array<Time, model_warps> now_of_{}; // when those that do not wait had arrived
    std::map<std::uint64_t, std::array<Time, model_blocks>> written_; // by place and block
};

} // namespace vgpu::observe::test
