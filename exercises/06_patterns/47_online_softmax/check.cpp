// Checks of lesson 47. The reference computes in double.
//
// Tolerance, with e = 2^-24: x - m is rounded by e |x - m|, which is at most 104 e before the
// exponential is 0 anyway, and so is as much of the weight; expf adds 2 ulp, 4 e; a sum of n
// positive terms in any order and bracket n e, and where it is rescaled, 5 e more each time that
// the maximum rises. (2 n + 256) e covers all data here; weights below the smallest normal float
// have no relative accuracy.
#include "online_softmax.hpp"

#include "harness/harness.hpp"
#include "harness/shared_work.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <sstream>

using namespace workbook;

WORKBOOK_PROMISE(does_not_wait, softmax_rows, online_states, row_states, softmax)
WORKBOOK_PROMISE(reports_errors, softmax_rows, online_states, row_states, softmax)
WORKBOOK_PROMISE(uses_gpu, softmax_rows, online_states, row_states, softmax)
WORKBOOK_PROMISE(fills_gpu, row_states, softmax)

namespace {

using Row = std::vector<float>;

constexpr float infinity = std::numeric_limits<float>::infinity();
const float halving = -std::log(2.0f); // exp of it

struct Rows {
    int rows, columns;
    Row values;
    Row row(int r, int upto) const {
        const auto begin = values.begin() + static_cast<std::ptrdiff_t>(r) * columns;
        return {begin, begin + upto};
    }
};

struct Exact {
    double maximum = -infinity, sum = 0;
};

Exact state_of(const Row& x) {
    Exact state;
    for (const double value : x) state.maximum = std::max(state.maximum, value);
    if (state.maximum == -infinity) return state;
    for (const double value : x) state.sum += std::exp(value - state.maximum);
    return state;
}

double tolerance(std::size_t n) {
    return (2.0 * static_cast<double>(n) + 256) * std::ldexp(1, -24);
}

bool close(double actual, double expected, double relative) {
    return actual == expected || std::abs(actual - expected) <= relative * std::abs(expected);
}

std::string listed(const Row& x) {
    std::ostringstream text;
    for (std::size_t i = 0; i < x.size() && i < 6; ++i) text << (i ? ", " : "") << x[i];
    if (x.size() > 6) text << ", ...";
    return x.empty() ? "no values" : text.str();
}

// A NaN is shown without a sign.
float shown(float x) { return std::isnan(x) ? std::numeric_limits<float>::quiet_NaN() : x; }

// What a wrong sum is, if it is something that a usual mistake leads to.
std::string looks_like(const State& found, const Row& x, const Row& all) {
    const Exact exact = state_of(x);
    double maximum = -infinity, kept = 0, wrong_way = 0, plain = 0, stayed = 0;
    for (const double value : x) {
        const double larger = std::max(maximum, value);
        const bool rises = larger > maximum && maximum > -infinity;
        kept += std::exp(value - larger);
        wrong_way =
            (rises ? wrong_way * std::exp(larger - maximum) : wrong_way) + std::exp(value - larger);
        stayed += std::exp(value - x.front());
        maximum = larger;
        plain += std::exp(value);
    }
    const auto is = [&](double sum) { return close(found.sum, sum, 1e-4); };
    if (std::isnan(found.sum) || std::isnan(found.maximum))
        return "NaN is minus infinity less minus infinity, or infinity divided by infinity";
    if (exact.maximum < 0 && found.maximum == 0) return "the maximum began with 0: it is -infinity";
    if (x.size() < all.size() && is(state_of(all).sum) && found.maximum == state_of(all).maximum)
        return "this is the state of all values of the row";
    if (is(kept)) return "the old sum was not rescaled when the maximum rose";
    if (is(wrong_way))
        return "when the maximum rose, the old sum got larger: the factor is exp(m - m'), m' the "
               "new maximum";
    if (!x.empty() && is(state_of({x.begin(), x.end() - 1}).sum))
        return "the last value is not in it";
    if (!x.empty() && is(state_of({x.begin() + 1, x.end()}).sum))
        return "the first value is not in it";
    if (!x.empty() && is(exact.sum + std::exp(x[0] - exact.maximum)))
        return "the first value is in it twice";
    if (is(plain)) return "this is the sum of exp(x): the maximum was not taken off";
    return {};
}

bool is_right(const State& found, const Row& x) {
    const Exact expected = state_of(x);
    return found.maximum == expected.maximum && close(found.sum, expected.sum, tolerance(x.size()));
}

void compare_state(const State& found, const Row& x, const Row& all) {
    if (is_right(found, x)) return;
    const Exact expected = state_of(x);
    const std::string hint = looks_like(found, x, all);
    std::ostringstream text;
    text << "of " << x.size() << (x.size() == 1 ? " value" : " values") << " (" << listed(x)
         << ") the maximum is " << shown(found.maximum) << " and the sum " << shown(found.sum)
         << "; expected are " << expected.maximum << " and " << expected.sum;
    if (!hint.empty()) text << ": " << hint;
    FAIL(text.str());
}

void compare_states(const Run& run, std::size_t argument, const Rows& x, int upto) {
    REQUIRE_THAT(run, completed());
    const auto states = run.output<State>(argument);
    for (int r = 0; r < x.rows; ++r) {
        INFO("row " << r);
        const Row row = x.row(r, upto);
        if (!is_right(states[r], row) && !run.was_written(argument, r))
            FAIL("states[" << r << "] was never written");
        compare_state(states[r], row, x.row(r, x.columns));
    }
}

void check_online(const char* what, const Rows& x, int upto) {
    INFO("online_states, rows = " << x.rows << ", columns = " << x.columns << ", " << what
                                  << ", upto = " << upto);
    compare_states(WORKBOOK_RUN(online_states, device_in(x.values), x.rows, x.columns, upto,
                                device_out<State>(x.rows)),
                   4, x, upto);
}

Run check_row_states(const char* what, const Rows& x, std::uint64_t schedule = 0) {
    INFO("row_states, rows = " << x.rows << ", columns = " << x.columns << ", " << what);
    Run run = WORKBOOK_RUN_SCHEDULED(schedule, row_states, device_in(x.values), x.rows, x.columns,
                                     device_out<State>(x.rows));
    compare_states(run, 3, x, x.columns);
    return run;
}

std::vector<double> weights_of(const Rows& x) {
    std::vector<double> weights;
    for (int r = 0; r < x.rows; ++r) {
        const Row row = x.row(r, x.columns);
        const Exact state = state_of(row);
        for (const double value : row)
            weights.push_back(state.sum == 0 ? 0 : std::exp(value - state.maximum) / state.sum);
    }
    return weights;
}

// What is wrong with the weights of row r: one factor for all, or something that is not a number.
std::string looks_like(const Row& found, const Row& x, const std::vector<double>& expected) {
    double total = 0, expected_total = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        total += found[i];
        expected_total += expected[i];
    }
    if (expected_total == 0)
        return "all values of this row are -infinity: there is nothing to divide by, and all "
               "weights are to be 0";
    if (std::isnan(total))
        return "NaN is infinity divided by infinity, 0 divided by 0, or -infinity less -infinity: "
               "no exponent may be above 0, and one of them has to be 0";
    for (std::size_t i = 0; i < x.size(); ++i)
        if (!close(found[i], expected[i] * total, 1e-3) && expected[i] > 1e-30) return {};
    std::ostringstream text;
    text << "all weights of this row are " << total << " times what they should be: they add up to "
         << total << ", not to 1";
    return text.str();
}

