// Random kernels for race_model_test.cpp: a few warps, few places, so that accesses meet.
#pragma once

#include "script.hpp"

#include <algorithm>
#include <random>

namespace vgpu::observe::test {

inline constexpr std::uint32_t model_blocks = 2, model_warps = 3, model_lines = 6;
inline constexpr std::uint64_t model_bytes = 2048;
inline constexpr std::uint64_t first_flag = 1536; // beyond what other lines reach

// What one source line does, wherever it does it: kernels are loops. How its addresses lie to each
// other may change from step to step, as in a sort whose stride grows.
struct Line {
    isa::MemoryAction action = isa::MemoryAction::load;
    isa::Ordering ordering = isa::Ordering::weak;
    isa::Scope scope = isa::Scope::gpu;
    int bytes = 4;
    std::uint32_t mask = everyone;
    std::array<std::array<std::uint64_t, 32>, 2> offsets{}; // by Step::form

    bool reads() const { return action != isa::MemoryAction::store; }
    bool writes() const { return action != isa::MemoryAction::load; }
    bool is_strong() const { return ordering != isa::Ordering::weak; }
    bool is_volatile() const { return ordering == isa::Ordering::volatile_; }
    bool is_atomic() const { return action == isa::MemoryAction::atomic; }
    bool for_block() const { return scope == isa::Scope::cta; }
    bool releases() const {
        return ordering == isa::Ordering::release || ordering == isa::Ordering::acquire_release;
    }
};

struct Step {
    enum class Kind { access, barrier, syncwarp, fence, named_barrier, arrive };
    Kind kind = Kind::access;
    std::uint32_t block = 0, line = 0, warp = 0;
    std::uint64_t base = 0;
    std::uint32_t form = 0;               // of an access: which of its line's offsets
    isa::Scope scope = isa::Scope::gpu;   // of a fence
    std::uint32_t mask = everyone;        // of a syncwarp
    std::uint32_t number = 0;             // of a named barrier
    std::uint32_t waits = 0, arrives = 0; // the warps that wait there; that arrived before
};

// plain: whole warps, rows and single places, ordered by barriers. signals: also fences, flags and
// named barriers. rough: also volatile accesses, 1 to 16 bytes wide, of some lanes, anywhere, and
// meetings of a part of a warp.
enum class Flavour { plain, signals, rough };

struct Kernel {
    std::vector<Line> code;
    std::vector<Step> steps; // of all blocks, in the order in which they come
    Flavour flavour = Flavour::plain;
    bool has_signals() const { return flavour != Flavour::plain; } // and so need not race for all
    bool has_bytes() const {
        return std::ranges::any_of(code, [](const Line& line) { return line.bytes < 4; });
    }
};

class Author {
  public:
    Author(unsigned seed, Flavour flavour) : random_(seed), flavour_(flavour) {}

    // Blocks one after the other or, with signals, also side by side.
    Kernel kernel() {
        Kernel kernel;
        kernel.flavour = flavour_;
        const bool has_signals = kernel.has_signals();
        for (std::uint32_t i = 0; i < model_lines; ++i)
            kernel.code.push_back(is_rough() && below(3) != 0 ? make_rough_line() : make_line());
        if (has_signals)
            for (int i = 0; i < 4; ++i) kernel.code.push_back(make_flag());
        const bool side_by_side = has_signals && below(3) != 0;
        const bool is_quiet = has_signals && below(2) == 0;
        const std::uint64_t steps = is_quiet ? 2 + below(4) : 8 << below(3);
        for (std::uint64_t i = 0; i < steps * model_blocks; ++i) {
            const std::uint64_t block = side_by_side ? below(model_blocks) : i / steps;
            if (is_quiet && below(2) == 0)
                hand_over(kernel, block, side_by_side ? below(model_blocks) : block);
            else
                kernel.steps.push_back(make_step(kernel, block));
        }
        return kernel;
    }

