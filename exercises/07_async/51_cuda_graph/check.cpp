// Checks of lesson 51. The reference makes the steps one after the other on the host. How often
// which function of CUDA was called, and which kernels ran, decides what was captured.
#include "cuda_graph.hpp"

#include "harness/harness.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

using namespace workbook;

WORKBOOK_PROMISE(uses_gpu, run_capture, run_replay, run_chains, run_broken)
WORKBOOK_PROMISE(reports_errors, run_capture, run_replay, run_chains, run_broken)

namespace {

using Numbers = std::vector<std::uint32_t>;

std::uint32_t mixed(std::uint32_t value, int rounds) {
    for (int round = 0; round < rounds; ++round) {
        value = value * 1664525u + 1013904223u;
        value ^= value >> 13;
    }
    return value;
}

struct State {
    Numbers x{}, v{}, heat{}, force{};

    std::size_t n() const { return x.size(); }
    void prepare() {
        for (std::uint32_t& one : x) ++one;
    }
    void step(int rounds) {
        for (std::size_t i = 0; i < n(); ++i)
            force[i] = x[i == 0 ? n() - 1 : i - 1] + x[i + 1 == n() ? 0 : i + 1] - 2 * x[i];
        for (std::size_t i = 0; i < n(); ++i) v[i] = mixed(v[i] + force[i], rounds);
        for (std::size_t i = 0; i < n(); ++i) heat[i] = mixed(heat[i] ^ force[i], rounds);
        for (std::size_t i = 0; i < n(); ++i) x[i] += v[i] - (heat[i] >> 4);
    }
    Numbers last() const {
        Numbers sums(n());
        for (std::size_t i = 0; i < n(); ++i) sums[i] = x[i] + v[i] + heat[i];
        return sums;
    }
    bool operator==(const State&) const = default;
};

// Chain c of all arrays.
State chain_of(const State& all, std::size_t c, std::size_t n) {
    const auto piece = [&](const Numbers& of) {
        const auto first = of.begin() + static_cast<std::ptrdiff_t>(c * n);
        return Numbers(first, first + static_cast<std::ptrdiff_t>(n));
    };
    return {piece(all.x), piece(all.v), piece(all.heat), piece(all.force)};
}

// One mass beside its place, at rest and cold: what is wrong can be followed by hand.
State one_moved(std::size_t n) {
    State state{Numbers(n), Numbers(n), Numbers(n), Numbers(n, 7)};
    state.x[n / 2] = 0xffff;
    return state;
}

State any_state(std::size_t n) {
    const auto numbers = [&] { return random_integers<std::uint32_t>(n, 0, 0xffffffff); };
    State state;
    for (Numbers* array : {&state.x, &state.v, &state.heat, &state.force}) *array = numbers();
    return state;
}

// How many steps lead from `begin` to what is there now; -1: no number up to `most`.
int steps_between(State begin, const State& now, int rounds, int most) {
    for (int steps = 0; steps <= most; ++steps, begin.step(rounds))
        if (begin.x == now.x && begin.v == now.v && begin.heat == now.heat) return steps;
    return -1;
}

// Outputs 0 to 3 are the arrays of all chains. A wrong number of steps is said as such.
class After final : public RunMatcher {
  public:
    After(State prepared, std::size_t n, int rounds, std::vector<int> steps)
        : prepared_(std::move(prepared)), n_(n), rounds_(rounds), steps_(std::move(steps)) {}
    bool match(const Run& run) const override {
        const State now{run.output<std::uint32_t>(0), run.output<std::uint32_t>(1),
                        run.output<std::uint32_t>(2), run.output<std::uint32_t>(3)};
        int asked = 0;
        for (const int steps : steps_) asked += steps;
        std::string text;
        for (std::size_t c = 0; c < steps_.size(); ++c) {
            const int made = steps_between(chain_of(prepared_, c, n_), chain_of(now, c, n_),
                                           rounds_, 2 * asked + 2);
            if (made < 0 || made == steps_[c]) continue;
            text +=
                fmt::format("{}{} is as after {} step{}; {} {} asked for", text.empty() ? "" : "\n",
                            steps_.size() == 1 ? "the chain" : fmt::format("chain {}", c), made,
                            made == 1 ? "" : "s", steps_[c], steps_[c] == 1 ? "is" : "are");
        }
        return text.empty() || fails(Verdict::wrong_answer, text);
    }

