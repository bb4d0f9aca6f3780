// Checks of lesson 68. All but the weights is whole numbers, and exact.
//
// Tolerance of a weight, with e = 2^-24: the difference of two scores is rounded by e times its
// size, and an exponent of -104 gives 0 anyway; the exponential, a sum and a quotient cost some 4
// e. 128 e is what is let pass, of the weight and, where it is 0 but for the smallest numbers,
// of 1.
#include "moe_routing.hpp"

#include "harness/floats.hpp"
#include "harness/harness.hpp"
#include "harness/shared_work.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <sstream>

using namespace workbook;

WORKBOOK_PROMISE(does_not_wait, choose_experts, count_requests, expert_offsets, place_requests,
                 route)
WORKBOOK_PROMISE(reports_errors, choose_experts, count_requests, expert_offsets, place_requests,
                 route)
WORKBOOK_PROMISE(uses_gpu, choose_experts, count_requests, expert_offsets, place_requests, route)
WORKBOOK_PROMISE(fills_gpu, choose_experts, count_requests, place_requests)

namespace {
using Numbers = std::vector<int>;
using Floats = std::vector<float>;

constexpr float none = -std::numeric_limits<float>::infinity();
constexpr double tolerance = 0x1p-17;

// Experts of a row of scores, best first; equal ones by number.
Numbers sorted(const Floats& scores) {
    Numbers experts(scores.size());
    std::iota(experts.begin(), experts.end(), 0);
    std::ranges::stable_sort(experts, [&](int a, int b) { return scores[a] > scores[b]; });
    return experts;
}

std::string told(const Best& best) {
    std::ostringstream text;
    text << "{" << best.first << ", " << best.second << ", " << best.first_expert << ", "
         << best.second_expert << "}";
    return text.str();
}

// For the experts in `which`.
Best best_of(const Floats& scores, const Numbers& which) {
    Best best{none, none, -1, -1};
    for (const int expert : sorted(scores)) {
        if (!std::ranges::count(which, expert) || best.second_expert >= 0) continue;
        const bool is_first = best.first_expert < 0;
        (is_first ? best.first : best.second) = scores[expert];
        (is_first ? best.first_expert : best.second_expert) = expert;
    }
    return best;
}

void check_merge(const Floats& scores, const Numbers& left, const Numbers& right) {
    const Best a = best_of(scores, left), b = best_of(scores, right);
    Numbers both = left;
    both.insert(both.end(), right.begin(), right.end());
    const Best expected = best_of(scores, both);
    INFO("merge of " << told(a) << " and " << told(b) << " (scores, then experts)");
    const Run run = WORKBOOK_RUN(best_of_both_on_host, a, b);
    REQUIRE_THAT(run, completed());
    const Best found = run.returned<Best>();
    if (told(found) == told(expected)) return;
    std::string hint;
    if (found.second_expert == found.first_expert)
        hint = ". One expert takes both places";
    else if (found.first == expected.first && found.second == expected.second)
        hint = ". Of equal scores, the lower expert comes first";
    else if (found.first == expected.first)
        hint = ". For the second place there are two: the loser's first and the winner's second";
    FAIL("the result is " << told(found) << "; expected is " << told(expected) << hint);
}

std::string about(int tokens, int experts, const std::string& what) {
    return ", tokens = " + std::to_string(tokens) + ", experts = " + std::to_string(experts) +
           ", " + what;
}

struct Gates {
    int experts;
    Floats scores;
    std::string what;
    std::string text() const { return about(tokens(), experts, what); }
    int tokens() const { return static_cast<int>(scores.size() / experts); }
    Floats row(int token) const {
        const auto begin = scores.begin() + std::ptrdiff_t{token} * experts;
        return {begin, begin + experts};
    }
};

// What is wrong with the weights of a token whose experts are right.
std::string looks_like(const Floats& scores, double found, double expected) {
    double all = 0;
    const double best = *std::ranges::max_element(scores);
    for (const double score : scores) all += std::exp(score - best);
    const auto is = [&](double weight) { return std::abs(found - weight) < 1e-5; };
    if (std::isnan(found)) return ": infinity / infinity: subtract the larger score first";
    if (is(1 - expected)) return ": it is the other one's";
    return is(1 / all) ? ": this is the softmax of all scores; the two weights add up to 1" : "";
}

void compare_choice(const Run& run, const Gates& gates, std::size_t chosen_argument,
                    const Numbers& dropped) {
    const auto chosen = run.output<int>(chosen_argument);
    const auto weights = run.output<float>(chosen_argument + 1);
    for (int token = 0; token < gates.tokens(); ++token) {
        const Floats scores = gates.row(token);
        const Numbers experts = sorted(scores);
        INFO("token " << token << " (" << listed(scores, "", 8) << ")");
        const double ratio = std::exp(double{scores[experts[1]]} - double{scores[experts[0]]});
        for (int k = 0; k < 2; ++k) {
            const std::size_t request = 2 * std::size_t(token) + k;
            if (chosen[request] != experts[k] || !run.was_written(chosen_argument, request))
                FAIL("chosen[" << request << "] is " << chosen[request] << ", expected is "
                               << experts[k] << ", the " << (k ? "second best" : "best"));
            const bool takes = dropped.empty() || !dropped[request];
            const double expected = takes ? (k ? ratio : 1) / (1 + ratio) : 0;
            if (!(std::abs(weights[request] - expected) <= tolerance))
                FAIL("weights[" << request << "] is " << weights[request] << ", expected is "
                                << expected << looks_like(scores, weights[request], expected));
        }
    }
}

Run check_choice(const Gates& gates, std::uint64_t schedule = 0) {
    INFO("choose_experts" << gates.text());
    const std::size_t requests = 2 * std::size_t(gates.tokens());
    Run run = WORKBOOK_RUN_SCHEDULED(schedule, choose_experts, device_in(gates.scores),
                                     gates.tokens(), gates.experts, device_out<int>(requests),
                                     device_out<float>(requests));
    REQUIRE_THAT(run, completed());
    compare_choice(run, gates, 3, {});
    return run;
}

Gates random_gates(int tokens, int experts, double deviation = 2) {
    return {experts, random_normals<float>(std::size_t(tokens) * experts, 0, deviation),
            "normally distributed"};
}

Gates with_ties(int tokens, int experts) {
    Gates gates{experts, {}, "scores of 0, 1 and 2"};
    for (const int score : random_integers<int>(std::size_t(tokens) * experts, 0, 2))
        gates.scores.push_back(static_cast<float>(score));
    return gates;
}

Gates two_each(int tokens, int experts) {
    Gates gates{experts, Floats(std::size_t(tokens) * experts), ""};
    gates.what = "of token t, expert t % experts has 2, expert (3 t + 1) % experts has 1 more";
    for (int t = 0; t < tokens; ++t) {
        gates.scores[std::size_t(t) * experts + t % experts] += 2;
        gates.scores[std::size_t(t) * experts + (3 * t + 1) % experts] += 1;
    }
    return gates;
}

struct Requests {
    int experts;
    Numbers chosen;
    std::string what;
    std::string text() const { return about(tokens(), experts, what); }
    int tokens() const { return static_cast<int>(chosen.size() / 2); }
    int blocks() const { return blocks_for(tokens()); }
};

Requests requests_of(const Gates& gates, std::string what) {
    Requests requests{gates.experts, {}, std::move(what)};
    for (int token = 0; token < gates.tokens(); ++token) {
        const Numbers best = sorted(gates.row(token));
        requests.chosen.insert(requests.chosen.end(), {best[0], best[1]});
    }
    return requests;
}

// Everything that follows from `chosen`, by plain loops.
struct Routed {
    Numbers ranks, counts, starts, totals, offsets, places, order, dropped;
};

Numbers offsets_of(const Numbers& totals, int capacity) {
    Numbers offsets{0};
    for (const int total : totals) offsets.push_back(offsets.back() + std::min(total, capacity));
    return offsets;
}

Routed routed(const Requests& requests, int capacity) {
    const int blocks = requests.blocks();
    Routed to;
    to.totals.resize(requests.experts);
    to.starts = to.counts = Numbers(std::size_t(requests.experts) * blocks);
    for (std::size_t request = 0; request < requests.chosen.size(); ++request) {
        const auto block = static_cast<int>(request / threads_per_block);
        const int expert = requests.chosen[request];
        to.ranks.push_back(to.counts[expert * blocks + block]++);
    }
    for (int expert = 0; expert < requests.experts; ++expert)
        for (int block = 0; block < blocks; ++block) {
            to.starts[expert * blocks + block] = to.totals[expert];
            to.totals[expert] += to.counts[expert * blocks + block];
        }
    to.offsets = offsets_of(to.totals, capacity);
    to.order.resize(to.offsets.back());
    Numbers taken(requests.experts);
    for (std::size_t request = 0; request < requests.chosen.size(); ++request) {
        const int expert = requests.chosen[request];
        const bool takes = taken[expert] < capacity;
        to.dropped.push_back(!takes);
        to.places.push_back(takes ? to.offsets[expert] + taken[expert]++ : -1);
        if (takes) to.order[to.places.back()] = static_cast<int>(request / 2);
    }
    return to;
}

std::string name_of(std::size_t request, const Numbers& chosen) {
    return "request " + std::to_string(request) + " (for expert " +
           std::to_string(chosen[request]) + ")";
}

Run check_counts(const Requests& requests, std::uint64_t schedule = 0) {
    INFO("count_requests" << requests.text());
    const Routed expected = routed(requests, 0);
    const Numbers& chosen = requests.chosen;
    Run run = WORKBOOK_RUN_SCHEDULED(schedule, count_requests, device_in(chosen), requests.tokens(),
                                     requests.experts, device_out<int>(chosen.size()),
                                     device_out<int>(expected.counts.size()));
    REQUIRE_THAT(run, completed());
    const auto ranks = run.output<int>(3);
    for (std::size_t i = 0; i < ranks.size(); ++i) {
        if (ranks[i] == expected.ranks[i] || !run.was_written(3, i)) continue;
        const std::size_t block = i / threads_per_block * threads_per_block, warp = i / 32 * 32;
        const auto same = [&](std::size_t from, std::size_t to) {
            return std::count(chosen.begin() + from, chosen.begin() + to, chosen[i]);
        };
        std::string hint;
        if (ranks[i] == expected.ranks[i] + 1)
            hint = ": a request does not stand before itself";
        else if (ranks[i] == same(warp, i))
            hint = ": those of the warps before are missing";
        else if (ranks[i] >= 0 &&
                 ranks[i] < same(block, std::min(block + threads_per_block, chosen.size())))
            hint = ": ranks follow the order of the requests, not that in which threads come";
        FAIL("the rank of " << name_of(i, chosen) << " is " << ranks[i] << ", expected is "
                            << expected.ranks[i] << hint);
    }
    REQUIRE_THAT(run, output_equals(3, expected.ranks));
    REQUIRE_THAT(
        run,
        outputs_shaped(4, requests.experts, requests.blocks(), expected.counts).by_any_thread());
    return run;
}

void check_offsets(const Numbers& totals, int capacity) {
    INFO("expert_offsets, experts = " << totals.size() << ", capacity = " << capacity);
    const Run run = WORKBOOK_RUN(expert_offsets, device_in(totals), int(totals.size()), capacity,
                                 device_out<int>(totals.size() + 1));
    REQUIRE_THAT(run, completed());
    const Numbers expected = offsets_of(totals, capacity), found = run.output<int>(3);
    const Numbers unlimited = offsets_of(totals, std::numeric_limits<int>::max());
    for (std::size_t e = 0; e < found.size(); ++e) {
        if (found[e] == expected[e] || !run.was_written(3, e)) continue;
        std::string hint;
        if (found[e] == unlimited[e])
            hint = ": no expert takes more than the capacity";
        else if (e + 1 < found.size() && found[e] == expected[e + 1])
            hint = ": that is where the next expert begins";
        FAIL("offsets[" << e << "] is " << found[e] << ", expected is " << expected[e] << hint);
    }
    REQUIRE_THAT(run, output_equals(3, expected));
}

// places, order and weights of a run, as they are to be.
void compare_places(const Run& run, std::size_t places_argument, const Requests& requests,
                    const Routed& expected) {
    const auto places = run.output<int>(places_argument),
               order = run.output<int>(places_argument + 1);
    for (std::size_t i = 0; i < places.size(); ++i) {
        if (places[i] == expected.places[i]) continue;
        const int start =
            expected.starts[requests.chosen[i] * requests.blocks() + i / threads_per_block];
        std::string hint;
        if (expected.places[i] < 0)
            hint = ": its expert has no room for it";
        else if (places[i] < 0)
            hint = ": its expert has room for it";
        else if (places[i] == expected.places[i] - start)
            hint = ": the requests of the blocks before are missing";
        else if (places[i] == expected.places[i] - expected.offsets[requests.chosen[i]])
            hint = ": the experts before are missing";
        FAIL("the place of " << name_of(i, requests.chosen) << " is " << places[i]
                             << ", expected is " << expected.places[i] << hint);
    }
    for (std::size_t i = 0; i < expected.order.size(); ++i)
        if (order[i] != expected.order[i])
            FAIL("order[" << i << "] is " << order[i] << ", expected is token "
                          << expected.order[i]);
    for (std::size_t i = expected.order.size(); i < order.size(); ++i)
        if (run.was_written(places_argument + 1, i))
            FAIL("order[" << i << "] was written; the experts take " << expected.order.size()
                          << " requests, and only so many elements are to be written");
}

Run check_places(const Requests& requests, int capacity, std::uint64_t schedule = 0) {
    INFO("place_requests, capacity = " << capacity << requests.text());
    const Routed expected = routed(requests, capacity);
    const Floats weights = random_reals<float>(requests.chosen.size(), 0.25, 0.75);
    Run run = WORKBOOK_RUN_SCHEDULED(
        schedule, place_requests, device_in(requests.chosen), device_in(expected.starts),
        device_in(expected.offsets), requests.tokens(), requests.experts, capacity,
        device_inout(expected.ranks), device_out<int>(requests.chosen.size()),
        device_inout(weights));
    REQUIRE_THAT(run, completed());
    compare_places(run, 6, requests, expected);
    const auto found = run.output<float>(8);
    for (std::size_t i = 0; i < found.size(); ++i)
        if (found[i] != (expected.dropped[i] ? 0 : weights[i]))
            FAIL("the weight of " << name_of(i, requests.chosen) << " was " << weights[i]
                                  << " and is " << found[i]
                                  << "; of a request that is not taken it becomes 0, "
                                  << "another one stays");
    return run;
}

// One after the other in the order in which `route` writes them.
void check_route(const Gates& gates, int capacity, std::uint64_t schedule = 0) {
    INFO("route, capacity = " << capacity << gates.text());
    const Requests requests = requests_of(gates, "");
    const Routed expected = routed(requests, capacity);
    const std::size_t n = requests.chosen.size();
    const Run run = WORKBOOK_RUN_SCHEDULED(
        schedule, route, device_in(gates.scores), gates.tokens(), gates.experts, capacity,
        device_out<int>(n), device_out<float>(n), device_out<int>(expected.counts.size()),
        device_out<int>(gates.experts), device_out<int>(gates.experts + 1), device_out<int>(n),
        device_out<int>(n));
    REQUIRE_THAT(run, completed());
    compare_choice(run, gates, 4, expected.dropped);
    REQUIRE_THAT(run, output_equals(7, expected.totals));
    REQUIRE_THAT(run, output_equals(8, expected.offsets));
    compare_places(run, 9, requests, expected);
}

Requests same_two(int tokens, int experts) {
    Requests requests{experts, {}, "all tokens ask for expert 1, then expert 0"};
    for (int t = 0; t < tokens; ++t) requests.chosen.insert(requests.chosen.end(), {1, 0});
    return requests;
}

Requests in_turn(int tokens, int experts) {
    Requests requests{experts, {}, "request r is for expert r % experts"};
    for (int r = 0; r < 2 * tokens; ++r) requests.chosen.push_back(r % experts);
    return requests;
}

// The first experts get most requests, the last ones hardly any.
Requests random_requests(int tokens, int experts) {
    Gates gates = random_gates(tokens, experts, 1);
    for (std::size_t i = 0; i < gates.scores.size(); ++i)
        gates.scores[i] -= 5.0f * static_cast<float>(i % experts) / static_cast<float>(experts);
    return requests_of(gates, "random: many for the first experts");
}

} // namespace

