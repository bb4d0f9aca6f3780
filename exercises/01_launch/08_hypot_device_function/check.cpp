// Checks of lesson 08. The reference works in double: no square of a float overflows or underflows
// there, and its own error is a thousand-millionth of a float's ulp.
//
// Tolerance: 4 ulp, what the header promises. The textbook way (scale by the longer leg) rounds
// five times on its way to the result; in 60 million random triangles it never missed by more
// than 2.01 ulp, and rounding the reference to float adds half an ulp. The tolerance does not tell
// this way from the naive formula, the range of the data does. Infinities, NaNs and zeros have no
// tolerance.
//
// polar_distance, with e = 2^-24: cosf and sinf are right to 2 ulp, which is 4 e, their product
// with rho adds e, and the difference of two such numbers e again: 6 e (rho1 + rho2) in each
// direction, 8.5 e in both. The hypotenuse, no longer than rho1 + rho2, adds 4 ulp, 8 e.
// Together 16.5 e, which is 1e-6: the header's bound.
#include "hypot_device_function.hpp"

#include "harness/harness.hpp"
#include "harness/shared_work.hpp"

#include <algorithm>
#include <cmath>
#include <iomanip>
#include <limits>
#include <numbers>
#include <sstream>

using namespace workbook;

WORKBOOK_PROMISE(does_not_wait, hypot_on_device, polar_distance)
WORKBOOK_PROMISE(uses_gpu, hypot_on_device, polar_distance)
WORKBOOK_PROMISE(any_size, hypot_on_device, polar_distance)

namespace {

constexpr double tolerance_ulp = 4;

struct Legs {
    std::vector<float> a, b;
};

std::vector<float> reference(const Legs& legs) {
    std::vector<float> expected(legs.a.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
        const double a = legs.a[i], b = legs.b[i];
        // Infinity first: std::hypot's rule, and ours, for infinity and NaN together.
        expected[i] = std::isinf(a) || std::isinf(b) ? std::numeric_limits<float>::infinity()
                                                     : static_cast<float>(std::sqrt(a * a + b * b));
    }
    return expected;
}

// Both stop at the first count that fails: one message says more than ten of the same kind.
void check_device(const Legs& legs) {
    INFO("hypot_on_device, count = " << legs.a.size());
    const std::size_t count = legs.a.size();
    const Run run = WORKBOOK_RUN(hypot_on_device, device_in(legs.a), device_in(legs.b),
                                 device_out<float>(count), count);
    REQUIRE_THAT(run, completed());
    REQUIRE_THAT(run, output_within_ulp(2, reference(legs), tolerance_ulp).from({0, 1}));
    if (count == 0) return;
    // With a stride shorter than the grid, the threads do each other's work again: the values are
    // right, the time is not.
    REQUIRE_THAT(run,
                 traffic("global_store_bytes", per(static_cast<double>(count), "element"),
                         at_most(sizeof(float)),
                         "elements are computed more than once: a thread starts with the element "
                         "of its number in the whole grid, not in its block, and goes on by the "
                         "number of threads in the whole grid"));
    if (count > 1'000'000)
        REQUIRE_THAT(run, work_shared(1024 * 256 / 32, at_most(2),
                                      "some warps do the work of the others: every thread of the "
                                      "grid is to take its elements"));
}

// Results that are the float next to the true value.
std::size_t nearest(const Run& run, const Legs& legs) {
    const auto expected = reference(legs);
    const auto actual = run.output<float>(2);
    std::size_t count = 0;
    for (std::size_t i = 0; i < expected.size(); ++i) count += actual[i] == expected[i];
    return count;
}

// Steps in float round, on both sides alike; the compiler may fuse two of them on one side. A host
// that is never off, beside a device that is, has a function of its own: one that computes in
// double, as the library's hypotf does.
class OneFunction final : public RunMatcher {
  public:
    OneFunction(const Legs& legs, std::size_t on_device) : legs_(legs), on_device_(on_device) {}
    bool match(const Run& host) const override {
        const std::size_t count = legs_.a.size(), on_host = nearest(host, legs_);
        if (on_host < count || on_device_ > count - count / 100) return true;
        return fails(Verdict::requirement,
                     "all " + std::to_string(count) +
                         " results of the host are the float next to the true value, and of the "
                         "same results of the device " +
                         std::to_string(count - on_device_) +
                         " are not: these are two functions. One is asked for that both sides "
                         "call, in float and without the library's hypotf");
    }

