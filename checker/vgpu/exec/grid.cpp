#include "vgpu/exec/grid.hpp"

#include "vgpu/exec/faults.hpp"
#include "vgpu/exec/livelock.hpp"
#include "vgpu/exec/sampling.hpp"
#include "vgpu/exec/schedule.hpp"
#include "vgpu/exec/sites.hpp"
#include "vgpu/exec/stuck_warps.hpp"

#include <algorithm>
#include <bit>
#include <new>
#include <numeric>
#include <utility>

namespace vgpu::exec {

namespace {

// Instructions that a warp may run before the next warp has its turn. With a seed a turn has 2^14
// at most, and its length is drawn.
constexpr std::uint64_t slice_instructions = 1 << 14;
constexpr int longest_slice_bits = 14;
// A round is one turn of every warp. So many pass before more blocks are started.
constexpr int rounds_before_more_blocks = 64;
// Rounds in which warps only polled memory, before a livelock is searched for; with a seed, rounds
// in which no block ended.
constexpr int idle_rounds = 64;
constexpr int seeded_rounds = 256;
// With a seed: rounds in fixed order, until all warps are at the end of a loop.
constexpr int settling_turns = 3;
// Rounds of one virtual millisecond each in which all warps wait at mbarriers.
constexpr int rounds_at_mbarriers = 10'000;
constexpr std::uint64_t millisecond = 1'000'000;
// Instructions without the end of a block, before an endless loop is searched for; how many rounds
// such a loop may take, and how many instructions a search.
constexpr std::uint64_t instructions_before_loop_search = 1 << 22;
constexpr int most_rounds_per_period = 64;
constexpr std::uint64_t most_instructions_per_search = 1 << 18;
// With a seed: blocks that run at the same time.
constexpr std::uint64_t most_resident_with_seed = 4;

// A permutation of 0 ... count - 1 that needs no table: i -> (start + i * step) mod count.
class BlockOrder {
  public:
    BlockOrder(std::uint64_t count, std::uint64_t seed) : count_(count) {
        if (seed == 0 || count < 2) return;
        start_ = split_mix(seed) % count;
        do step_ = split_mix(seed) % count;
        while (std::gcd(step_, count) != 1);
    }
    std::uint64_t operator[](std::uint64_t i) const {
        __extension__ using Wide = unsigned __int128;
        return static_cast<std::uint64_t>((static_cast<Wide>(i) * step_ + start_) % count_);
    }

  private:
    std::uint64_t count_;
    std::uint64_t start_ = 0;
    std::uint64_t step_ = 1;
};

// The clusters of a launch that run, most of them of one block: how many, and which is the i-th of
// them.
class ChosenClusters {
  public:
    ChosenClusters(const Machine& machine, const Launch& launch)
        : total_(blocks_of(launch.config) / cluster_blocks(launch.config)),
          sampled_(machine.sampling && !launch.config.cooperative && total_ > sampled_blocks),
          order_(count(), launch.schedule_seed) {}
    std::uint64_t count() const { return sampled_ ? sampled_blocks : total_; }
    std::uint64_t operator[](std::uint64_t i) const {
        if (!sampled_) return order_[i];
        if (i < 2) return i == 0 ? 0 : total_ - 1;
        std::uint64_t random_state = i;
        return 1 + split_mix(random_state) % (total_ - 2);
    }

    // The cluster has used a large allocation.
    void note_use(std::uint64_t index) { last_user_ = std::max(last_user_.value_or(0), index); }
    // When all before have come to their ends: one more, between the last one that is known to
    // use large allocations and the next that does not.
    std::optional<std::uint64_t> next_between() {
        if (!sampled_ || !last_user_) return std::nullopt;
        if (tried_ && *tried_ > *last_user_) idle_ = *tried_;
        if (idle_ <= *last_user_ + 1) return std::nullopt;
        tried_ = *last_user_ + (idle_ - *last_user_) / 2;
        return tried_;
    }

  private:
    std::uint64_t total_;
    bool sampled_;
    BlockOrder order_;
    std::optional<std::uint64_t> last_user_, tried_;
    std::uint64_t idle_ = total_ - 1; // no user, unless it is last_user_
};

class Grid {
  public:
    Grid(Machine& machine, Launch& launch)
        : machine_(machine), launch_(launch), interpreter_(machine, launch),
          chosen_(machine, launch), blocks_together_(cluster_blocks(launch.config)),
          random_state_(random_state_for(launch.schedule_seed, launch.info.launch_number, 0)) {}

    ~Grid() {
        for (auto& block : resident_) release(*block);
        for (auto& block : idle_) ::operator delete(block->shared, vector_alignment);
    }