  private:
    State prepared_;
    std::size_t n_;
    int rounds_;
    std::vector<int> steps_;
};

std::uint64_t calls(const Run& run, std::string_view api) {
    std::uint64_t count = 0; // of all its forms: cudaGraphInstantiateWithFlags, ...
    for (const auto& [name, times] : run.trace().calls)
        if (name.starts_with(api)) count += times;
    return count;
}

std::string steps_of(int steps) { return steps == 1 ? "1 step" : fmt::format("{} steps", steps); }

std::string often(std::uint64_t count) {
    return count == 1 ? "once" : count == 2 ? "twice" : fmt::format("{} times", count);
}

// The calls of CUDA that make the work, given.cu's among them.
struct Wanted {
    std::uint64_t instantiations = 1, graph_launches = 0;
    std::uint64_t most_launches = 0; // of kernels, captured or not
    std::string_view kernels_why = "";
};

class MadeBy final : public RunMatcher {
  public:
    explicit MadeBy(Wanted wanted) : wanted_(wanted) {}
    bool match(const Run& run) const override {
        if (!run.record().trace.is_virtual) return true;
        const std::uint64_t made = calls(run, "cudaGraphInstantiate"),
                            launched = calls(run, "cudaGraphLaunch"),
                            kernels = calls(run, "cudaLaunchKernel");
        if (made != wanted_.instantiations)
            return fails(Verdict::requirement,
                         fmt::format("a graph was instantiated {}; once is asked for: it costs "
                                     "more than the launches that it is to save",
                                     made == 0 ? "never" : often(made)));
        if (launched != wanted_.graph_launches)
            return fails(Verdict::requirement,
                         fmt::format("a graph was launched {}; {} is asked for",
                                     launched == 0 ? "never" : often(launched),
                                     often(wanted_.graph_launches)));
        if (kernels > wanted_.most_launches)
            return fails(Verdict::requirement,
                         fmt::format("kernels were launched {} besides those of given.cu; {} is "
                                     "enough: {}",
                                     often(kernels - given_launches),
                                     wanted_.most_launches == given_launches
                                         ? "never"
                                         : often(wanted_.most_launches - given_launches),
                                     wanted_.kernels_why));
        return true;
    }

    static constexpr std::uint64_t given_launches = 2; // of prepare_kernel and last_kernel

  private:
    Wanted wanted_;
};

// Each part ran once in each step, in a graph or not.
class EachPart final : public RunMatcher {
  public:
    explicit EachPart(int steps) : steps_(steps) {}
    bool match(const Run& run) const override {
        // CUPTI's trace has a captured kernel once, however often its graph is launched.
        if (!run.record().inventory_known || !Session::current().options().device.is_virtual)
            return true;
        for (const std::string part : {"forces", "kick", "warm", "move"}) {
            const auto count = std::ranges::count_if(run.launches(), [&](const Launch& launch) {
                return launch.error == 0 && launch.kernel.find(part + "_kernel") == 0;
            });
            if (count == steps_) continue;
            return fails(Verdict::requirement,
                         fmt::format("`{}` ran {}, in {} step{}", part,
                                     count == 0 ? "never" : often(static_cast<unsigned>(count)),
                                     steps_, steps_ == 1 ? "" : "s"));
        }
        return true;
    }