  private:
    const Legs& legs_;
    std::size_t on_device_;
};

void check_host(const Legs& legs) {
    INFO("hypot_on_host, count = " << legs.a.size());
    const std::size_t count = legs.a.size();
    const Run run = WORKBOOK_RUN(hypot_on_host, in(legs.a), in(legs.b), out<float>(count), count);
    REQUIRE_THAT(run, completed());
    REQUIRE_THAT(run, output_within_ulp(2, reference(legs), tolerance_ulp).from({0, 1}));
}

Legs ordinary(std::size_t count) {
    return {random_reals<float>(count, -12.0, 12.0), random_reals<float>(count, -12.0, 12.0)};
}

// Legs of similar length, between 2^lowest and 2^highest: both matter for the result.
Legs of_magnitude(std::size_t count, int lowest, int highest) {
    const auto exponents = random_integers<int>(count, lowest, highest - 1);
    auto shape = [&] {
        auto values = random_reals<float>(count, -2.0, 2.0);
        for (std::size_t i = 0; i < count; ++i) {
            values[i] = std::ldexp(values[i], exponents[i]);
        }
        return values;
    };
    auto a = shape();
    return {std::move(a), shape()};
}

// Each value with each, in both orders.
Legs all_pairs(const std::vector<float>& values) {
    Legs legs;
    for (const float a : values) {
        for (const float b : values) {
            legs.a.push_back(a);
            legs.b.push_back(b);
        }
    }
    return legs;
}

struct Polar {
    std::vector<float> rho, theta;

    static Polar random(std::size_t count, double nearest, double farthest) {
        return {random_reals<float>(count, nearest, farthest),
                random_reals<float>(count, -std::numbers::pi, std::numbers::pi)};
    }
};

// What the header promises: the error of each pair is at most 1e-6 of its own rho1 + rho2.
// output_close knows one tolerance for all elements, that of the pair farthest out; it comes first
// for its messages.
class EachPairClose final : public RunMatcher {
  public:
    EachPairClose(const Polar& p, const Polar& q, std::vector<double> expected)
        : p_(p), q_(q), expected_(std::move(expected)) {}
    bool match(const Run& run) const override {
        const auto actual = run.output<float>(4);
        for (std::size_t i = 0; i < expected_.size(); ++i) {
            const double most = 1e-6 * (double{p_.rho[i]} + q_.rho[i]);
            if (std::abs(actual[i] - expected_[i]) <= most) continue;
            std::ostringstream text;
            text << std::setprecision(9) << "element " << i << " (from rho " << p_.rho[i] << " and "
                 << q_.rho[i] << ", theta " << p_.theta[i] << " and " << q_.theta[i]
                 << "): expected " << expected_[i] << ", got " << actual[i] << std::setprecision(3)
                 << "; the header allows 1e-6 * (rho1 + rho2), " << most << ", and this is off by "
                 << std::abs(actual[i] - expected_[i]);
            return fails(Verdict::wrong_answer, text.str());
        }
        return true;
    }

  private:
    const Polar &p_, &q_;
    std::vector<double> expected_;
};

void check_polar(const Polar& p, const Polar& q) {
    const std::size_t count = p.rho.size();
    INFO("polar_distance, count = " << count);
    const Run run =
        WORKBOOK_RUN(polar_distance, device_in(p.rho), device_in(p.theta), device_in(q.rho),
                     device_in(q.theta), device_out<float>(count), count);
    REQUIRE_THAT(run, completed());
    std::vector<double> expected(count);
    double farthest = std::numeric_limits<float>::min();
    for (std::size_t i = 0; i < count; ++i) {
        const double dx =
            p.rho[i] * std::cos(double{p.theta[i]}) - q.rho[i] * std::cos(double{q.theta[i]});
        const double dy =
            p.rho[i] * std::sin(double{p.theta[i]}) - q.rho[i] * std::sin(double{q.theta[i]});
        expected[i] = std::sqrt(dx * dx + dy * dy);
        farthest = std::max(farthest, double{p.rho[i]} + q.rho[i]);
    }
    REQUIRE_THAT(
        run, output_close(4, expected, relative(0), absolute(1e-6 * farthest)).from({0, 1, 2, 3}));
    REQUIRE_THAT(run, EachPairClose(p, q, expected));
}

using Float = std::numeric_limits<float>;

const std::vector<float> zeros_and_friends = {0.0f, -0.0f, 1.0f, -3.0f, 4.0f, 5e-9f};
const std::vector<float> not_finite = {
    Float::infinity(), -Float::infinity(), Float::quiet_NaN(), 0.0f, 1.0f,
    -Float::max(),     Float::denorm_min()};

} // namespace

TEST_CASE("device: everyday lengths at every count", "[weight:2]") {
    for (const std::size_t count : awkward_sizes()) {
        check_device(ordinary(count));
    }
}

TEST_CASE("device: zeros, signs and exact triangles") {
    check_device({{3.0f, -5.0f, 8.0f, -20.0f}, {4.0f, 12.0f, -15.0f, -21.0f}});
    check_device(all_pairs(zeros_and_friends));
}