  private:
    std::uint64_t below(std::uint64_t end) { return random_() % end; }

    bool is_rough() const { return flavour_ == Flavour::rough; }

    Line make_rough_line() {
        Line line;
        if (below(2) == 0) line.action = isa::MemoryAction::store;
        if (below(3) != 0) line.ordering = isa::Ordering::volatile_;
        line.bytes = 1 << below(5);
        if (line.bytes < 4 && below(3) != 0) line.bytes = 4; // else most pages have byte cells
        const auto bytes = static_cast<std::uint64_t>(line.bytes);
        for (auto& form : line.offsets) {
            form = make_offsets(bytes);
            const std::uint64_t kind = below(4), step = 1 + below(3), places = 8 + below(25);
            for (std::uint64_t lane = 0; lane < 32 && kind != 0; ++lane)
                form[lane] = bytes * (kind == 1 ? lane * step / 2 : below(places));
        }
        if (below(2) == 0) line.mask = static_cast<std::uint32_t>(random_()) | 1;
        if (below(6) == 0) line.mask = 1u << below(32);
        return line;
    }

    Line make_line() {
        Line line;
        if (below(3) == 0) line.action = isa::MemoryAction::store;
        if (line.writes() && below(2) == 0) {
            line.action = isa::MemoryAction::atomic;
            line.ordering = isa::Ordering::relaxed;
            if (below(3) == 0) line.scope = isa::Scope::cta;
        }
        line.bytes = below(4) == 0 ? 8 : 4;
        for (auto& form : line.offsets) form = make_offsets(static_cast<std::uint64_t>(line.bytes));
        if (below(5) == 0) line.mask = static_cast<std::uint32_t>(random_()) | 1;
        return line;
    }

    std::array<std::uint64_t, 32> make_offsets(std::uint64_t bytes) {
        std::array<std::uint64_t, 32> made{};
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
            made[lane] = offsets[shape];
        }
        return made;
    }

    // A flag that is set, read or added to, by one lane or by all.
    Line make_flag() {
        using isa::MemoryAction, isa::Ordering;
        constexpr MemoryAction actions[] = {MemoryAction::store, MemoryAction::load,
                                            MemoryAction::atomic};
        constexpr isa::Scope scopes[] = {isa::Scope::cta, isa::Scope::gpu, isa::Scope::system};
        Line line;
        line.action = actions[below(3)];
        line.scope = scopes[below(3)];
        line.ordering = Ordering::relaxed;
        if (below(3) == 0)
            line.ordering = line.is_atomic() ? Ordering::acquire_release
                            : line.writes()  ? Ordering::release
                                             : Ordering::acquire;
        if (below(4) != 0) line.mask = 1u << below(32);
        for (auto& form : line.offsets) form.fill(first_flag);
        return line;
    }

    Step step_of(Step::Kind kind, std::uint64_t block, std::uint32_t warp) {
        Step step;
        step.kind = kind;
        step.block = static_cast<std::uint32_t>(block);
        step.warp = warp;
        return step;
    }
    std::uint32_t some_warp() { return static_cast<std::uint32_t>(below(model_warps)); }

