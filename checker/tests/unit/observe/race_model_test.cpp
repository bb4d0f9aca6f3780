// Random accesses of a few warps, checked by a model that is slow and plain: it remembers every
// access to every word. What repeats may be told in short; the reports must be the same.
#include "script.hpp"

#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <random>
#include <tuple>

namespace vgpu::observe::test {
namespace {

constexpr std::uint32_t blocks = 2, warps = 3, lines = 6;
constexpr std::uint64_t memory_bytes = 2048;

// What one source line does, wherever it does it: kernels are loops.
struct Line {
    bool writes = false;
    bool atomic = false;    // a relaxed one, which writes
    bool for_block = false; // its scope: the block, not the GPU
    int bytes = 4;
    std::uint32_t mask = everyone;
    std::array<std::uint64_t, 32> offsets{};
};

struct Step {
    enum class Kind { access, barrier, syncwarp } kind = Kind::access;
    std::uint32_t line = 0, warp = 0;
    std::uint64_t base = 0;
};

struct Kernel {
    std::array<Line, lines> code;
    std::array<std::vector<Step>, blocks> steps;
};

class Author {
  public:
    explicit Author(unsigned seed) : random_(seed) {}

    Kernel kernel() {
        Kernel kernel;
        for (Line& line : kernel.code) line = make_line();
        for (auto& steps : kernel.steps)
            for (int i = 0; i < 24; ++i) steps.push_back(make_step(kernel));
        return kernel;
    }

  private:
    std::uint64_t below(std::uint64_t end) { return random_() % end; }

    Line make_line() {
        Line line;
        line.writes = below(3) == 0;
        line.atomic = line.writes && below(2) == 0;
        line.for_block = line.atomic && below(3) == 0;
        line.bytes = below(4) == 0 ? 8 : 4;
        const auto bytes = static_cast<std::uint64_t>(line.bytes);
        const std::uint64_t shape = below(6), second_half = 64 * below(4);
        for (std::uint64_t lane = 0; lane < 32; ++lane) {
            const std::uint64_t in_half = lane % 16, half = lane / 16;
            const std::uint64_t offsets[] = {
                lane * bytes,                                  // a row
                lane * bytes,                                  // most are
                0,                                             // one place
                half * second_half + in_half * bytes,          // two rows
                half == 0 ? 0 : second_half + in_half * bytes, // a place and a row
                (31 - lane) * bytes,                           // backwards
            };
            line.offsets[lane] = offsets[shape];
        }
        if (below(5) == 0) line.mask = static_cast<std::uint32_t>(random_()) | 1;
        return line;
    }

    // Few places, so that accesses meet.
    Step make_step(const Kernel& kernel) {
        const std::uint64_t kind = below(10);
        Step step;
        step.warp = static_cast<std::uint32_t>(below(warps));
        if (kind == 0) step.kind = Step::Kind::barrier;
        if (kind == 1) step.kind = Step::Kind::syncwarp;
        step.line = static_cast<std::uint32_t>(below(lines));
        const auto bytes = static_cast<std::uint64_t>(kernel.code[step.line].bytes);
        step.base = 128 * below(6) + (below(4) == 0 ? bytes * below(16) : 0);
        return step;
    }

    std::mt19937 random_;
};

// Two accesses to one word are a race if they are of different threads, one of them writes, no
// barrier of the block and no synchronisation of the warp came between, and they are not two
// atomics each of which has the other in its scope.
class Model {
  public:
    void begin_block(std::uint64_t block) {
        block_ = block;
        if (forgets_) words_.clear(); // each block has its own
    }
    explicit Model(bool is_shared) : forgets_(is_shared) {}

    void barrier() { ++barriers_; }
    void syncwarp(std::uint32_t warp) { ++syncs_[warp]; }
    void access(const Line& line, const Step& step) {
        for (std::uint32_t lane = 0; lane < 32; ++lane) {
            if ((line.mask >> lane & 1) == 0) continue;
            for (int byte = 0; byte < line.bytes; byte += 4)
                touch(step.base + line.offsets[lane] + static_cast<std::uint64_t>(byte),
                      {block_, step.warp, lane, step.line, &line, barriers_, syncs_[step.warp]});
        }
    }

    std::vector<std::pair<std::uint32_t, std::uint32_t>> races; // of lines, the smaller one first

  private:
    struct Touch {
        std::uint64_t block;
        std::uint32_t warp, lane, line;
        const Line* does;
        int barriers, syncs;
    };
    static bool is_race(const Touch& a, const Touch& b) {
        const bool is_one_block = a.block == b.block;
        if (!a.does->writes && !b.does->writes) return false;
        if (a.does->atomic && b.does->atomic &&
            (is_one_block || (!a.does->for_block && !b.does->for_block)))
            return false;
        if (!is_one_block) return true;
        if (a.warp == b.warp && (a.lane == b.lane || a.syncs != b.syncs)) return false;
        return a.barriers == b.barriers;
    }
    void touch(std::uint64_t word, const Touch& now) {
        for (const Touch& before : words_[word])
            if (is_race(before, now))
                races.emplace_back(std::min(before.line, now.line),
                                   std::max(before.line, now.line));
        words_[word].push_back(now);
    }