void compare_weights(const Run& run, const Rows& x) {
    REQUIRE_THAT(run, completed());
    const auto expected = weights_of(x);
    const auto found = run.output<float>(1);
    const double allowed = tolerance(x.columns);
    const float smallest = std::numeric_limits<float>::min();
    for (int r = 0; r < x.rows; ++r) {
        const auto begin = static_cast<std::size_t>(r) * x.columns, end = begin + x.columns;
        bool right = true;
        for (std::size_t i = begin; i < end; ++i)
            right = right && (close(found[i], expected[i], allowed) ||
                              std::abs(found[i] - expected[i]) <= smallest);
        if (right) continue;
        const Row row = x.row(r, x.columns);
        const std::string hint = looks_like(Row(found.begin() + begin, found.begin() + end), row,
                                            {expected.begin() + begin, expected.begin() + end});
        INFO("row " << r << " (" << listed(row)
                    << "): " << (hint.empty() ? "wrong weights" : hint));
        REQUIRE_THAT(run, output_close(1, expected, relative(allowed), absolute(smallest))
                              .from({0})
                              .by_any_thread());
    }
    REQUIRE_THAT(
        run,
        output_close(1, expected, relative(allowed), absolute(smallest)).from({0}).by_any_thread());
}

void check_three_passes(const char* what, const Rows& x) {
    INFO("softmax_rows, rows = " << x.rows << ", columns = " << x.columns << ", " << what);
    compare_weights(WORKBOOK_RUN(softmax_rows, device_in(x.values),
                                 device_out<float>(x.values.size()), x.rows, x.columns),
                    x);
}

