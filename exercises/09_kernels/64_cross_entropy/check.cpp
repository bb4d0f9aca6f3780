// Checks of lesson 64. The reference computes in double.
//
// Tolerances, with e = 2^-24: in a state, n / 256 terms of a thread, a rescaling by 5 e in four of
// them, 13 mergers, and e |x - maximum| where that is at most 104 and more gives 0 anyway. A loss
// has the logarithm of that, an absolute error, and e for each unit of its size; a probability
// twice.
#include "cross_entropy.hpp"

#include "harness/floats.hpp"
#include "harness/harness.hpp"
#include "harness/shared_work.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

using namespace workbook;

WORKBOOK_PROMISE(does_not_wait, row_losses, mean_loss, gradient, cross_entropy)
WORKBOOK_PROMISE(reports_errors, row_losses, mean_loss, gradient, cross_entropy)
WORKBOOK_PROMISE(uses_gpu, row_losses, mean_loss, gradient, cross_entropy)
WORKBOOK_PROMISE(fills_gpu, row_losses, gradient)
WORKBOOK_PROMISE(any_size, row_losses, gradient, cross_entropy)

template <>
inline constexpr bool workbook::is_of_floats<State> = true;
// Losses are added up in any order. The count beside them is compared by check_mean and check_all.
template <>
inline constexpr bool workbook::is_of_floats<Mean> = true;

namespace {

using Floats = std::vector<float>;

constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr float nothing = std::numeric_limits<float>::quiet_NaN();
const float halving = -std::log(2.0f); // exp of it
constexpr const char* neighbours = "neighbouring threads are to take neighbouring logits";
constexpr const char* too_few = "a row is read, or its derivatives are written, by too few threads";
constexpr const char* ignored_unread = "each logit of a row that counts is read once, by "
                                       "neighbouring threads, and none of a row that is ignored";

struct Rows {
    int classes;
    Floats logits;
    std::vector<int> labels;
    std::string what;