  private:
    std::ptrdiff_t steps_;
};

// given.cu waits once, at the end.
class HostGoesOn final : public RunMatcher {
  public:
    bool match(const Run& run) const override {
        if (run.waits().size() <= 1) return true;
        const Wait& first = run.waits().front();
        return fails(Verdict::requirement,
                     fmt::format("the host waited ({}{}{}): it is to submit the work and go on",
                                 first.api, first.place.empty() ? "" : ", ", first.place));
    }
};

// What run_capture() says of the graph: its nodes, how many are kernels, and which streams are
// still being captured.
class FourPerStep final : public RunMatcher {
  public:
    explicit FourPerStep(int steps) : steps_(steps) {}
    bool match(const Run& run) const override {
        const auto made = run.output<int>(9);
        const auto wrong = [this](const std::string& text) {
            return fails(Verdict::requirement, text);
        };
        if (made[2] != 0)
            return wrong("`main` is still being captured after capture_steps(): what it gets from "
                         "now on does not run");
        if (made[0] < 0)
            return wrong("capture_steps() gave no graph: cudaStreamEndCapture makes it, of what "
                         "the streams got since cudaStreamBeginCapture");
        if (made[0] == 0)
            return wrong("the graph of capture_steps() has no nodes: what is launched between the "
                         "begin and the end of a capture becomes one");
        const std::string asked = fmt::format(
            "the graph has {} kernel{}; {} step{} {}: forces, kick, warm, move", made[1],
            made[1] == 1 ? "" : "s", steps_, steps_ == 1 ? " has" : "s have", 4 * steps_);
        if (made[1] < 4 * steps_)
            return wrong(asked + ". What was launched outside of the capture ran at once and once");
        if (made[1] > 4 * steps_) return wrong(asked);
        if (made[3] != 0) return wrong("`side` is still being captured after capture_steps()");
        return true;
    }