Run check_softmax(const char* what, const Rows& x, std::uint64_t schedule = 0) {
    INFO("softmax, rows = " << x.rows << ", columns = " << x.columns << ", " << what);
    Run run = WORKBOOK_RUN_SCHEDULED(schedule, softmax, device_in(x.values),
                                     device_out<float>(x.values.size()), x.rows, x.columns);
    compare_weights(run, x);
    return run;
}

Rows normals(int rows, int columns, double mean = 0, double deviation = 3) {
    return {rows, columns,
            random_normals<float>(static_cast<std::size_t>(rows) * columns, mean, deviation)};
}

// Every other row falls by log 2 from value to value, from `first` on, the others rise: each sum
// has a binary digit for each of its terms.
Rows digits(int rows, int columns, float first) {
    Rows x{rows, columns, {}};
    for (int r = 0; r < rows; ++r)
        for (int c = 0; c < columns; ++c) {
            const int steps = r % 2 ? columns - 1 - c : c;
            x.values.push_back(first + halving * static_cast<float>(steps));
        }
    return x;
}

// -infinity here and there, at the beginning, and in a whole row.
Rows masked(int rows, int columns) {
    Rows x = normals(rows, columns);
    for (int r = 0; r < rows; ++r)
        for (int c = 0; c < columns; ++c)
            if (r % 4 == 3 || (r % 4 == 1 && c < columns / 2) || (r % 4 == 2 && (c % 3 || c < 3)))
                x.values[static_cast<std::size_t>(r) * columns + c] = -infinity;
    return x;
}

Rows constant(int rows, int columns, float value) {
    return {rows, columns, Row(static_cast<std::size_t>(rows) * columns, value)};
}

// From -1e4 to 1e4, the largest one anywhere.
Rows far_apart(int rows, int columns) {
    return {rows, columns,
            random_reals<float>(static_cast<std::size_t>(rows) * columns, -1e4, 1e4)};
}

} // namespace

TEST_CASE("1: softmax_rows, weights of powers of two") {
    check_three_passes("each row: 1/2, 1/4, 1/8, ..., or the other way round", digits(4, 10, 0));
    check_three_passes("equal values", constant(3, 8, 2));
    check_three_passes("normally distributed", normals(300, 33));
}

TEST_CASE("1: softmax_rows, values of +-1e4") {
    check_three_passes("all 1e4", constant(2, 4, 1e4f));
    check_three_passes("all -1e4", constant(2, 4, -1e4f));
    check_three_passes("all -3e38", constant(2, 4, -3e38f));
    check_three_passes("from -1e4 to 1e4", far_apart(5, 100));
}

TEST_CASE("1: softmax_rows, -infinity, and any shape") {
    check_three_passes("some or all of a row -infinity", masked(8, 12));
    for (const auto& [rows, columns] : {std::pair{1, 1}, {1, 1000}, {257, 3}, {0, 5}, {5, 0}})
        check_three_passes("normally distributed", normals(rows, columns));
}

TEST_CASE("2: the state after each value", "[weight:2]") {
    for (const int upto : {1, 2, 3, 4, 8, 0}) {
        check_online("row 0 falls by log 2 each time, row 1 rises", digits(2, 8, -5), upto);
        check_online("equal values", constant(2, 8, -3), upto);
        check_online("normally distributed", normals(40, 8), upto);
    }
    check_online("normally distributed", normals(300, 100), 77);
}

TEST_CASE("2: the state of extreme values") {
    for (const int upto : {1, 2, 3, 100}) check_online("from -1e4 to 1e4", far_apart(8, 100), upto);
    check_online("all -3e38", constant(2, 4, -3e38f), 3);
    for (const int upto : {1, 4, 12})
        check_online("some or all of a row -infinity", masked(8, 12), upto);
}

TEST_CASE("2: online_states reads each value once") {
    const Rows x = normals(64, 50);
    const Run run =
        WORKBOOK_RUN(online_states, device_in(x.values), 64, 50, 50, device_out<State>(64));
    compare_states(run, 4, x, 50);
    CHECK_THAT(run, traffic("global_load_bytes", at_most(64 * 50 * sizeof(float)),
                            "maximum and sum come from one pass: each value is read once"));
}

