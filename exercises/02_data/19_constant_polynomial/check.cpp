// Checks of lesson 19. The reference adds up powers in double, in another order than Horner's.
// Where x and the coefficients are small whole numbers, float rounds nowhere, and the comparison is
// exact.
#include "constant_polynomial.hpp"

#include "harness/harness.hpp"

#include <cmath>
#include <string>

using namespace workbook;

WORKBOOK_PROMISE(does_not_wait, evaluate)
WORKBOOK_PROMISE(reports_errors, evaluate, evaluate_two)
WORKBOOK_PROMISE(uses_gpu, evaluate, evaluate_two)
WORKBOOK_PROMISE(any_size, evaluate)

namespace {

using Numbers = std::vector<float>;

Numbers whole_numbers(std::size_t n, int low, int high) {
    const auto numbers = random_integers<int>(n, low, high);
    return {numbers.begin(), numbers.end()};
}

// All different from each other and none of them 0: a coefficient at the wrong place, or none,
// shows.
Numbers whole_coefficients(int count) {
    const auto order = random_permutation(9);
    Numbers coefficients(count);
    for (int k = 0; k < count; ++k) coefficients[k] = 1.0f + order[k % 9] + (k < 9 ? 0 : -20);
    return coefficients;
}

std::vector<double> reference(const Numbers& coefficients, const Numbers& x) {
    std::vector<double> values(x.size());
    for (std::size_t i = 0; i < x.size(); ++i)
        for (std::size_t k = 0; k < coefficients.size(); ++k)
            values[i] += coefficients[k] * std::pow(double{x[i]}, static_cast<double>(k));
    return values;
}

Numbers exact_reference(const Numbers& coefficients, const Numbers& x) {
    const auto values = reference(coefficients, x);
    return {values.begin(), values.end()};
}

Run run_evaluate(const Numbers& coefficients, const Numbers& x) {
    return WORKBOOK_RUN(evaluate, in(coefficients), static_cast<int>(coefficients.size()),
                        device_in(x), device_out<float>(x.size()), x.size());
}

// Nothing is rounded: 11 coefficients of at most 19, at most 3^10: below 2^24 in all.
Run check_exact(int count, std::size_t n) {
    const Numbers coefficients = whole_coefficients(count), x = whole_numbers(n, -3, 3);
    std::string list;
    for (const float c : coefficients) list += " " + std::to_string(static_cast<int>(c));
    INFO("coefficients: " << count << (count > 0 ? ":" : "") << list << "; n = " << n);
    Run run = run_evaluate(coefficients, x);
    REQUIRE_THAT(run, completed());
    const Numbers reversed(coefficients.rbegin(), coefficients.rend());
    const auto expected = exact_reference(coefficients, x);
    if (run.output<float>(3) != expected && run.output<float>(3) == exact_reference(reversed, x))
        FAIL("the coefficients are used in reverse order: coefficients[0] stands alone, "
             "coefficients[1] is multiplied by x");
    REQUIRE_THAT(run, output_equals(3, expected).from({2}));
    return run;
}

} // namespace

TEST_CASE("a line, a parabola, a cubic") {
    for (const int count : {2, 3, 4}) check_exact(count, 1000);
}

TEST_CASE("any number of values") {
    for (const std::size_t n : awkward_sizes()) check_exact(4, n);
}

TEST_CASE("other coefficients at each call, more of them or fewer", "[weight:2]") {
    for (const int count : {11, 0, 1, 3, 2, 10, 1}) check_exact(count, 500);
}

TEST_CASE("two calls directly after each other", "[weight:2]") {
    const Numbers p = whole_coefficients(5), q = whole_coefficients(5);
    const Numbers x = whole_numbers(3000, -3, 3);
    INFO("evaluate_two: p into out_p, q into out_q, 5 coefficients each");
    const Run run =
        WORKBOOK_RUN(evaluate_two, in(p), in(q), 5, device_in(x), device_out<float>(x.size()),
                     device_out<float>(x.size()), x.size());
    REQUIRE_THAT(run, completed());
    CHECK_THAT(run, output_equals(4, exact_reference(p, x)).from({3}));
    CHECK_THAT(run, output_equals(5, exact_reference(q, x)).from({3}));
}

TEST_CASE("numbers that round, 16 coefficients") {
    const Numbers coefficients = random_reals<float>(most_coefficients, -1.0, 1.0);
    const Numbers x = random_reals<float>(5000, -1.0, 1.0);
    const Run run = run_evaluate(coefficients, x);
    REQUIRE_THAT(run, completed());
    // 16 products and 16 sums, each rounded by 2^-24 of an intermediate value below 16.
    CHECK_THAT(run,
               output_close(3, reference(coefficients, x), absolute(32 * 16 * std::ldexp(1.0, -24)))
                   .from({2}));
}

TEST_CASE("the coefficients are in constant memory", "[weight:2]") {
    const std::size_t n = 2000;
    const Run run = check_exact(7, n);
    CHECK_THAT(learner_ptx().kernel("polynomial_kernel"),
               has(R"(\bld\.const)", "the kernel reads nothing from constant memory: where do the "
                                     "coefficients come from?"));
    CHECK_THAT(run, traffic("global_load_bytes", per(static_cast<double>(n), "element"), exactly(4),
                            "each x is to be read once, and nothing else from global memory"));
    // A step of Horner's way is one instruction, fma. A mul is a power in the making.
    CHECK_THAT(learner_ptx().kernel("polynomial_kernel"),
               has_no(R"(\bmul(\.\w+)*\.f32)",
                      "the kernel multiplies for powers: Horner's way needs one multiplication and "
                      "one addition for each coefficient, and no powers"));
    // 16 multiplications with addition, at most 16 reads, and the loop around them.
    CHECK_THAT(run,
               traffic("thread_instructions", per(static_cast<double>(n), "element"), at_most(150),
                       "many more instructions than Horner's way takes: it needs one "
                       "multiplication and one addition for each coefficient, and no powers"));
    CHECK_THAT(run, traffic("local_requests", at_most(0),
                            "the threads make copies of the coefficients of their own"));
    // Always all of them: a loop whose end is known when it is compiled.
    const Run many = check_exact(11, n), few = check_exact(1, n);
    if (many.measures_traffic())
        CHECK_THAT(few, traffic("thread_instructions",
                                at_least(static_cast<double>(
                                    many.launches()[0].counter("thread_instructions"))),
                                "the kernel takes fewer instructions for 1 coefficient than for "
                                "11: it is to go through "
                                "all 16 places at every call"));
}

TEST_CASE("one copy of so many bytes, one launch, single precision") {
    const Numbers coefficients = whole_coefficients(5), x = whole_numbers(1000, -3, 3);
    for (const char* which : {"first", "second"}) {
        INFO("the " << which << " of two calls with the same coefficients");
        const Run run = run_evaluate(coefficients, x);
        REQUIRE_THAT(run, completed());
        CHECK_THAT(run, output_equals(3, exact_reference(coefficients, x)).from({2}));
        CHECK_THAT(run, launched(1));
        CHECK_THAT(run, copied(1, host_to_device) && copied(0, device_to_host) &&
                            copied_bytes(host_to_device, most_coefficients * sizeof(float)));
        CHECK_THAT(run, allocated_nothing());
    }
    CHECK_THAT(learner_ptx().kernel("polynomial_kernel"),
               has_no(R"(\.f64)", "the kernel computes in double precision: look for pow and for "
                                  "literals without f"));
}