  private:
    int steps_;
};

Run check_capture(const State& begin, int rounds, int steps, int times,
                  std::uint64_t schedule = 0) {
    const std::size_t n = begin.n();
    INFO("run_capture: n = " << n << ", a graph of " << steps_of(steps) << ", launched "
                             << often(times));
    Run run =
        WORKBOOK_RUN_SCHEDULED(schedule, run_capture, device_inout(begin.x), device_inout(begin.v),
                               device_inout(begin.heat), device_inout(begin.force), n, rounds,
                               steps, times, device_out<std::uint32_t>(n), out<int>(4));
    REQUIRE_THAT(run, completed());
    REQUIRE_THAT(run, FourPerStep(steps));
    CHECK_THAT(run, EachPart(steps * times));
    State state = begin;
    state.prepare();
    REQUIRE_THAT(run, After(state, n, rounds, {steps * times}));
    for (int s = 0; s < steps * times; ++s) state.step(rounds);
    REQUIRE_THAT(run, output_equals(0, state.x) && output_equals(1, state.v) &&
                          output_equals(2, state.heat) && output_equals(3, state.force) &&
                          output_equals(8, state.last()));
    CHECK_THAT(run, HostGoesOn());
    CHECK_THAT(run, MadeBy({.graph_launches = static_cast<std::uint64_t>(times),
                            .most_launches =
                                static_cast<std::uint64_t>(4 * steps) + MadeBy::given_launches,
                            .kernels_why = "each part of a step is captured once"}));
    return run;
}

Run check_replay(const State& begin, int rounds, int steps, int times, std::uint64_t schedule = 0) {
    const std::size_t n = begin.n();
    INFO("run_replay: n = " << n << ", a graph of " << steps_of(steps) << ", to be launched "
                            << often(times));
    Run run =
        WORKBOOK_RUN_SCHEDULED(schedule, run_replay, device_inout(begin.x), device_inout(begin.v),
                               device_inout(begin.heat), device_inout(begin.force), n, rounds,
                               steps, times, device_out<std::uint32_t>(n));
    REQUIRE_THAT(run, completed());
    State state = begin;
    state.prepare();
    REQUIRE_THAT(run, After(state, n, rounds, {steps * times}));
    for (int s = 0; s < steps * times; ++s) state.step(rounds);
    REQUIRE_THAT(run, output_equals(0, state.x) && output_equals(1, state.v) &&
                          output_equals(2, state.heat) && output_equals(8, state.last()));
    CHECK_THAT(run, EachPart(steps * times));
    CHECK_THAT(run, HostGoesOn());
    CHECK_THAT(run, MadeBy({.graph_launches = static_cast<std::uint64_t>(times),
                            .most_launches = MadeBy::given_launches,
                            .kernels_why = "the graph has them"}));
    return run;
}

Run check_chains(const State& all, std::size_t n, int rounds, const std::vector<int>& which,
                 int steps, int times, std::uint64_t schedule = 0) {
    const std::size_t chains = all.n() / n;
    std::string order;
    for (const int c : which) order += fmt::format("{}{}", order.empty() ? "" : ", ", c);
    INFO("run_chains: n = " << n << ", a graph of " << steps_of(steps) << ", to be launched "
                            << often(times) << " for each of these chains: " << order);
    Run run = WORKBOOK_RUN_SCHEDULED(schedule, run_chains, device_inout(all.x), device_inout(all.v),
                                     device_inout(all.heat), device_inout(all.force), n, rounds,
                                     static_cast<int>(chains), static_cast<int>(which.size()),
                                     in(which), steps, times, device_out<std::uint32_t>(n));
    REQUIRE_THAT(run, completed());
    State prepared = all;
    prepared.prepare();
    std::vector<int> asked(chains);
    for (const int c : which) asked[c] += steps * times;
    REQUIRE_THAT(run, After(prepared, n, rounds, asked));
    State expected, last;
    for (std::size_t c = 0; c < chains; ++c) {
        State chain = chain_of(prepared, c, n);
        for (int s = 0; s < asked[c]; ++s) chain.step(rounds);
        for (const auto array : {&State::x, &State::v, &State::heat})
            (expected.*array)
                .insert((expected.*array).end(), (chain.*array).begin(), (chain.*array).end());
        if (static_cast<int>(c) == which.back()) last = chain;
    }
    REQUIRE_THAT(
        run, outputs_shaped(0, chains, n, expected.x) && outputs_shaped(1, chains, n, expected.v) &&
                 outputs_shaped(2, chains, n, expected.heat) && output_equals(11, last.last()));
    CHECK_THAT(run, EachPart(steps * times * static_cast<int>(which.size())));
    CHECK_THAT(run, HostGoesOn());
    CHECK_THAT(run, MadeBy({.graph_launches = which.size() * static_cast<std::uint64_t>(times),
                            .most_launches = 4 * steps * which.size() + MadeBy::given_launches,
                            .kernels_why = "each part is captured once for each visit"}));
    return run;
}

// What run_broken() says of the streams after an error amid the capture.
class BrokenOff final : public RunMatcher {
  public:
    bool match(const Run& run) const override {
        const auto seen = run.output<int>(8);
        if (seen[0] == 0)
            return fails(Verdict::wrong_answer,
                         "the error of launch() did not come to the caller of capture_steps()");
        for (const int stream : {1, 2})
            if (seen[stream] != 0)
                return fails(Verdict::wrong_answer,
                             fmt::format("`{}` {} when the error comes to the caller: it takes no "
                                         "other work until the capture ends",
                                         stream == 1 ? "main" : "side",
                                         seen[stream] == 1 ? "is still being captured"
                                                           : "is in a capture that is invalid"));
        return true;
    }
};

void check_broken(const State& begin, int breaks_at) {
    const std::size_t n = begin.n();
    constexpr std::array parts{"forces", "kick", "warm", "move"};
    INFO("run_broken: n = " << n << "; the launch of `" << parts[breaks_at] << "` throws an error");
    const Run run = WORKBOOK_RUN(run_broken, device_inout(begin.x), device_inout(begin.v),
                                 device_inout(begin.heat), device_inout(begin.force), n, 3,
                                 breaks_at, device_out<std::uint32_t>(n), out<int>(3));
    REQUIRE_THAT(run, completed());
    REQUIRE_THAT(run, BrokenOff());
    State state = begin;
    state.prepare();
    state.step(3);
    REQUIRE_THAT(run, output_equals(0, state.x) && output_equals(7, state.last()));
}

constexpr int slow = 6000; // rounds: some 55 us
constexpr std::size_t few = 64;

auto side_by_side() {
    return overlapped(at_most(0.65), "`kick` and `warm` take long, need nothing of each other, and "
                                     "are to take place at the same time");
}

} // namespace