TEST_CASE("3: merge", "[weight:2]") {
    const auto check_merge = [](const Row& a, const Row& b) {
        const Exact of_a = state_of(a), of_b = state_of(b);
        Row both = a;
        both.insert(both.end(), b.begin(), b.end());
        const State left{static_cast<float>(of_a.maximum), static_cast<float>(of_a.sum)};
        const State right{static_cast<float>(of_b.maximum), static_cast<float>(of_b.sum)};
        INFO("merge of {" << left.maximum << ", " << left.sum << "} and {" << right.maximum << ", "
                          << right.sum << "}, the states of (" << listed(a) << ") and ("
                          << listed(b) << ")");
        const Run run = WORKBOOK_RUN(merge_on_host, left, right);
        REQUIRE_THAT(run, completed());
        const auto found = run.returned<State>();
        const Exact expected = state_of(both);
        if (found.maximum == expected.maximum &&
            close(found.sum, expected.sum, tolerance(both.size())))
            return;
        const auto is = [&](double sum) { return close(found.sum, sum, 1e-5); };
        const double to_a = std::exp(of_a.maximum - expected.maximum);
        const double to_b = std::exp(of_b.maximum - expected.maximum);
        std::string hint;
        if (std::isnan(found.sum))
            hint = ". NaN is -infinity less -infinity here";
        else if (found.maximum != expected.maximum)
            hint = ". The maximum is the larger of two";
        else if (is(of_a.sum + of_b.sum))
            hint = ". The sums count from different maxima: one has to be rescaled";
        else if (is(of_a.sum) || is(of_b.sum))
            hint = ". One side is not in it";
        else if (is(of_a.sum / to_a + of_b.sum / to_b))
            hint = ". The factor is the wrong way round: no factor is above 1";
        else if (is(of_a.sum * to_b + of_b.sum * to_a))
            hint = ". Each sum got the other one's factor";
        FAIL("the result is {" << shown(found.maximum) << ", " << shown(found.sum)
                               << "}; expected is {" << expected.maximum << ", " << expected.sum
                               << "}" << hint);
    };
    const float a = halving;
    check_merge({0, a, 2 * a}, {0, 3 * a});     // equal maxima
    check_merge({2 * a, 3 * a}, {0, a});        // b has the larger one
    check_merge({0, a, 4 * a}, {3 * a, 5 * a}); // a has
    check_merge({1e4f, 1e4f}, {-1e4f});
    check_merge({-1e4f}, {-1e4f + 1});
    check_merge({1, 2}, {});
    check_merge({}, {-3e38f});
    check_merge({-infinity}, {-7, -7});
    check_merge({}, {-infinity});
    for (int i = 0; i < 10; ++i)
        check_merge(random_normals<float>(5, 0, 3), random_normals<float>(7, 0, 3));
}

TEST_CASE("4: row_states, rows of one block's length") {
    check_row_states("equal values", constant(2, 256, -3));
    check_row_states("normally distributed", normals(5, 256));
    check_row_states("normally distributed", normals(3, 1024));
}

