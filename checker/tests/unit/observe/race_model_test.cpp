// Random accesses of a few warps, checked by models that are slow and plain: they remember every
// access to every word. What repeats may be told in short; the reports must be the same.
//
// WORKBOOK_MODEL_SEEDS=5000 tries that many more; WORKBOOK_MODEL_FIRST=4000 begins there.
#include "race_models.hpp"

#include <catch2/catch_test_macros.hpp>

#include <cstdlib>
#include <tuple>

namespace vgpu::observe::test {
namespace {

using Pair = std::pair<std::uint32_t, std::uint32_t>; // of lines, the smaller one first

// What both models say of a kernel.
class Model {
  public:
    explicit Model(bool is_shared) : is_shared_(is_shared) {}

    void play(const Kernel& kernel) {
        cell_ = kernel.has_bytes() ? 1 : 4;
        for (const Step& step : kernel.steps) {
            ++now_;
            switch (step.kind) {
            case Step::Kind::access:
                access(kernel.code[step.line], step);
                break;
            case Step::Kind::barrier:
                causality_.barrier(now_, step.block);
                forgiving_.barrier(now_, step.block);
                break;
            case Step::Kind::syncwarp:
                causality_.syncwarp(now_, step);
                forgiving_.syncwarp(now_, step);
                break;
            case Step::Kind::fence:
                causality_.fence(now_, step);
                forgiving_.fence(now_, step);
                break;
            case Step::Kind::named_barrier:
                causality_.named_barrier(now_, step);
                forgiving_.named_barrier(now_, step);
                break;
            case Step::Kind::arrive:
                causality_.arrive(now_, step);
                forgiving_.arrive(now_, step);
                break;
            }
        }
    }

    std::set<Pair> races;        // none of which need be found, but nothing else may be
    bool has_plain_race = false; // that must be found: with the last plain store of its word

  private:
    std::uint64_t place(const Step& step, std::uint64_t offset) const {
        const std::uint64_t block = is_shared_ ? step.block + 1 : 0; // each block has its own
        return block << 32 | (step.base + offset);
    }
    void access(const Line& line, const Step& step) {
        const auto touch_of = [&](std::uint32_t lane) {
            return Touch{now_, step.block, step.warp, lane, step.line, &line};
        };
        const auto each_lane = [&](auto&& does) {
            for (std::uint32_t lane = 0; lane < 32; ++lane)
                if ((line.mask >> lane & 1) != 0)
                    does(touch_of(lane), place(step, line.offsets[step.form][lane]));
        };
        if (line.is_strong())
            each_lane([&](const Touch& now, std::uint64_t at) { forgiving_.learn(now, at); });
        each_lane([&](const Touch& now, std::uint64_t at) {
            for (int byte = 0; byte < line.bytes; byte += cell_)
                enter(at + static_cast<std::uint64_t>(byte), now);
        });
        if (line.is_strong())
            each_lane([&](const Touch& now, std::uint64_t at) { forgiving_.tell(now, at); });
        if (step.line < model_lines) return;
        std::vector<Touch> lanes;
        each_lane([&](const Touch& now, std::uint64_t) { lanes.push_back(now); });
        causality_.flag(lanes, place(step, first_flag));
    }
    void enter(std::uint64_t cell, const Touch& now) {
        std::vector<Touch>& touches = cells_[cell];
        bool is_last_store = true;
        for (auto before = touches.rbegin(); before != touches.rend(); ++before) {
            const bool stores = before->is_plain_store();
            if (conflict(*before, now, is_shared_) && !causality_.ordered(*before, now)) {
                races.insert({std::min(before->line, now.line), std::max(before->line, now.line)});
                has_plain_race |= stores && is_last_store && !forgiving_.ordered(*before, now);
            }
            is_last_store &= !stores;
        }
        touches.push_back(now);
    }

