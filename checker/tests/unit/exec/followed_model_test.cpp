// Random kernels with unwritten values, compared with a model that goes through them lane by lane.
#include "unwritten_locals.hpp"

#include <fmt/format.h>

#include <array>
#include <cstdlib>
#include <random>

using namespace vgpu::exec;
using namespace vgpu::exec::test;

namespace {

// One lane: what is in its registers, and what of it is unwritten. Once an unwritten value has
// decided something nothing more is known of the lane.
struct Lane {
    std::array<std::uint32_t, 6> values{};
    std::array<bool, 6> unwritten{};
    std::array<bool, 5> predicates{}, open{}; // open: unwritten
    bool is_used = false;
    bool skips = false; // it has taken the branch
};

class Author {
  public:
    explicit Author(std::uint32_t seed) : random_(seed) {
        for (std::uint32_t l = 0; l < 32; ++l) {
            for (std::uint32_t r = 0; r < 6; ++r) lanes_[l].values[r] = l * (r + 3) % 17;
            for (std::uint32_t p = 0; p < 5; ++p) lanes_[l].predicates[p] = (l >> p & 1) != 0;
        }
        body_ = ".local .align 8 .b8 stack[64]; mov.u64 %rd2, stack;\n";
        for (int r = 0; r < 6; ++r)
            body_ += fmt::format("mul.lo.u32 %r{0}, %r0, {1}; rem.u32 %r{0}, %r{0}, 17;\n", r + 1,
                                 r + 3);
        for (int p = 0; p < 5; ++p)
            body_ += fmt::format("and.b32 %r20, %r0, {}; setp.ne.u32 %p{}, %r20, 0;\n", 1 << p, p);
        for (int step = 0; step < 30; ++step) add_step();
        body_ += "$L: st.global.u32 [%rd1], %r1;\n";
        for (Lane& lane : lanes_) lane.skips = false;
        for (Lane& lane : lanes_) lane.is_used |= lane.unwritten[0];
    }
    const std::string& body() const { return body_; }
    std::uint32_t used() const {
        std::uint32_t used = 0;
        for (std::size_t l = 0; l < 32; ++l) used |= std::uint32_t{lanes_[l].is_used} << l;
        return used;
    }

  private:
    std::size_t below(std::size_t n) { return random_() % n; }

    template <class Change>
    void add(const std::string& text, Change change) {
        if (below(4) != 0) {
            body_ += text + "\n";
            return each([&](Lane& lane) { change(lane); });
        }
        const std::size_t guard = below(5);
        const bool negated = below(2) != 0;
        body_ += fmt::format("@{}%p{} {}\n", negated ? "!" : "", guard, text);
        each([&](Lane& lane) {
            lane.is_used |= lane.open[guard];
            if (!lane.is_used && lane.predicates[guard] != negated) change(lane);
        });
    }
    template <class Visit>
    void each(Visit visit) {
        for (Lane& lane : lanes_)
            if (!lane.is_used && !lane.skips) visit(lane);
    }
    static void set(Lane& lane, std::size_t reg, std::uint32_t value, bool unwritten) {
        lane.values[reg] = value;
        lane.unwritten[reg] = unwritten;
    }
    static void set_predicate(Lane& lane, std::size_t p, bool value, bool open) {
        lane.predicates[p] = value;
        lane.open[p] = open;
    }