    bool forgets_;
    std::uint64_t block_ = 0;
    int barriers_ = 0;
    std::array<int, warps> syncs_{};
    std::map<std::uint64_t, std::vector<Touch>> words_;
};

using Report = std::tuple<std::string, std::string, std::uint64_t>;

struct Outcome {
    std::vector<Report> reports;
    Counters counters;
};

Outcome observe(const Kernel& kernel, ptx::Space space, bool tells_patterns) {
    Script script;
    script.tells_patterns = tells_patterns;
    script.launch(blocks, 32 * warps, memory_bytes);
    const std::uint64_t start = space == ptx::Space::shared ? 0 : device_base;
    script.blocks(blocks, [&](std::uint64_t block) {
        for (const Step& step : kernel.steps[block]) {
            const Line& line = kernel.code[step.line];
            if (step.kind == Step::Kind::barrier) script.barrier(100, block);
            if (step.kind == Step::Kind::syncwarp) script.syncwarp(101, {block, step.warp});
            if (step.kind != Step::Kind::access) continue;
            script.access(
                step.line + 1, {block, step.warp, line.mask},
                [&](std::uint32_t lane) { return start + step.base + line.offsets[lane]; },
                {.action = line.atomic   ? isa::MemoryAction::atomic
                           : line.writes ? isa::MemoryAction::store
                                         : isa::MemoryAction::load,
                 .space = space,
                 .width = line.bytes,
                 .ordering = line.atomic ? isa::Ordering::relaxed : isa::Ordering::weak,
                 .scope = line.for_block ? isa::Scope::cta : isa::Scope::gpu});
        }
    });
    script.end();
    Outcome outcome;
    outcome.counters = script.traffic().total;
    for (const exec::Fault& fault : script.sink.faults)
        outcome.reports.emplace_back(fault.message, fault.detail, fault.count);
    std::ranges::sort(outcome.reports);
    return outcome;
}

std::vector<std::pair<std::uint32_t, std::uint32_t>> expected_races(const Kernel& kernel,
                                                                    ptx::Space space) {
    Model model(space == ptx::Space::shared);
    for (std::uint32_t block = 0; block < blocks; ++block) {
        model.begin_block(block);
        for (const Step& step : kernel.steps[block]) {
            if (step.kind == Step::Kind::barrier) model.barrier();
            if (step.kind == Step::Kind::syncwarp) model.syncwarp(step.warp);
            if (step.kind == Step::Kind::access) model.access(kernel.code[step.line], step);
        }
    }
    std::ranges::sort(model.races);
    model.races.erase(std::unique(model.races.begin(), model.races.end()), model.races.end());
    return model.races;
}

bool is_race_of(const Report& report, const std::pair<std::uint32_t, std::uint32_t>& pair) {
    const std::string a = "kernel.cu:" + std::to_string(pair.first + 1),
                      b = "kernel.cu:" + std::to_string(pair.second + 1);
    const std::string& message = std::get<0>(report);
    return (message.find(a + " and") != std::string::npos && message.ends_with(b)) ||
           (message.find(b + " and") != std::string::npos && message.ends_with(a));
}

} // namespace

TEST_CASE("random accesses: races as a model sees them; all is the same if told in short") {
    int racing = 0, clean = 0;
    for (unsigned seed = 0; seed < 150; ++seed) {
        const Kernel kernel = Author(seed).kernel();
        for (const ptx::Space space : {ptx::Space::global, ptx::Space::shared}) {
            INFO("seed " << seed << (space == ptx::Space::shared ? ", shared" : ", global"));
            const Outcome in_full = observe(kernel, space, false);
            const Outcome in_short = observe(kernel, space, true);
            CHECK(in_short.reports == in_full.reports);
            CHECK((in_short.counters == in_full.counters));
            const auto races = expected_races(kernel, space);
            const auto is_known = [&](const Report& report) {
                return std::ranges::any_of(
                    races, [&](const auto& pair) { return is_race_of(report, pair); });
            };
            int found = 0;
            for (const Report& report : in_full.reports) {
                if (std::get<0>(report).find("Race") == std::string::npos) continue;
                ++found;
                INFO(std::get<0>(report) << "\n" << std::get<1>(report));
                CHECK(is_known(report));
            }
            CHECK((found > 0) == !races.empty());
            ++(races.empty() ? clean : racing);
        }
    }
    // Both must come, or nothing was tried.
    CHECK(racing > 50);
    CHECK(clean > 20);
}

TEST_CASE("what a block reads after its barrier does not hide its atomics from other blocks") {
    using Address = std::uint64_t (*)(std::uint32_t);
    constexpr Address row = [](std::uint32_t lane) { return device_base + 4 * lane; };
    constexpr Address scattered = [](std::uint32_t lane) {
        return device_base + 4 * (lane * 5 % 32);
    };
    for (const Address address : {row, scattered}) {
        Script script;
        script.launch(2, 64, 2048);
        script.blocks(2, [&](std::uint64_t block) {
            if (block == 1) return script.load(4, {1, 0, everyone}, row);
            script.atomic(1, {0, 0, everyone}, row);
            script.barrier(2, 0);
            script.load(3, {0, 1, everyone}, address);
        });
        script.end();
        CHECK(script.sink.faults.size() == 1);
    }
}

} // namespace vgpu::observe::test