TEST_CASE("1: merge", "[weight:2]") {
    // For experts with these scores; in the last row first or second ones are equal.
    const std::pair<Numbers, Numbers> sides[] = {
        {{0, 3}, {2, 1}}, {{1, 3}, {0, 2}}, {{0, 2}, {1, 5}}, {{3, 5}, {0, 1}},
        {{0}, {5}},       {{5}, {0}},       {{0, 1}, {}},     {{}, {5}},
        {{6, 1}, {0, 5}}, {{0, 7}, {6, 3}}, {{0, 4}, {2, 5}}, {{0, 2}, {4, 5}}};
    for (const auto& [left, right] : sides) {
        check_merge({4, 1, 3, 2, 3, 0, 4, 1}, left, right);
        check_merge({-4, -7, -5, -6, -5, -8, -4, -7}, left, right);
    }
    check_merge({0, 0, 0, 0}, {2, 3}, {0, 1});
    for (int i = 0; i < 20; ++i) check_merge(with_ties(1, 6).scores, {0, 3, 4}, {1, 2, 5});
}

TEST_CASE("2: choose_experts, which experts", "[weight:2]") {
    for (const int experts : {2, 4, 8, 32, 128}) check_choice(two_each(300, experts));
    for (const int experts : {3, 5, 8, 31, 33, 63, 64, 100, 127, 128}) {
        check_choice(random_gates(50, experts));
        check_choice(with_ties(50, experts));
    }
    for (const int tokens : {1, 2, 15, 16, 17, 63, 64, 65, 255, 257, 1000, 0})
        check_choice(random_gates(tokens, 8));
    check_choice(random_gates(66'000, 2)); // more tokens than 16 bits count
    check_choice({4, {1e-9f, 2e-9f, 3e-9f, 0, -1e-9f, -3e-9f, -2e-9f, -4e-9f}, "+-1e-9"});
}

TEST_CASE("2: choose_experts, scores that are large, or far apart") {
    check_choice(random_gates(40, 16, 1e4));
    check_choice({4, {1e4f, 1e4f + 1, 9990, 0, -1e4f, -1e4f - 1, -1e5f, -1e38f}, "+-1e4"});
    check_choice({4, {-3e38f, -3e38f, 3e38f, -3e38f}, "scores of +-3e38"});
    for (const std::uint64_t seed : random_integers<std::uint64_t>(2, 1, 1'000'000))
        check_choice(random_gates(100, 24), seed);
}

TEST_CASE("2: choose_experts reads each score once") {
    for (const int experts : {8, 64}) {
        const int tokens = 8192 / experts;
        const Run run = check_choice(random_gates(tokens, experts));
        const double bytes = 4.0 * tokens * experts;
        CHECK_THAT(run, launched(1));
        CHECK_THAT(run, traffic("global_load_bytes", at_most(bytes), "each score is read once"));
        CHECK_THAT(run, traffic("global_load_sectors", per("global_load_bytes"), at_most(1 / 32.0),
                                "neighbouring lanes are to read neighbouring scores"));
        CHECK_THAT(run, traffic("global_load_requests", per("global_load_bytes"),
                                at_most(1 / 128.0), "the scores are read by too few lanes"));
        CHECK_THAT(run, work_shared(8, at_most(1.5),
                                    "each group of lanes is to take one token: one warp takes "
                                    "those of others"));
    }
    CHECK_THAT(learner_ptx(), has_no(R"(\.f64)", "there is a double on the way: expf, not exp"));
}

TEST_CASE("3: count_requests, one block") {
    for (const Requests& requests : {in_turn(16, 8), same_two(16, 2), same_two(256, 4)})
        check_counts(requests);
    for (const int experts : {2, 8, 33, 128}) check_counts(random_requests(256, experts));
    for (const int tokens : {1, 15, 16, 17, 100, 255}) check_counts(random_requests(tokens, 8));
}

TEST_CASE("3: count_requests, any number of blocks", "[weight:2]") {
    for (const int tokens : {257, 512, 1000, 5003, 0}) check_counts(random_requests(tokens, 16));
    for (const Requests& requests : {in_turn(700, 128), same_two(700, 128)}) check_counts(requests);
    for (const std::uint64_t seed : random_integers<std::uint64_t>(3, 1, 1'000'000))
        check_counts(random_requests(600, 8), seed);
}

TEST_CASE("3: count_requests reads each request once") {
    const int tokens = 16'384, experts = 16;
    const Run run = check_counts(random_requests(tokens, experts));
    const double bytes = 4.0 * 2 * tokens, counts = 4.0 * experts * blocks_for(tokens);
    CHECK_THAT(run, traffic("global_load_bytes", at_most(bytes), "each request is read once"));
    CHECK_THAT(run, traffic("global_store_bytes", at_most(bytes + counts),
                            "each rank and each count is written once"));
    CHECK_THAT(run, work_shared(2 * tokens / 32, at_most(5.5),
                                "each warp is to rank its own 32 requests"));
}

TEST_CASE("4: expert_offsets") {
    for (const int capacity : {100, 2, 1, 0}) check_offsets({3, 1, 4, 0, 0, 1, 5}, capacity);
    for (const int experts : {2, 8, 31, 32, 33, 64, 127, 128}) {
        check_offsets(random_integers<int>(experts, 0, 1000), 1'000'000);
        check_offsets(random_integers<int>(experts, 0, 1000), 600);
    }
}

TEST_CASE("5: place_requests, room for all") {
    check_places(in_turn(16, 4), 100);
    for (const int tokens : {600, 70'000}) check_places(same_two(tokens, 128), tokens);
    for (const int tokens : {1, 256, 257, 1000, 5003, 0})
        check_places(random_requests(tokens, 16), 1'000'000);
}

TEST_CASE("5: place_requests, requests that are not taken", "[weight:2]") {
    check_places(in_turn(16, 4), 5);
    for (const int capacity : {100, 300, 255, 256, 0}) check_places(same_two(600, 3), capacity);
    for (const int capacity : {100, 1}) check_places(random_requests(1000, 16), capacity);
    for (const std::uint64_t seed : random_integers<std::uint64_t>(2, 1, 1'000'000))
        check_places(random_requests(600, 8), 90, seed);
}

TEST_CASE("5: place_requests moves each request once") {
    const int tokens = 16'384;
    const Run run = check_places(random_requests(tokens, 16), 3000);
    CHECK_THAT(run, traffic("global_load_bytes", at_most(20.0 * 2 * tokens),
                            "a request is its expert, its rank, and where expert and block begin"));
    CHECK_THAT(run, traffic("global_store_bytes", at_most(8.0 * 2 * tokens),
                            "of a request, place and token are written, or place and weight"));
    CHECK_THAT(run,
               work_shared(2 * tokens / 32, at_most(1.5), "each thread is to place one request"));
}

TEST_CASE("all: route") {
    for (const Gates& gates : {two_each(100, 8), random_gates(700, 128), random_gates(0, 8)})
        check_route(gates, 20);
    for (const std::uint64_t seed : random_integers<std::uint64_t>(2, 1, 1'000'000))
        check_route(with_ties(1000, 16), 100, seed);
}

WORKBOOK_GAIN(gain) {
    const int tokens = static_cast<int>(gain.size(4096, 1 << 18)), experts = 16;
    const Gates gates = random_gates(tokens, experts);
    const std::size_t n = 2 * std::size_t(tokens);
    gain.about(tokens, " tokens, ", experts, " experts");
    WORKBOOK_GAIN_CALL(gain, route, device_in(gates.scores), tokens, experts, tokens / 8,
                       device_out<int>(n), device_out<float>(n),
                       device_out<int>(std::size_t(experts) * blocks_for(tokens)),
                       device_out<int>(experts), device_out<int>(experts + 1), device_out<int>(n),
                       device_out<int>(n));
    if (gain.on_gpu()) return;
    const std::uint64_t own = gain.count("global_load_bytes") + gain.count("global_store_bytes") -
                              sizeof(float) * gates.scores.size();
    gain.say("Behind the gate your kernels moved ", in_bytes(own), ".");
    const std::uint64_t sort =
        4 * 16 * n; // 4 passes of 8 bits, in which 8 bytes are read and written
    gain.say("To sort the requests as numbers of 32 bits takes ", in_bytes(sort), ": ",
             times_as(sort, own, "much"), ".");
}