TEST_CASE("1: capture_steps, one step", "[weight:2]") {
    check_capture(one_moved(8), 0, 1, 1);
    check_capture(one_moved(8), 0, 1, 4);
    for (const std::size_t n : {std::size_t{1}, few, std::size_t{3000}})
        check_capture(any_state(n), 2, 1, 2);
}

TEST_CASE("1: capture_steps, kick and warm side by side") {
    for (const int steps : {1, 3}) {
        const Run run = check_capture(any_state(few), slow, steps, 1);
        CHECK_THAT(run, side_by_side());
    }
}

TEST_CASE("1: capture_steps, several steps in a graph") {
    check_capture(one_moved(8), 0, 2, 1);
    check_capture(any_state(few), 1, 5, 2);
    for (const std::uint64_t seed : {1, 2, 3}) check_capture(any_state(600), 5, 3, 2, seed);
}

TEST_CASE("2: replay, one executable graph", "[weight:2]") {
    check_replay(one_moved(8), 0, 1, 1);
    check_replay(one_moved(8), 0, 1, 2);
    check_replay(any_state(few), 3, 1, 7);
    for (const std::size_t n : {std::size_t{1}, std::size_t{3000}})
        check_replay(any_state(n), 1, 2, 3, n);
}

TEST_CASE("3: run_visits, the pointers of each chain", "[weight:2]") {
    check_chains(one_moved(8), 8, 0, {0}, 1, 2);
    check_chains(any_state(16), 8, 0, {0, 1}, 1, 1);
    check_chains(any_state(3 * few), few, 2, {0, 1, 2}, 2, 2);
}

TEST_CASE("3: run_visits, kick and warm side by side") {
    for (const int steps : {1, 3}) {
        const Run run = check_chains(any_state(few), few, slow, {0}, steps, 1);
        CHECK_THAT(run, side_by_side());
    }
}

TEST_CASE("3: run_visits, back to a chain that had its turn") {
    check_chains(any_state(2 * few), few, 1, {0, 1, 0}, 1, 2);
    check_chains(any_state(4 * 300), 300, 1, {3, 1, 1, 0, 3}, 2, 1, 1);
    check_chains(any_state(5), 1, 1, random_integers<int>(6, 0, 4), 1, 4, 2);
}

TEST_CASE("4: break_off, an error amid a capture") {
    for (int part = 0; part < 4; ++part) check_broken(any_state(few), part);
}

WORKBOOK_GAIN(gain) {
    const std::size_t n = gain.size(few, 256);
    const int steps = 8, times = gain.on_gpu() ? 200 : 20;
    const State state = any_state(n);
    gain.about(steps * times, " steps of four kernels, ", steps, " in a graph");
    WORKBOOK_GAIN_CALL(gain, run_in_stream, device_inout(state.x), device_inout(state.v),
                       device_inout(state.heat), device_inout(state.force), n, 0, steps * times,
                       device_out<std::uint32_t>(n));
    const std::uint64_t in_a_stream = gain.calls();
    const std::vector<int> which{0};
    WORKBOOK_GAIN_CALL(gain, run_chains, device_inout(state.x), device_inout(state.v),
                       device_inout(state.heat), device_inout(state.force), n, 0, 1, 1, in(which),
                       steps, times, device_out<std::uint32_t>(n));
    gain.say("Launched one by one, they take the host ", in_a_stream, " calls of CUDA.");
    gain.say("With your graph it made ", gain.calls(), ": ", times, " launches, and the capture.");
}