TEST_CASE("4: row_states, rows of any length", "[weight:2]") {
    for (const int columns : {1, 2, 31, 33, 255, 257, 1000, 0})
        check_row_states("normally distributed", normals(3, columns));
    check_row_states("normally distributed", normals(2, 100'003));
    check_row_states("normally distributed", normals(0, 5));
    check_row_states("some or all of a row -infinity", masked(8, 700));
    check_row_states("some or all of a row -infinity", masked(8, 12));
    check_row_states("from -1e4 to 1e4", far_apart(3, 999));
    check_row_states("all -3e38", constant(2, 300, -3e38f));
}

TEST_CASE("4: any order of blocks and warps") {
    for (const std::uint64_t seed : random_integers<std::uint64_t>(3, 1, 1'000'000))
        check_row_states("normally distributed", normals(5, 777), seed);
}

TEST_CASE("4: row_states reads each value once, and merges by a tree") {
    const int rows = 20, columns = 2048;
    const Run run = check_row_states("normally distributed", normals(rows, columns));
    CHECK_THAT(run, launched(1) && in_blocks(rows, "row"));
    CHECK_THAT(run, traffic("global_load_bytes", at_most(4.0 * rows * columns),
                            "maximum and sum come from one pass: each value is read once"));
    CHECK_THAT(run, traffic("global_load_requests", per("global_load_bytes"), at_most(1 / 128.0),
                            "the row is read by too few threads"));
    CHECK_THAT(run, traffic("global_load_sectors", per("global_load_bytes"), at_most(1 / 32.0),
                            "neighbouring threads are to read neighbouring values"));
    // Halving 256 states takes 12 turns of a warp, two loads each, or two for each of a state's
    // numbers; then 8 warps read the result. With neighbours merged first it is 47 turns. Thread 0
    // alone would load 256 states.
    CHECK_THAT(run, traffic("shared_load_requests", at_most(rows * 210.0),
                            "one thread merges the states of the others: with a tree, each step "
                            "halves what is left"));
    // The warp that ends the tree merges more than the others.
    CHECK_THAT(run, work_shared(threads_per_block / 32, at_most(3.5),
                                "all threads of a block are to read values of its row, 256 "
                                "neighbours at a time"));
}

TEST_CASE("5: softmax, any shape", "[weight:2]") {
    check_softmax("each row: 1/2, 1/4, 1/8, ..., or the other way round", digits(4, 20, 0));
    for (const auto& [rows, columns] :
         {std::pair{3, 256}, {2, 1000}, {1, 1}, {300, 5}, {2, 257}, {2, 50'021}, {0, 5}, {5, 0}})
        check_softmax("normally distributed", normals(rows, columns));
}

TEST_CASE("5: softmax, extreme values") {
    check_softmax("all 1e4", constant(2, 400, 1e4f));
    check_softmax("all -1e4", constant(2, 400, -1e4f));
    check_softmax("from -1e4 to 1e4", far_apart(4, 600));
    check_softmax("some or all of a row -infinity", masked(8, 600));
}

TEST_CASE("5: any order of blocks and warps") {
    for (const std::uint64_t seed : random_integers<std::uint64_t>(2, 1, 1'000'000))
        check_softmax("normally distributed", normals(4, 600), seed);
}

TEST_CASE("5: two reads and one write of each value, in float", "[weight:2]") {
    const int rows = 20, columns = 2048;
    const Run run = check_softmax("normally distributed", normals(rows, columns));
    const double bytes = 4.0 * rows * columns;
    CHECK_THAT(run, launched(1) && in_blocks(rows, "row"));
    CHECK_THAT(run, allocated_nothing());
    CHECK_THAT(run, traffic("global_load_bytes", at_most(2 * bytes),
                            "each value is to be read twice: once for the state of its row, once "
                            "for its weight"));
    CHECK_THAT(run, traffic("global_load_requests", per("global_load_bytes"), at_most(1 / 128.0),
                            "the row is read by too few threads"));
    CHECK_THAT(run, traffic("global_load_sectors", per("global_load_bytes"), at_most(1 / 32.0),
                            "neighbouring threads are to read neighbouring values"));
    CHECK_THAT(run, traffic("global_store_bytes", at_most(bytes),
                            "each weight is to be written once, when the sum is known"));
    CHECK_THAT(run, traffic("global_store_requests", per("global_store_bytes"), at_most(1 / 128.0),
                            "the weights are written by too few threads"));
    CHECK_THAT(run, traffic("global_store_sectors", per("global_store_bytes"), at_most(1 / 32.0),
                            "neighbouring threads are to write neighbouring weights"));
    CHECK_THAT(run, work_shared(threads_per_block / 32, at_most(2.4),
                                "all threads of a block are to write weights of its row, 256 "
                                "neighbours at a time"));
    CHECK_THAT(
        learner_ptx(),
        has_no(R"(\.f64)", "there is a double on the way: expf, not exp, and 1.0f, not 1.0"));
}

WORKBOOK_GAIN(gain) {
    const int rows = static_cast<int>(gain.size(32, 4096)), columns = 1024;
    const Rows x = normals(rows, columns);
    Row weights(x.values.size());
    gain.about(rows, " rows of ", columns, " values");
    WORKBOOK_GAIN_CALL(gain, softmax, device_in(x.values), device_out<float>(x.values.size()), rows,
                       columns);
    gain.beside("Three loops for each row", [&] {
        for (std::size_t begin = 0; begin < x.values.size(); begin += columns) {
            const float* row = &x.values[begin];
            const float maximum = *std::max_element(row, row + columns);
            float sum = 0;
            for (int c = 0; c < columns; ++c) sum += std::exp(row[c] - maximum);
            for (int c = 0; c < columns; ++c) weights[begin + c] = std::exp(row[c] - maximum) / sum;
        }
    });
    if (gain.on_gpu()) return;
    const std::uint64_t own = gain.count("global_load_bytes");
    const std::uint64_t three = 3 * sizeof(float) * x.values.size();
    gain.say("Your kernel read ", in_bytes(own), " to give ",
             in_bytes(sizeof(float) * x.values.size()), " of values their weights.");
    gain.say("With a pass for the maximum and one for the sum it would be ", in_bytes(three), ", ",
             times_as(three, own, "much"), ".");
}