    void run() {
        std::uint64_t wanted = launch_.config.cooperative ? chosen_.count() * blocks_together_ : 1;
        const int first_look = has_seed() ? seeded_rounds : idle_rounds;
        int rounds = 0, idle = 0, next_look = first_look;
        while (true) {
            if (has_seed() && wanted < most_resident_with_seed)
                wanted = 1 + split_mix(random_state_) % most_resident_with_seed;
            while (resident_.size() < wanted && next_ < chosen_.count()) start(chosen_[next_++]);
            if (resident_.empty()) {
                const std::optional<std::uint64_t> more = chosen_.next_between();
                if (!more) return;
                start(*more);
            }
            bool worked = false, finished = false;
            if (!run_round(worked, finished)) return;
            // With a seed, turns are short: one turn does not show whether a warp only looks.
            const bool works = worked && !has_seed();
            idle = works || finished || next_ < chosen_.count() ? 0 : idle + 1;
            if (idle == 0) next_look = first_look;
            if (idle != 0 && machine_.waiting) {
                machine_.waiting();
                interpreter_.note_listeners(); // the host may have begun to share memory
            }
            if (idle >= next_look) {
                next_look *= 2;
                if (!(has_seed() ? look_for_livelock_with_seed() : look_for_livelock())) return;
            }
            if (finished) {
                rounds = 0;
                loop_look_ = instructions() + instructions_before_loop_search;
            } else if (!has_seed() && instructions() >= loop_look_ && next_ == chosen_.count()) {
                loop_look_ += instructions();
                if (!look_for_endless_loop()) return;
            } else if (!worked || ++rounds >= rounds_before_more_blocks) {
                wanted = resident_.size() * 2;
                rounds = 0;
            }
        }
    }

  private:
    std::uint64_t instructions() const { return launch_.counters.warp_instructions; }
    bool has_seed() const { return launch_.schedule_seed != 0; }

    // One turn of every resident block. False: the launch is over.
    bool run_round(bool& worked, bool& finished) {
        for (std::size_t i = 0; i < resident_.size(); ++i) {
            Block& block = *resident_[i];
            if (i >= blocks_together_ && machine_.sampling &&
                instructions() >= instructions_together)
                break;
            if (!run_block(block, worked)) return false;
            if (block.live != 0) continue;
            finish(i--);
            finished = true;
        }
        return true;
    }

    bool run_watched_round(TurnWatch& watch, bool& worked, bool& finished) {
        const Listening listens(*this, watch);
        return run_round(worked, finished);
    }

    // While one lives, the watch observes accesses. Its destructor ends that, since the round may
    // end by an exception.
    class Listening {
      public:
        Listening(Grid& grid, TurnWatch& watch) : grid_(grid), watch_(watch) {
            grid_.machine_.listeners.access.push_back(&watch_);
            grid_.interpreter_.note_listeners();
        }
        ~Listening() {
            std::erase(grid_.machine_.listeners.access, &watch_);
            grid_.interpreter_.note_listeners();
        }
        Listening(const Listening&) = delete;
        Listening& operator=(const Listening&) = delete;

      private:
        Grid& grid_;
        TurnWatch& watch_;
    };

    // While one lives, turns are those of the fixed order.
    class FixedTurns {
      public:
        explicit FixedTurns(Grid& grid) : grid_(grid) {
            grid_.fixed_turns_ = true;
            for (const auto& block : grid_.resident_)
                for (Warp& warp : block->warps)
                    before_.emplace_back(&warp, std::exchange(warp.random_state, 0));
        }
        ~FixedTurns() {
            grid_.fixed_turns_ = false;
            for (const auto& [warp, random_state] : before_) warp->random_state = random_state;
        }
        FixedTurns(const FixedTurns&) = delete;
        FixedTurns& operator=(const FixedTurns&) = delete;

      private:
        Grid& grid_;
        std::vector<std::pair<Warp*, std::uint64_t>> before_;
    };

    // No block has come to its end for long. False: the launch is over.
    bool look_for_livelock_with_seed() {
        bool worked = false, finished = false;
        TurnWatch watch(*machine_.memory);
        if (!run_watched_round(watch, worked, finished)) return false;
        if (finished || watch.may_have_changed()) return true;
        const FixedTurns fixed(*this);
        for (int turn = 0; turn < settling_turns; ++turn) {
            worked = false;
            if (!run_round(worked, finished)) return false;
            if (finished) return true;
            if (!worked) return look_for_livelock();
        }
        return true;
    }