    // As programs do it, now and then with a step left out: data, fence, flag; flag, data. Within
    // the block a barrier may pass the data on before the fence, or the flag's news after.
    void hand_over(Kernel& kernel, std::uint64_t from, std::uint64_t into) {
        using Kind = Step::Kind;
        const auto add = [&](Step step, std::uint64_t one_in) {
            if (one_in == 0 || below(one_in) != 0) kernel.steps.push_back(step);
        };
        Step data = make_step(kernel, from), flag = step_of(Kind::access, from, some_warp());
        data.kind = Kind::access;
        const auto take_some_line = [&] { // whose accesses are aligned to their size
            data.line = static_cast<std::uint32_t>(below(model_lines));
            data.base -= data.base % static_cast<std::uint64_t>(kernel.code[data.line].bytes);
        };
        take_some_line();
        add(data, 0);
        pass_on(kernel, from, data.warp, flag.warp);
        Step fence = step_of(Kind::fence, from, flag.warp);
        fence.scope = below(4) == 0 ? isa::Scope::cta : isa::Scope::gpu;
        add(fence, 6);
        flag.line = static_cast<std::uint32_t>(model_lines + below(4));
        flag.base = 4 * below(2);
        add(flag, 8);
        flag.block = static_cast<std::uint32_t>(into);
        flag.warp = some_warp();
        flag.line = static_cast<std::uint32_t>(model_lines + below(4));
        add(flag, 8);
        data.block = flag.block;
        data.warp = some_warp();
        take_some_line();
        pass_on(kernel, into, flag.warp, data.warp);
        add(data, 0);
    }
    // What a warp knows, to another one.
    void pass_on(Kernel& kernel, std::uint64_t block, std::uint32_t from, std::uint32_t into) {
        if (from == into) {
            if (below(6) != 0) kernel.steps.push_back(step_of(Step::Kind::syncwarp, block, from));
            return;
        }
        const auto number = static_cast<std::uint32_t>(1 + below(2));
        if (below(4) == 0 || arrived_[block][number] != 0)
            return kernel.steps.push_back(step_of(Step::Kind::barrier, block, from));
        Step meets = step_of(Step::Kind::named_barrier, block, into);
        meets.number = number;
        meets.waits = 1u << into | 1u << from;
        if (below(2) == 0) {
            kernel.steps.push_back(step_of(Step::Kind::arrive, block, from));
            kernel.steps.back().number = number;
            meets.waits = 1u << into;
            meets.arrives = 1u << from;
        }
        kernel.steps.push_back(meets);
    }

    Step make_step(const Kernel& kernel, std::uint64_t block) {
        const std::uint64_t kind = below(flavour_ != Flavour::plain ? 17 : 10);
        Step step = step_of(Step::Kind::access, block, some_warp());
        if (kind == 0) step.kind = Step::Kind::barrier;
        if (kind == 1 || (is_rough() && kind < 4)) step.kind = Step::Kind::syncwarp;
        if (is_rough() && step.kind == Step::Kind::syncwarp && below(4) == 0)
            step.mask = static_cast<std::uint32_t>(random_()) | 1;
        step.line = static_cast<std::uint32_t>(below(model_lines));
        if (kind >= 10 && kind < 13) signal(step);
        if (kind >= 13) {
            step.line = static_cast<std::uint32_t>(model_lines + below(4));
            step.base = 4 * below(2);
            return step;
        }
        const auto bytes = static_cast<std::uint64_t>(kernel.code[step.line].bytes);
        step.base = 128 * below(6) + (below(4) == 0 ? bytes * below(16) : 0);
        step.form = below(4) == 0 ? 1 : 0;
        return step;
    }

    void signal(Step& step) {
        constexpr isa::Scope scopes[] = {isa::Scope::cta, isa::Scope::gpu, isa::Scope::system};
        const std::uint64_t kind = below(5);
        step.number = static_cast<std::uint32_t>(1 + below(2));
        std::uint32_t& arrived = arrived_[step.block][step.number];
        const std::uint32_t waits =
            static_cast<std::uint32_t>(1 + below((1u << model_warps) - 1)) & ~arrived;
        if (kind < 3) {
            step.kind = Step::Kind::fence;
            step.scope = scopes[below(3)];
        } else if (kind == 3 && (arrived >> step.warp & 1) == 0) {
            step.kind = Step::Kind::arrive;
            arrived |= 1u << step.warp;
        } else if (waits != 0) {
            step.kind = Step::Kind::named_barrier;
            step.waits = waits;
            step.arrives = std::exchange(arrived, 0);
        }
    }

    std::mt19937 random_;
    Flavour flavour_;
    std::array<std::array<std::uint32_t, 3>, model_blocks> arrived_{}; // by block and number
};

} // namespace vgpu::observe::test
