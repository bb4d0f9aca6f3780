// Checks of lesson 15. The references work in double, on the same floats.
//
// Tolerances, with e = 2^-24, the rounding error of one float operation. gaussian_pdf: z is a
// difference and a quotient (2 e), its square doubles that and adds e: 5 e relative in the exponent
// a, which is 5 a e relative in the result. expf adds up to 4 e, the divisor and the division 3 e.
// With mean 0 and sigma 1, z is exact, and a e remains of the first part.
//   within 3 sigma (a at most 4.5): (22.5 + 7) e = 1.8e-6;  the header's 2e-6
//   the same, mean 0 and sigma 1:    (4.5 + 7) e = 0.7e-6;  1e-6 here
//   within 6 sigma (a at most 18):     (90 + 7) e = 5.8e-6;  the header's 1e-5
// damped_wave, absolute: exp(-a) (a + 4) e of the exponential, 4 e of cospif, e of the product:
// below 9.1 e = 5.5e-7. The header's 2e-6 also lets other ways to drop the whole turns pass.
#include "float_literals.hpp"

#include "harness/harness.hpp"

#include <cmath>
#include <limits>
#include <numbers>

using namespace workbook;

WORKBOOK_PROMISE(does_not_wait, gaussian_pdf, damped_wave)
WORKBOOK_PROMISE(reports_errors, gaussian_pdf, damped_wave)
WORKBOOK_PROMISE(uses_gpu, gaussian_pdf, damped_wave)
WORKBOOK_PROMISE(any_size, gaussian_pdf, damped_wave)

namespace {

constexpr auto no_double =
    "the compiled kernel computes in double precision, which most GPUs do 32 or 64 times slower: "
    "look for a literal without f (0.5 in place of 0.5f), for double, for pow with an integer, and "
    "for functions that take a double; cosf and sinf hold some double too, for huge angles: cospif "
    "and sinpif do not";

struct Bell {
    float mean, sigma;
};

std::vector<double> expected_density(const std::vector<float>& x, Bell bell) {
    const double sigma = bell.sigma;
    std::vector<double> expected(x.size());
    for (std::size_t i = 0; i < x.size(); ++i) {
        const double z = (x[i] - double{bell.mean}) / sigma;
        expected[i] = std::exp(-0.5 * z * z) / (sigma * std::sqrt(2 * std::numbers::pi));
    }
    return expected;
}

std::vector<double> expected_wave(const std::vector<float>& t, float tau) {
    std::vector<double> expected(t.size());
    for (std::size_t i = 0; i < t.size(); ++i) {
        expected[i] =
            std::exp(-double{t[i]} / tau) * std::cos(2 * std::numbers::pi * std::fmod(t[i], 1.0));
    }
    return expected;
}

std::vector<float> around(std::size_t n, Bell bell, double sigmas) {
    auto x = random_reals<float>(n, -sigmas, sigmas);
    for (float& value : x) value = bell.mean + bell.sigma * value;
    return x;
}

Run check_density(const std::vector<float>& x, Bell bell, double tolerance) {
    INFO("gaussian_pdf: n = " << x.size() << ", mean = " << bell.mean
                              << ", sigma = " << bell.sigma);
    Run run = WORKBOOK_RUN(gaussian_pdf, device_in(x), bell.mean, bell.sigma,
                           device_out<float>(x.size()), x.size());
    REQUIRE_THAT(run, completed());
    // The relative error alone would ask for infinitely much where the density is 0.
    REQUIRE_THAT(
        run,
        output_close(3, expected_density(x, bell), relative(tolerance), absolute(0)).from({0}));
    return run;
}

Run check_wave(const std::vector<float>& t, float tau) {
    INFO("damped_wave: n = " << t.size() << ", tau = " << tau);
    Run run = WORKBOOK_RUN(damped_wave, device_in(t), tau, device_out<float>(t.size()), t.size());
    REQUIRE_THAT(run, completed());
    REQUIRE_THAT(run,
                 output_close(2, expected_wave(t, tau), relative(0), absolute(2e-6)).from({0}));
    return run;
}

} // namespace

TEST_CASE("gaussian_pdf: mean 0, sigma 1, at every count", "[weight:2]") {
    constexpr Bell standard{0.0f, 1.0f};
    for (const std::size_t n : awkward_sizes()) {
        check_density(random_reals<float>(n, -3.0, 3.0), standard, 1e-6);
    }
}

TEST_CASE("gaussian_pdf: any mean and sigma, up to 6 sigma away") {
    for (const Bell bell : {Bell{0.0f, 2.5f}, Bell{-1.5f, 1.0f}, Bell{20.0f, 0.25f}}) {
        check_density(around(5000, bell, 3.0), bell, 2e-6);
        check_density(around(5000, bell, 6.0), bell, 1e-5);
    }
}

// In metres, the width of a nucleus and that of a galaxy: their squares are no floats.
TEST_CASE("gaussian_pdf: sigma in small and large units") {
    for (const float sigma : {1e-30f, 3e-21f, 2e20f, 1e30f}) {
        const Bell bell{sigma, sigma};
        check_density(around(2000, bell, 3.0), bell, 2e-6);
    }
}

TEST_CASE("gaussian_pdf: far away, infinity and NaN") {
    constexpr float infinity = std::numeric_limits<float>::infinity();
    check_density({0.0f, 100.0f, -1e20f, 3e38f, infinity, -infinity,
                   std::numeric_limits<float>::quiet_NaN(), 1.0f},
                  {0.0f, 1.0f}, 1e-6);
}

TEST_CASE("gaussian_pdf: single precision only", "[weight:2]") {
    check_density(random_reals<float>(100, -3.0, 3.0), {0.0f, 1.0f}, 1e-6);
    CHECK_THAT(learner_ptx().kernel("gaussian_kernel"), has_no(R"(\.f64)", no_double));
}

// Values and precision in one case: the values of the code to start from are right.
TEST_CASE("damped_wave: single precision, and still right", "[weight:2]") {
    check_wave(random_reals<float>(1000, 0.0, 4.0), 2.0f);
    check_wave(random_reals<float>(1000, 0.0, 50.0), 30.0f);
    check_wave(random_reals<float>(1000, 0.0, 4.0), 0.75f); // no whole number
    for (const std::size_t n : awkward_sizes()) {
        check_wave(random_reals<float>(n, 0.0, 10'000.0), 5000.0f);
    }
    CHECK_THAT(learner_ptx().kernel("wave_kernel"), has_no(R"(\.f64)", no_double));
}

TEST_CASE("no double anywhere in the file, one kernel a call") {
    const Run bell = check_density(random_reals<float>(1000, -3.0, 3.0), {0.0f, 1.0f}, 1e-6);
    CHECK_THAT(bell, launched(1));
    CHECK_THAT(bell, copied(0, host_to_device) && copied(0, device_to_host));
    const Run wave = check_wave(random_reals<float>(1000, 0.0, 4.0), 2.0f);
    CHECK_THAT(wave, launched(1));
    CHECK_THAT(wave, copied(0, host_to_device) && copied(0, device_to_host));
    CHECK_THAT(learner_ptx(), has_no(R"(\.f64)", no_double));
}