    // Threads that wait for mbarriers may read the clock meanwhile, so that their registers change
    // each time. All of them wait, so time passes: seconds, for those that give up after some time.
    bool waits_long(const TurnWatch& watch, bool& finished) {
        const std::uint64_t before = fingerprint_of_mbarriers(resident_);
        for (int round = 0; round < rounds_at_mbarriers; ++round) {
            machine_.clock += millisecond;
            bool worked = false;
            if (!run_round(worked, finished)) return false;
            if (worked || finished || watch.may_change() || !wait_for_mbarriers(resident_) ||
                fingerprint_of_mbarriers(resident_) != before)
                return false;
        }
        return true;
    }

    // Every warp only looks at memory. If one more turn changes nothing at all, no turn ever will.
    bool look_for_livelock() {
        const std::uint64_t before = fingerprint(resident_);
        TurnWatch watch(*machine_.memory);
        bool worked = false, finished = false;
        if (!run_watched_round(watch, worked, finished)) return false;
        const bool changed = has_seed() ? watch.may_have_changed() : watch.may_change();
        if (worked || finished || changed) return true;
        const bool at_mbarriers = wait_for_mbarriers(resident_);
        if (fingerprint(resident_) != before && !(at_mbarriers && waits_long(watch, finished)))
            return !launch_.fault && !launch_.stopped;
        std::string detail = describe_stuck(resident_, &watch, launch_.config.grid, machine_);
        for (auto& block : resident_)
            for (Warp& warp : block->warps)
                if (!warp.done() && warp.barrier < 0) {
                    fail_without_end({machine_, launch_, *block, warp},
                                     at_mbarriers ? mbarrier_hang(std::move(detail))
                                                  : livelock(std::move(detail)));
                    return false;
                }
        return true;
    }

    // No block has come to its end for long. If everything is as it was some turns ago, it will be
    // so for ever.
    bool look_for_endless_loop() {
        const std::uint64_t before = fingerprint(resident_), begin = instructions();
        TurnWatch watch(*machine_.memory);
        for (int turn = 0;
             turn < most_rounds_per_period && instructions() - begin < most_instructions_per_search;
             ++turn) {
            bool worked = false, finished = false;
            if (!run_watched_round(watch, worked, finished)) return false;
            if (finished) return true;
            if (watch.may_change() || fingerprint(resident_) != before) continue;
            for (auto& block : resident_)
                for (Warp& warp : block->warps)
                    if (!warp.done() && warp.barrier < 0) {
                        fail_without_end({machine_, launch_, *block, warp},
                                         endless_loop(describe_stuck(
                                             resident_, nullptr, launch_.config.grid, machine_)));
                        return false;
                    }
        }
        return true;
    }

    std::uint64_t slice() {
        if (!has_seed() || fixed_turns_) return slice_instructions;
        return some_length(random_state_, longest_slice_bits);
    }

    // The blocks of a cluster begin together.
    void start(std::uint64_t index) {
        Cluster& cluster = spare_cluster();
        cluster.index = index;
        cluster.blocks.clear();
        cluster.running = blocks_together_;
        cluster.barrier.clear();
        for (std::uint32_t rank = 0; rank < blocks_together_; ++rank)
            start_block(block_of_cluster(launch_.config, index, rank), cluster, rank);
    }
    Cluster& spare_cluster() {
        if (spare_clusters_.empty()) {
            clusters_.push_back(std::make_unique<Cluster>());
            return *clusters_.back();
        }
        Cluster& cluster = *spare_clusters_.back();
        spare_clusters_.pop_back();
        return cluster;
    }

    void start_block(std::uint64_t linear, Cluster& cluster, std::uint32_t rank) {
        std::unique_ptr<Block> block;
        if (idle_.empty()) {
            block = std::make_unique<Block>();
            block->warps.resize(launch_.threads.size());
            if (launch_.shared_bytes != 0)
                block->shared =
                    static_cast<std::byte*>(::operator new(launch_.shared_bytes, vector_alignment));
        } else {
            block = std::move(idle_.back());
            idle_.pop_back();
        }
        const auto warps = static_cast<std::uint32_t>(block->warps.size());
        block->linear = linear;
        block->cluster = &cluster;
        block->rank = rank;
        cluster.blocks.push_back(block.get());
        block->id = block_index(linear, launch_.config.grid);
        block->live = warps == 32 ? 0xffffffffu : (1u << warps) - 1;
        block->barriers.clear();
        block->mbarriers.clear();
        block->products.clear();
        block->has_no_stores = block->is_quiet = false;
        for (std::uint32_t i = 0; i < warps; ++i) {
            block->warps[i].index = i;
            block->warps[i].started = false;
            block->warps[i].barrier = -1;
        }
        set_warp_order(*block);
        if (block->shared != nullptr) fill_with_poison(block->shared, launch_.shared_bytes);
        for (Observer* observer : machine_.listeners.block) observer->on_block_begin(linear);
        resident_.push_back(std::move(block));
    }