    std::size_t count() const { return labels.size(); }
    Floats row(std::size_t r) const {
        const auto begin = logits.begin() + static_cast<std::ptrdiff_t>(r * classes);
        return {begin, begin + classes};
    }
    bool counts(std::size_t r) const { return labels[r] != ignored; }
    std::size_t counted() const {
        return labels.size() - std::count(labels.begin(), labels.end(), ignored);
    }
    std::string text() const {
        return ", rows = " + std::to_string(count()) + ", of which " + std::to_string(counted()) +
               " count, classes = " + std::to_string(classes) + ", " + what;
    }
};

struct Exact {
    double maximum = -infinity, sum = 0;
    State rounded() const { return {static_cast<float>(maximum), static_cast<float>(sum)}; }
};

Exact state_of(const Floats& x) {
    Exact state;
    for (const double value : x) state.maximum = std::max(state.maximum, value);
    if (state.maximum == -infinity) return state;
    for (const double value : x) state.sum += std::exp(value - state.maximum);
    return state;
}

double state_tolerance(std::size_t n) {
    return (2.0 * static_cast<double>(n) / 256 + 168) * std::ldexp(1, -24);
}

// What a wrong number is: the text behind the first of these that it is nearly equal to.
std::string looks_like(double found,
                       std::initializer_list<std::pair<double, const char*>> guesses) {
    if (std::isnan(found))
        return ": NaN is minus infinity less minus infinity, 0 / 0, or made of another NaN";
    for (const auto& [value, text] : guesses)
        if (close(found, value, 1e-5, 1e-6)) return text;
    return {};
}

bool is_state(const State& found, const Exact& expected, std::size_t n) {
    return found.maximum == expected.rounded().maximum &&
           close(found.sum, expected.sum, state_tolerance(n));
}

void compare_state(const State& found, const Floats& x) {
    const Exact expected = state_of(x);
    if (is_state(found, expected, x.size())) return;
    Floats longer = x;
    longer.resize((x.size() + 1023) / 1024 * 1024);
    const std::string hint =
        looks_like(found.sum, {{state_of(longer).sum, ": zeros from behind the row are in it"}});
    FAIL("of (" << listed(x, "no logits") << ") the maximum is " << found.maximum << " and the sum "
                << found.sum << "; expected are " << expected.maximum << " and " << expected.sum
                << hint);
}

void check_four(const Floats& before, const Floats& four) {
    const Exact exact = state_of(before);
    const State state = exact.rounded();
    INFO("with_four({" << state.maximum << ", " << state.sum << "}, {" << listed(four, "")
                       << "}), the first being the state of (" << listed(before, "no logits")
                       << ")");
    const Run run = WORKBOOK_RUN(with_four_on_host, state, four[0], four[1], four[2], four[3]);
    REQUIRE_THAT(run, completed());
    const State found = run.returned<State>();
    Floats all = before;
    all.insert(all.end(), four.begin(), four.end());
    const Exact expected = state_of(all), of_four = state_of(four);
    if (is_state(found, expected, all.size())) return;
    const double scaled = of_four.sum * std::exp(of_four.maximum - expected.maximum);
    const double rises = std::exp(expected.maximum - exact.maximum);
    const std::string hint =
        looks_like(found.sum, {{scaled, ": what the state knew is not in it"},
                               {exact.sum + scaled, ": the old sum has to be rescaled"},
                               {exact.sum * rises + scaled, ": no factor is above 1"}});
    FAIL("the result is {" << found.maximum << ", " << found.sum << "}; expected is {"
                           << expected.maximum << ", " << expected.sum << "}" << hint);
}

double loss_of(const Floats& x, int label) {
    const Exact state = state_of(x);
    return std::log(state.sum) + (state.maximum - static_cast<double>(x[label]));
}

bool is_loss(double found, double expected, std::size_t n) {
    return close(found, expected, std::ldexp(3, -24), state_tolerance(n));
}

std::string looks_like_loss(double found, const Floats& x, int label) {
    const Exact state = state_of(x);
    const double own = x[label], loss = loss_of(x, label), log = std::log(state.sum);
    if (close(found, loss, 1e-2) && loss != 0)
        return ": it is rounded as part of a large number: subtract what is large first";
    return looks_like(
        found, {{-loss, ": this is the logarithm of the probability; its sign is lost"},
                {log - own, ": the maximum is missing in it"},
                {log + 2 * (state.maximum - own), ": maximum and logit are subtracted twice"},
                {loss_of(x, 0), ": this is the loss for class 0"}});
}

Run check_losses(const Rows& x, std::uint64_t schedule = 0, bool states_alone = false) {
    INFO("row_losses" << x.text());
    Run run = WORKBOOK_RUN_SCHEDULED(schedule, row_losses, device_in(x.logits), device_in(x.labels),
                                     x.count(), x.classes, device_out<State>(x.count()),
                                     device_out<float>(x.count()));
    REQUIRE_THAT(run, completed());
    const auto states = run.output<State>(4);
    const auto losses = run.output<float>(5);
    for (std::size_t r = 0; r < x.count(); ++r) {
        INFO("row " << r << ", label " << x.labels[r]);
        if (x.counts(r)) {
            if (!run.was_written(4, r)) FAIL("states[" << r << "] was never written");
            compare_state(states[r], x.row(r));
        }
        if (states_alone) continue;
        if (!run.was_written(5, r)) FAIL("losses[" << r << "] was never written");
        const double expected = x.counts(r) ? loss_of(x.row(r), x.labels[r]) : 0;
        if (!x.counts(r) && (run.was_written(4, r) || losses[r] != 0))
            FAIL("the row is ignored; its loss is " << losses[r]
                                                    << ", expected is 0, and its state "
                                                    << "is not to be written");
        if (!is_loss(losses[r], expected, x.classes))
            FAIL("the loss of (" << listed(x.row(r), "") << ") is " << losses[r] << ", expected is "
                                 << expected << looks_like_loss(losses[r], x.row(r), x.labels[r]));
    }
    return run;
}

Run check_states(const Rows& x, std::uint64_t seed = 0) { return check_losses(x, seed, true); }

// Losses are whole numbers below 1000, so that the sums of up to 16000 of them are exact.
Run check_mean(const char* what, const Floats& losses, const std::vector<int>& labels,
               std::uint64_t schedule = 0) {
    INFO("mean_loss, rows = " << labels.size() << ", " << what);
    Run run = WORKBOOK_RUN_SCHEDULED(schedule, mean_loss, device_in(losses), device_in(labels),
                                     labels.size(), device_out<Mean>(1));
    REQUIRE_THAT(run, completed());
    if (!run.was_written(3, 0)) FAIL("*mean was never written");
    const Mean found = run.output<Mean>(3)[0];
    double sum = 0, count = 0, all = 0, rows = static_cast<double>(labels.size());
    for (std::size_t r = 0; r < labels.size(); ++r) {
        all += losses[r];
        if (labels[r] != ignored) sum += losses[r], ++count;
    }
    const double mean = count > 0 ? sum / count : 0;
    if (found.count == count && close(found.loss, mean, 1e-5)) return run;
    FAIL("*mean is {" << found.loss << ", " << found.count << "}; expected is {" << mean << ", "
                      << count << "}"
                      << looks_like(found.loss,
                                    {{sum, ": it is the sum, not divided"},
                                     {sum / rows, ": it is divided by the number of all rows"},
                                     {all / rows, ": rows that are ignored are in it"}}));
    return run;
}

std::vector<State> states_of(const Rows& x) {
    std::vector<State> states;
    for (std::size_t r = 0; r < x.count(); ++r)
        states.push_back(x.counts(r) ? state_of(x.row(r)).rounded() : State{nothing, nothing});
    return states;
}

// The first class of row r whose derivative is not what `derivative` says, and that; it is told p
// and whether the class is the label.
template <class Derivative>
std::optional<std::pair<int, double>> first_wrong(const Floats& found, const Rows& x, std::size_t r,
                                                  Derivative derivative) {
    const Floats row = x.row(r);
    const Exact state = state_of(row);
    const double absolute = std::ldexp(4, -24) / std::max<double>(x.counted(), 1);
    for (int c = 0; c < x.classes; ++c) {
        const double p = std::exp(row[c] - state.maximum) / state.sum;
        const double expected = derivative(p, c == x.labels[r]);
        if (!close(found[c], expected, 2 * state_tolerance(x.classes), absolute))
            return std::pair{c, expected};
    }
    return std::nullopt;
}

// What is wrong with the derivatives of row r, if it is something that a usual mistake leads to.
std::string looks_like(const Floats& found, const Rows& x, std::size_t r) {
    const auto count = static_cast<double>(x.counted()), rows = static_cast<double>(x.count());
    if (!x.counts(r)) return ": the row is ignored: its derivatives are 0, whatever stands in it";
    using Derivative = double (*)(double p, bool own, double n, double all);
    static constexpr std::pair<Derivative, const char*> guesses[] = {
        {[](double p, bool, double n, double) { return p / n; }, ": no 1 is subtracted"},
        {[](double p, bool own, double, double) { return p - own; }, ": not divided by count"},
        {[](double p, bool own, double n, double) { return p / n - own; }, ": 1 for 1 / count"},
        {[](double p, bool own, double, double all) { return (p - own) / all; },
         ": divided by the number of all rows"},
        {[](double p, bool own, double n, double) { return (p + own) / n; }, ": 1 is added"}};
    for (const auto& [guess, text] : guesses)
        if (!first_wrong(found, x, r, [&](double p, bool b) { return guess(p, b, count, rows); }))
            return text;
    return {};
}

void compare_gradient(const Run& run, const Rows& x) {
    const auto all = run.output<float>(0);
    const auto count = static_cast<double>(x.counted());
    for (std::size_t r = 0; r < x.count(); ++r) {
        const Floats found(all.begin() + r * x.classes, all.begin() + (r + 1) * x.classes);
        const auto right = [&](double p, bool own) { return x.counts(r) ? (p - own) / count : 0; };
        const auto wrong = first_wrong(found, x, r, right);
        if (!wrong) continue;
        FAIL("row " << r << ", label " << x.labels[r] << ": the derivative of class "
                    << wrong->first << " is " << found[wrong->first] << ", expected is "
                    << wrong->second << looks_like(found, x, r));
    }
}

Run check_gradient(const Rows& x, std::uint64_t schedule = 0) {
    INFO("gradient" << x.text());
    const std::vector<Mean> mean{{1.0f, static_cast<int>(x.counted())}};
    Run run =
        WORKBOOK_RUN_SCHEDULED(schedule, gradient, device_inout(x.logits), device_in(x.labels),
                               device_in(states_of(x)), device_in(mean), x.count(), x.classes);
    REQUIRE_THAT(run, completed());
    compare_gradient(run, x);
    return run;
}

Run check_all(const Rows& x) {
    INFO("cross_entropy" << x.text());
    Run run = WORKBOOK_RUN(cross_entropy, device_inout(x.logits), device_in(x.labels), x.count(),
                           x.classes, device_out<State>(x.count()), device_out<float>(x.count()),
                           device_out<Mean>(1));
    REQUIRE_THAT(run, completed());
    double sum = 0;
    for (std::size_t r = 0; r < x.count(); ++r)
        if (x.counts(r)) sum += loss_of(x.row(r), x.labels[r]);
    const double count = static_cast<double>(x.counted()), loss = count > 0 ? sum / count : 0;
    const Mean found = run.output<Mean>(6)[0];
    if (found.count != static_cast<int>(x.counted()) || !is_loss(found.loss, loss, x.classes))
        FAIL("*mean is {" << found.loss << ", " << found.count << "}; expected is {" << loss << ", "
                          << x.counted() << "}");
    compare_gradient(run, x);
    return run;
}

Rows random_rows(std::size_t rows, int classes, double deviation = 3) {
    return {classes, random_normals<float>(rows * classes, 0, deviation),
            random_integers<int>(rows, 0, classes - 1), "normally distributed"};
}

// Every third row is ignored, and full of NaN.
Rows with_ignored(Rows x) {
    for (std::size_t r = 1; r < x.count(); r += 3) {
        x.labels[r] = ignored;
        std::fill_n(x.logits.begin() + r * x.classes, x.classes, nothing);
    }
    x.what += "; row 1 and every third row are ignored, and full of NaN";
    return x;
}

// Every third row is ignored; losses are whole numbers.
Run check_random_mean(std::size_t rows, std::uint64_t schedule = 0) {
    Floats losses;
    for (const int loss : random_integers<int>(rows, 1, 1000)) losses.push_back(float(loss));
    return check_mean("random whole numbers", losses, with_ignored(random_rows(rows, 1)).labels,
                      schedule);
}

// So that a sum's binary digits say what is in it, and losses are multiples of log 2.
Rows digits(int classes) {
    Rows x{classes,
           {},
           {},
           "logits fall by log 2, row r has label r: probabilities 1/2, 1/4, 1/8, ..."};
    for (int r = 0; r < classes; ++r) {
        x.labels.push_back(r);
        for (int c = 0; c < classes; ++c) x.logits.push_back(0 + halving * static_cast<float>(c));
    }
    return x;
}

Rows around(std::size_t rows, int classes, float value) {
    Rows x = random_rows(rows, classes, 1);
    for (float& logit : x.logits) logit += value;
    x.what = "logits around " + std::to_string(static_cast<int>(value));
    return x;
}

// Minus infinity everywhere but in a few classes, of which the label is one, but in every fourth
// row.
Rows masked(std::size_t rows, int classes) {
    Rows x = random_rows(rows, classes);
    for (std::size_t r = 0; r < rows; ++r)
        for (int c = 0; c < classes; ++c)
            if (c % 5 != x.labels[r] % 5 || (r % 4 == 0 && c == x.labels[r] && classes > 5))
                x.logits[r * classes + c] = -infinity;
    x.what = "-infinity in most classes, in every fourth row in the label's, too";
    return x;
}

} // namespace