    bool is_shared_;
    Time now_ = 0;
    Causality causality_;
    Forgiving forgiving_;
    std::map<std::uint64_t, std::vector<Touch>> cells_;
    int cell_ = 4; // bytes of one
};

using Report = std::tuple<std::string, std::string, std::uint64_t>;

struct Outcome {
    std::vector<Report> reports;
    Counters counters;
};

void play(Script& script, const Kernel& kernel, const Step& step, ptx::Space space) {
    const Line& line = kernel.code[step.line];
    const std::uint64_t start = space == ptx::Space::shared ? 0 : device_base;
    const auto masks = [](std::uint32_t warps) {
        std::vector<std::uint32_t> all;
        for (std::uint32_t warp = 0; warp < model_warps; ++warp)
            all.push_back((warps >> warp & 1) != 0 ? everyone : 0);
        return all;
    };
    switch (step.kind) {
    case Step::Kind::barrier:
        return script.barrier(100, step.block);
    case Step::Kind::syncwarp:
        return script.syncwarp(101, {step.block, step.warp, step.mask});
    case Step::Kind::fence:
        return script.fence(102, {step.block, step.warp}, step.scope);
    case Step::Kind::arrive:
        return script.arrive(103, step.block, masks(1u << step.warp), step.number);
    case Step::Kind::named_barrier:
        return script.opens(104, step.block, masks(step.waits | step.arrives), masks(step.waits),
                            step.number);
    case Step::Kind::access:
        return script.access(
            step.line + 1, {step.block, step.warp, line.mask},
            [&](std::uint32_t lane) { return start + step.base + line.offsets[step.form][lane]; },
            {.action = line.action,
             .space = space,
             .width = line.bytes,
             .ordering = line.ordering,
             .scope = line.scope});
    }
}

Outcome observe(const Kernel& kernel, ptx::Space space, bool in_short, bool lanes_together = true) {
    Script script({.lanes_together = lanes_together});
    script.tells_patterns = in_short;
    script.launch(model_blocks, 32 * model_warps, model_bytes);
    const bool in_order = std::ranges::is_sorted(kernel.steps, {}, &Step::block);
    for (std::uint32_t block = 0; !in_order && block < model_blocks; ++block)
        script.observers->on_block_begin(block);
    for (std::uint32_t block = 0; block < model_blocks; ++block) {
        if (in_order) script.observers->on_block_begin(block);
        for (const Step& step : kernel.steps)
            if (in_order ? step.block == block : block == 0) play(script, kernel, step, space);
        if (in_order) script.observers->on_block_end(block);
    }
    for (std::uint32_t block = 0; !in_order && block < model_blocks; ++block)
        script.observers->on_block_end(block);
    script.end();
    Outcome outcome;
    outcome.counters = script.traffic().total;
    for (const exec::Fault& fault : script.sink.faults)
        outcome.reports.emplace_back(fault.message, fault.detail, fault.count);
    std::ranges::sort(outcome.reports);
    return outcome;
}

bool is_race_of(const Report& report, const Pair& pair) {
    const std::string a = "kernel.cu:" + std::to_string(pair.first + 1),
                      b = "kernel.cu:" + std::to_string(pair.second + 1);
    const std::string& message = std::get<0>(report);
    return (message.find(a + " and") != std::string::npos && message.ends_with(b)) ||
           (message.find(b + " and") != std::string::npos && message.ends_with(a));
}

struct Tally {
    int racing = 0, clean = 0; // kernels
    int ordered = 0;           // that would race without their fences, flags and named barriers
};

void compare(const Kernel& kernel, ptx::Space space, Tally& tally) {
    const Outcome in_full = observe(kernel, space, false), in_short = observe(kernel, space, true);
    CHECK(in_short.reports == in_full.reports);
    CHECK((in_short.counters == in_full.counters));
    CHECK(observe(kernel, space, false, false).reports == in_full.reports);
    Model model(space == ptx::Space::shared);
    model.play(kernel);
    int found = 0;
    for (const Report& report : in_full.reports) {
        if (std::get<0>(report).find("Race") == std::string::npos) continue;
        ++found;
        INFO(std::get<0>(report) << "\n" << std::get<1>(report));
        CHECK(std::ranges::any_of(model.races,
                                  [&](const Pair& pair) { return is_race_of(report, pair); }));
    }
    const bool must_find = kernel.has_signals() ? model.has_plain_race : !model.races.empty();
    if (must_find) CHECK(found > 0);
    ++(model.races.empty() ? tally.clean : tally.racing);
    if (!kernel.has_signals()) return;
    Kernel without = kernel;
    std::erase_if(without.steps, [](const Step& step) {
        return step.kind == Step::Kind::fence || step.kind == Step::Kind::arrive ||
               step.kind == Step::Kind::named_barrier;
    });
    Model unordered(space == ptx::Space::shared);
    unordered.play(without);
    if (unordered.races.size() > model.races.size()) ++tally.ordered;
}

Tally compare_many(Flavour flavour, unsigned seeds) {
    unsigned seed = 0;
    if (const char* more = std::getenv("WORKBOOK_MODEL_SEEDS"))
        seeds += static_cast<unsigned>(std::atoi(more));
    if (const char* first = std::getenv("WORKBOOK_MODEL_FIRST"))
        seed = static_cast<unsigned>(std::atoi(first));
    Tally tally;
    for (; seed < seeds; ++seed) {
        const Kernel kernel = Author(seed, flavour).kernel();
        for (const ptx::Space space : {ptx::Space::global, ptx::Space::shared}) {
            INFO("seed " << seed << (space == ptx::Space::shared ? ", shared" : ", global"));
            compare(kernel, space, tally);
        }
    }
    return tally;
}

} // namespace

// That the right ones came, or nothing was tried, is asked of the tally.
TEST_CASE("random accesses: races as a model sees them; all is the same if told in short") {
    const Tally tally = compare_many(Flavour::plain, 100);
    CHECK(tally.racing > 50);
    CHECK(tally.clean > 10);
}

TEST_CASE("random accesses with fences, flags and named barriers") {
    const Tally tally = compare_many(Flavour::signals, 60);
    CHECK(tally.racing > 30);
    CHECK(tally.ordered > 5);
}

TEST_CASE("random accesses: volatile, narrow and wide ones, of some lanes, anywhere") {
    const Tally tally = compare_many(Flavour::rough, 60);
    CHECK(tally.racing > 30);
    CHECK(tally.clean > 5);
}

} // namespace vgpu::observe::test