TEST_CASE("device: long legs, whose squares overflow") {
    check_device({{1e30f, 3e38f, Float::max()}, {1e30f, 1e38f, 1.0f}});
    check_device(of_magnitude(20'000, 60, 127));
}

TEST_CASE("device: short legs, whose squares underflow") {
    check_device({{1e-30f, 3e-40f, Float::min(), Float::denorm_min()},
                  {1e-30f, 4e-40f, Float::min(), Float::denorm_min()}});
    check_device(of_magnitude(20'000, -149, -60));
}

TEST_CASE("device: infinity and NaN") { check_device(all_pairs(not_finite)); }

TEST_CASE("host: the same function, the same promises", "[weight:2]") {
    check_host(ordinary(10'000));
    check_host(all_pairs(zeros_and_friends));
    check_host(of_magnitude(10'000, -149, 127));
    check_host(all_pairs(not_finite));
}

TEST_CASE("host and device call one function") {
    const Legs legs = ordinary(10'000);
    const std::size_t count = legs.a.size();
    const Run device = WORKBOOK_RUN(hypot_on_device, device_in(legs.a), device_in(legs.b),
                                    device_out<float>(count), count);
    REQUIRE_THAT(device, completed());
    REQUIRE_THAT(device, output_within_ulp(2, reference(legs), tolerance_ulp).from({0, 1}));
    const Run host = WORKBOOK_RUN(hypot_on_host, in(legs.a), in(legs.b), out<float>(count), count);
    REQUIRE_THAT(host, completed());
    REQUIRE_THAT(host, output_within_ulp(2, reference(legs), tolerance_ulp).from({0, 1}));
    CHECK_THAT(host, OneFunction(legs, nearest(device, legs)));
}

TEST_CASE("polar_distance: points anywhere", "[weight:2]") {
    for (const std::size_t count : {0, 1, 33, 5000, 300'000}) { // the loop is the same as above
        check_polar(Polar::random(count, 0.5, 1.5), Polar::random(count, 0.5, 1.5));
    }
}

TEST_CASE("polar_distance: points close together, and points far out") {
    const Polar points = Polar::random(10'000, 0.5, 1.5);
    Polar neighbours = points;
    for (float& angle : neighbours.theta) angle += 1e-4f;
    check_polar(points, neighbours);
    check_polar(points, points);
    check_polar(Polar::random(10'000, 1e30, 1e38), Polar::random(10'000, 1e30, 1e38));
    check_polar({{0.0f, 0.0f, 1.0f}, {1.0f, 3.0f, 1.0f}}, {{0.0f, 2.0f, 0.0f}, {2.0f, 0.5f, 1.0f}});
    // Near the origin: squares underflow.
    check_polar(Polar::random(10'000, 1e-35, 1e-30), Polar::random(10'000, 1e-35, 1e-30));
    // One array with all magnitudes: a bound taken from the farthest pair would see the last few
    // only.
    const auto exponents = random_integers<int>(10'000, -118, 125);
    Polar first = Polar::random(10'000, 0.5, 1.5), second = Polar::random(10'000, 0.5, 1.5);
    for (std::size_t i = 0; i < exponents.size(); ++i) {
        first.rho[i] = std::ldexp(first.rho[i], exponents[i]);
        second.rho[i] = std::ldexp(second.rho[i], exponents[i]);
    }
    check_polar(first, second);
}

TEST_CASE("device: one kernel, no detour over the host") {
    const Legs legs = ordinary(10'000);
    const Run run = WORKBOOK_RUN(hypot_on_device, device_in(legs.a), device_in(legs.b),
                                 device_out<float>(legs.a.size()), legs.a.size());
    REQUIRE_THAT(run, completed());
    REQUIRE_THAT(run, output_within_ulp(2, reference(legs), tolerance_ulp).from({0, 1}));
    CHECK_THAT(run, launched(1));
    CHECK_THAT(run, launched_with(grid(1024), block(256)));
    CHECK_THAT(run, copied(0, host_to_device) && copied(0, device_to_host));
}

TEST_CASE("single precision only") {
    check_device(ordinary(100)); // a kernel that does nothing has no double in it either
    CHECK_THAT(learner_ptx().kernel("hypot_kernel"),
               has_no(R"(\.f64)",
                      "the compiled kernel computes in double precision, which most GPUs "
                      "do 32 or 64 times slower: look for a literal without f (1.0 in "
                      "place of 1.0f), for double, and for functions that take one"));
    // cosf and sinf hold some double for huge angles, but made of integers: no float is turned into
    // one.
    CHECK_THAT(
        learner_ptx().kernel("polar_kernel"),
        has_no(R"(cvt\.f64\.f32)",
               "the compiled kernel turns a float into a double, with which most GPUs "
               "compute 32 or 64 times slower: look for double in to_cartesian and distance, "
               "for a literal without f, and for functions that take a double"));
}