TEST_CASE("1: with_four", "[weight:2]") {
    const float a = halving;
    check_four({0, a}, {2 * a, 3 * a, 4 * a, 5 * a});
    check_four({4 * a, 5 * a}, {0, a, 2 * a, 3 * a});
    check_four({}, {0, a, 2 * a, 3 * a});
    check_four({2 * a}, {3 * a, a, 2 * a, 0});
    check_four({-3, -4}, {-7, -2, -6, -5});
    check_four({1e4f, 1e4f}, {-1e4f, 0, 9999, -3e38f});
    check_four({-1e4f}, {1e4f, 1e4f, 1e4f, 1e4f});
    check_four({1, 2}, {-infinity, -infinity, -infinity, -infinity});
    check_four({1, 2}, {-infinity, 1, -infinity, 3});
    check_four({}, {-infinity, -infinity, -infinity, -infinity});
    check_four({}, {-infinity, -3e38f, -infinity, -infinity});
    for (int i = 0; i < 10; ++i)
        check_four(random_normals<float>(5, 0, 3), random_normals<float>(4, 0, 3));
}

TEST_CASE("2: row_losses, states of rows of any length", "[weight:2]") {
    check_states(digits(20));
    for (const int classes : {1, 2, 31, 32, 33, 255, 256, 257, 1000, 1023, 1025, 2049, 4099})
        check_states(random_rows(3, classes));
    for (const Rows& x : {around(3, 700, -50), around(3, 700, 1e4f), masked(8, 1200)})
        check_states(x);
    const Run run = check_states(random_rows(2, 131'072));
    CHECK_THAT(run, work_shared(threads_per_block / 32, at_most(2.5),
                                "all threads of a block are to read logits of its row"));
    for (const std::uint64_t seed : random_integers<std::uint64_t>(2, 1, 1'000'000))
        check_states(random_rows(3, 700), seed);
}

TEST_CASE("2: row_losses reads each logit once") {
    const std::size_t rows = 20;
    const int classes = 4096;
    const Run run = check_states(random_rows(rows, classes));
    CHECK_THAT(run, launched(1) && in_blocks(rows, "row"));
    const double besides = 8.0 * rows * (threads_per_block + 8); // labels, and their logits
    CHECK_THAT(run, traffic("global_load_bytes", at_most(4.0 * rows * classes + besides),
                            "maximum and sum come from one pass: each logit is read once"));
    CHECK_THAT(run,
               traffic("global_load_requests", at_most(rows * (classes / 32.0 + 24)), too_few));
    CHECK_THAT(run,
               traffic("global_load_sectors", at_most(rows * (classes / 8.0 + 24)), neighbours));
}

TEST_CASE("3: row_losses, the loss of each label") {
    for (const Rows& x : {digits(20), random_rows(40, 10), random_rows(10, 1000), random_rows(4, 1),
                          around(6, 300, 1e4f), around(6, 300, -1e4f), random_rows(6, 300, 1e3),
                          masked(8, 300), random_rows(0, 4)})
        check_losses(x);
}

TEST_CASE("3: row_losses, rows that are ignored", "[weight:2]") {
    const Rows x = with_ignored(random_rows(30, 2000));
    const Run run = check_losses(x);
    check_losses(with_ignored(random_rows(7, 33)));
    const double counted = static_cast<double>(x.counted()) * x.classes;
    CHECK_THAT(run, launched(1));
    CHECK_THAT(run,
               traffic("global_load_bytes", at_most(4 * counted + 8.0 * 30 * 300), ignored_unread));
    CHECK_THAT(run,
               traffic("global_store_bytes", at_most(4.0 * x.count() + 8.0 * x.counted()),
                       "each state and each loss is written once, by one thread of the block"));
    for (const std::uint64_t seed : random_integers<std::uint64_t>(2, 1, 1'000'000))
        check_losses(with_ignored(random_rows(7, 333)), seed);
}

TEST_CASE("4: mean_loss", "[weight:2]") {
    check_mean("all losses are 3, every third row is ignored", Floats(100, 3),
               with_ignored(random_rows(100, 1)).labels);
    check_mean("no row counts; their losses are NaN", Floats(50, nothing),
               std::vector<int>(50, ignored));
    check_mean("row 1 counts; the losses of the others are NaN", {nothing, 5, nothing},
               {ignored, 0, ignored});
    for (const std::size_t n : {1, 2, 31, 32, 33, 255, 256, 257, 1000, 1025, 9001})
        check_random_mean(n);
    check_mean("all losses are 7, all rows count", Floats(777, 7), std::vector<int>(777, 3));
    check_mean("no rows", {}, {});
    for (const std::uint64_t seed : random_integers<std::uint64_t>(2, 1, 1'000'000))
        check_random_mean(700, seed);
    const Run run = check_random_mean(8192);
    CHECK_THAT(run, launched(1));
    CHECK_THAT(run, traffic("global_load_bytes", at_most(8.0 * 8192),
                            "each loss and each label is read once"));
    CHECK_THAT(run, traffic("global_load_sectors", per("global_load_bytes"), at_most(1.3 / 32),
                            "neighbouring threads are to take neighbouring rows"));
    CHECK_THAT(run, traffic("global_store_bytes", at_most(8), "one thread is to write the mean"));
    CHECK_THAT(run, work_shared(threads_per_block / 32, at_most(2.5),
                                "all threads of the block are to add up losses"));
}

TEST_CASE("5: gradient, which class and which row") {
    for (const Rows& x : {digits(16), random_rows(5, 10), with_ignored(random_rows(8, 10))})
        check_gradient(x);
}

TEST_CASE("5: gradient, any shape", "[weight:2]") {
    for (const int classes : {1, 2, 31, 33, 255, 256, 257, 1000, 1023, 1024, 1025, 2049, 4099})
        check_gradient(with_ignored(random_rows(3, classes)));
    for (const Rows& x : {with_ignored(random_rows(2, 131'072)), random_rows(0, 7),
                          around(5, 300, 1e4f), random_rows(5, 300, 1e3), masked(8, 300)})
        check_gradient(x);
    Rows none_counts = random_rows(3, 100);
    none_counts.labels.assign(3, ignored);
    check_gradient(none_counts);
    check_all(none_counts);
    for (const std::uint64_t seed : random_integers<std::uint64_t>(2, 1, 1'000'000))
        check_gradient(with_ignored(random_rows(5, 700)), seed);
}

TEST_CASE("5: gradient reads once and writes once") {
    const std::size_t rows = 12;
    const int classes = 16'384;
    const Rows x = with_ignored(random_rows(rows, classes));
    const Run run = check_gradient(x);
    const double bytes = 4.0 * rows * classes, counted = 4.0 * x.counted() * classes;
    CHECK_THAT(run, launched(1));
    // Besides, each warp may ask for label, state and count, a sector each.
    CHECK_THAT(
        run, traffic("global_load_sectors", at_most(counted / 32 + 300.0 * rows), ignored_unread));
    CHECK_THAT(run, traffic("global_store_bytes", at_most(bytes + 4 * rows),
                            "each derivative is written once"));
    CHECK_THAT(run, traffic("global_store_sectors", per("global_store_bytes"), at_most(1.01 / 32),
                            neighbours));
    CHECK_THAT(run, traffic("global_store_requests", per("global_store_bytes"), at_most(1.01 / 128),
                            too_few));
    CHECK_THAT(run, work_shared(rows * threads_per_block / 32, at_most(3),
                                "all threads of a block are to write derivatives of its row"));
    CHECK_THAT(
        learner_ptx(),
        has_no(R"(\.f64)",
               "there is a double on the way: expf and logf, not exp and log, and 1.0f, not 1.0"));
}

TEST_CASE("all: cross_entropy") {
    for (const Rows& x : {with_ignored(random_rows(11, 1000)), random_rows(0, 9)}) check_all(x);
    const Run run = check_all(random_rows(40, 513));
    CHECK_THAT(run, launched(3));
    CHECK_THAT(run, allocated_nothing());
}

WORKBOOK_GAIN(gain) {
    const std::size_t rows = gain.size(24, 1024);
    const Rows x = random_rows(rows, 4096);
    gain.about(rows, " rows of ", x.classes, " logits");
    WORKBOOK_GAIN_CALL(gain, cross_entropy, device_inout(x.logits), device_in(x.labels), rows,
                       x.classes, device_out<State>(rows), device_out<float>(rows),
                       device_out<Mean>(1));
    if (gain.on_gpu()) return;
    const std::uint64_t own = gain.count("global_load_bytes") + gain.count("global_store_bytes");
    gain.say("Your three kernels moved ", in_bytes(own), ": logits twice, derivatives once.");
    const std::uint64_t separate = 8 * sizeof(float) * x.logits.size(); // 5 reads, 3 writes
    gain.say("Softmax in three passes, then the losses, then the difference to the labels move ",
             in_bytes(separate), ": ", times_as(separate, own, "much"), ".");
}