    void set_warp_order(Block& block) {
        block.order.resize(block.warps.size());
        std::iota(block.order.begin(), block.order.end(), 0u);
        if (launch_.schedule_seed == 0) return;
        std::uint64_t state = launch_.schedule_seed ^ (block.linear * 0x9e3779b97f4a7c15);
        for (std::size_t i = block.order.size(); i > 1; --i)
            std::swap(block.order[i - 1], block.order[split_mix(state) % i]);
    }

    // One turn for each warp that can run. False: a fault, or the launch was stopped.
    bool run_block(Block& block, bool& worked) {
        bool ran = false;
        for (const std::uint32_t index : block.order) {
            Warp& warp = block.warps[index];
            if (warp.done() || warp.barrier >= 0) continue;
            if (must_stop()) return false;
            ran = true;
            const auto outcome = interpreter_.run(block, warp, slice());
            if (std::exchange(launch_.used_repeated, false)) [[unlikely]]
                chosen_.note_use(block.cluster->index);
            if (outcome == Interpreter::Outcome::failed) return false;
            if (!interpreter_.only_polled()) worked = true;
        }
        if (ran || block.live == 0 || (blocks_together_ > 1 && can_run(*block.cluster)))
            return true;
        fail_deadlock(machine_, launch_, block);
        return false;
    }

    static bool can_run(const Cluster& cluster) {
        return std::ranges::any_of(cluster.blocks, [](const Block* block) {
            return block != nullptr && std::ranges::any_of(block->warps, [](const Warp& warp) {
                       return !warp.done() && warp.barrier < 0;
                   });
        });
    }

    bool must_stop() {
        const bool stop = machine_.stop.load(std::memory_order_relaxed) ||
                          (machine_.instruction_limit != 0 &&
                           launch_.counters.warp_instructions >= machine_.instruction_limit);
        if (stop) {
            launch_.stopped = true;
            launch_.stopped_where =
                describe_stuck(resident_, nullptr, launch_.config.grid, machine_);
        }
        return stop;
    }

    void finish(std::size_t i) {
        const std::uint64_t linear = resident_[i]->linear;
        for (Observer* observer : machine_.listeners.block) observer->on_block_end(linear);
        Cluster& cluster = *resident_[i]->cluster;
        cluster.blocks[resident_[i]->rank] = nullptr;
        if (--cluster.running == 0) spare_clusters_.push_back(&cluster);
        idle_.push_back(std::move(resident_[i]));
        resident_.erase(resident_.begin() + static_cast<std::ptrdiff_t>(i));
    }

    // A block that a fault has stopped: its frames go back.
    void release(Block& block) {
        std::vector<Frame*> frames;
        for (Warp& warp : block.warps) {
            if (!warp.started) continue;
            for (int i = 0; i < warp.group_count; ++i) {
                if (warp.groups[i].lanes == 0) continue; // it may have left its frame already
                for (Frame* frame = warp.groups[i].frame; frame != nullptr; frame = frame->caller)
                    frames.push_back(frame);
            }
        }
        std::ranges::sort(frames);
        const auto rest = std::ranges::unique(frames);
        frames.erase(rest.begin(), rest.end());
        for (Frame* frame : frames) machine_.frames.give(frame);
        ::operator delete(block.shared, vector_alignment);
    }

    Machine& machine_;
    Launch& launch_;
    Interpreter interpreter_;
    ChosenClusters chosen_;
    std::uint32_t blocks_together_; // of a cluster
    std::uint64_t random_state_;
    std::uint64_t next_ = 0;
    bool fixed_turns_ = false;
    std::uint64_t loop_look_ =
        instructions_before_loop_search; // the count of instructions at which one is looked for
    std::vector<std::unique_ptr<Block>> resident_; // in the order in which they started
    std::vector<std::unique_ptr<Block>> idle_;
    std::vector<std::unique_ptr<Cluster>> clusters_;
    std::vector<Cluster*> spare_clusters_;
};

} // namespace

void run_grid(Machine& machine, Launch& launch) {
    Grid(machine, launch).run();
    // A fault behind a failed assertion is most likely its consequence.
    if (launch.assertion) launch.fault = std::move(launch.assertion);
}

} // namespace vgpu::exec