    void add_step() {
        const std::size_t a = below(6), b = below(6), c = below(6);
        const std::size_t p = below(5), q = below(5), s = below(5);
        const bool negated = below(2) != 0;
        const std::string n = negated ? "!" : "";
        switch (below(11)) {
        case 0:
        case 1:
            return add(fmt::format("ld.local.u32 %r{}, [%rd2+{}];", a + 1, 4 * b),
                       [=](Lane& lane) { set(lane, a, 0, true); });
        case 2:
            return add(fmt::format("add.u32 %r{}, %r{}, %r{};", a + 1, b + 1, c + 1),
                       [=](Lane& lane) {
                           set(lane, a, lane.values[b] + lane.values[c],
                               lane.unwritten[b] || lane.unwritten[c]);
                       });
        case 3:
            return add(fmt::format("mov.u32 %r{}, %r{};", a + 1, b + 1),
                       [=](Lane& lane) { set(lane, a, lane.values[b], lane.unwritten[b]); });
        case 4:
            return add(fmt::format("mov.u32 %r{}, {};", a + 1, c),
                       [=](Lane& lane) { set(lane, a, static_cast<std::uint32_t>(c), false); });
        case 5:
            return add(fmt::format("selp.b32 %r{}, %r{}, %r{}, %p{};", a + 1, b + 1, c + 1, p),
                       [=](Lane& lane) {
                           const std::size_t chosen = lane.predicates[p] ? b : c;
                           set(lane, a, lane.values[chosen],
                               lane.open[p] || lane.unwritten[chosen]);
                       });
        case 6:
            return add(fmt::format("setp.lt.u32 %p{}, %r{}, %r{};", p, b + 1, c + 1),
                       [=](Lane& lane) {
                           set_predicate(lane, p, lane.values[b] < lane.values[c],
                                         lane.unwritten[b] || lane.unwritten[c]);
                       });
        case 7: {
            const bool is_and = below(2) != 0;
            return add(fmt::format("{}.pred %p{}, %p{}, %p{};", is_and ? "and" : "or", p, q, s),
                       [=](Lane& lane) { combine(lane, p, is_and, q, s); });
        }
        case 8: {
            const bool is_and = below(2) != 0;
            return add(fmt::format("setp.lt.{}.u32 %p{}, %r{}, %r{}, {}%p{};",
                                   is_and ? "and" : "or", p, b + 1, c + 1, n, q),
                       [=](Lane& lane) {
                           const bool other = lane.predicates[q] != negated,
                                      less = lane.values[b] < lane.values[c];
                           const bool matters = other == is_and;
                           set_predicate(lane, p, is_and ? less && other : less || other,
                                         lane.open[q] ||
                                             (matters && (lane.unwritten[b] || lane.unwritten[c])));
                       });
        }
        case 9:
            return below(3) != 0 ? add_branch(p, n, negated)
                                 : add(fmt::format("st.shared.u32 [%r31], %r{};", a + 1),
                                       [=](Lane& lane) { lane.is_used |= lane.unwritten[a]; });
        default:
            return add(fmt::format("not.pred %p{}, %p{};", p, q), [=](Lane& lane) {
                set_predicate(lane, p, !lane.predicates[q], lane.open[q]);
            });
        }
    }
    static void combine(Lane& lane, std::size_t into, bool is_and, std::size_t q, std::size_t s) {
        // An operand that is known decides alone if it is false (and) or true (or).
        const bool decided = (!lane.open[q] && lane.predicates[q] != is_and) ||
                             (!lane.open[s] && lane.predicates[s] != is_and);
        const bool value = is_and ? lane.predicates[q] && lane.predicates[s]
                                  : lane.predicates[q] || lane.predicates[s];
        set_predicate(lane, into, decided ? !is_and : value,
                      !decided && (lane.open[q] || lane.open[s]));
    }
    // To the end, or around the next few steps.
    void add_branch(std::size_t p, const std::string& n, bool negated) {
        const bool ends = below(4) == 0;
        const std::array<Lane, 32> before = lanes_;
        const std::string label = ends ? "$L" : fmt::format("$A{}", labels_++);
        body_ += fmt::format("@{}%p{} bra {};\n", n, p, label);
        each([&](Lane& lane) {
            lane.is_used |= lane.open[p];
            lane.skips = !lane.is_used && lane.predicates[p] != negated;
        });
        if (ends) return;
        for (int step = 0; step < 3; ++step) add_straight_step();
        body_ += label + ":\n";
        for (std::size_t l = 0; l < 32; ++l) lanes_[l].skips = before[l].skips;
    }
    void add_straight_step() {
        const std::size_t a = below(6), b = below(6), c = below(6);
        add(fmt::format("mul.lo.u32 %r{}, %r{}, %r{};", a + 1, b + 1, c + 1), [=](Lane& lane) {
            set(lane, a, lane.values[b] * lane.values[c], lane.unwritten[b] || lane.unwritten[c]);
        });
    }

    std::mt19937 random_;
    std::array<Lane, 32> lanes_;
    std::string body_;
    int labels_ = 0;
};

} // namespace

TEST_CASE("random kernels use the unwritten values that a model says they use") {
    std::uint32_t seeds = 300;
    if (const char* more = std::getenv("WORKBOOK_MODEL_SEEDS"))
        seeds += static_cast<std::uint32_t>(std::atoi(more));
    int with_some = 0, with_all = 0;
    for (std::uint32_t seed = 0; seed < seeds; ++seed) {
        const Author author(seed);
        BodyTest test(author.body());
        const auto unwritten = std::make_shared<Unwritten>();
        test.device()->add_observer(unwritten);
        INFO("seed " << seed << "\n" << author.body());
        REQUIRE_FALSE(test.run().fault);
        CHECK(unwritten->used == author.used());
        ++(author.used() == 0xffffffff ? with_all : with_some);
    }
    CHECK(with_some > with_all / 4); // it is a test of what is dropped, too
}
