// Checks of lesson 16. The reference works in double, on the same bytes and floats.
//
// The tolerance, with e = 2^-24, the rounding error of one float operation: the quotient and the
// product round by e each (twice the first for those who multiply by 1 / 255). tanh makes a
// relative error no larger; tanhf adds at most 2 ulp, 4 e. Together 7 e = 4.2e-7; the header
// promises 1e-6. One that is made by hand, from expm1f say, has room in it. Below
// 1e-30 there is no promise: the product may be no ordinary float any more.
#include "fused_hidden_layer.hpp"

#include "harness/harness.hpp"
#include "harness/shared_work.hpp"

#include <cmath>
#include <limits>

using namespace workbook;

WORKBOOK_PROMISE(reports_errors, hidden_layer)
WORKBOOK_PROMISE(uses_gpu, hidden_layer)
WORKBOOK_PROMISE(fills_gpu, hidden_layer)
WORKBOOK_PROMISE(any_host_memory, hidden_layer)
WORKBOOK_PROMISE(any_size, hidden_layer)

namespace {

using Greys = std::vector<std::uint8_t>;
using Weights = std::vector<float>;

constexpr auto no_double = "the kernel computes in double precision: look for a literal without f "
                           "(255.0 in place of 255.0f) "
                           "and for double (lesson 15)";

Greys greys_of(std::size_t n) { return random_integers<std::uint8_t>(n, 0, 255); }
Greys white(std::size_t n) { return random_integers<std::uint8_t>(n, 1, 255); } // no zeros

// What the header promises, for results of any size. Elsewhere an error that is small beside 1 is
// let pass, so that a formula that cancels near 0 fails in the case that is about that.
constexpr double any_size = 0, beside_one = 5e-7;

Run check_layer(const Greys& grey, const Weights& weights, double let_pass = beside_one) {
    const std::size_t n = grey.size();
    INFO("n = " << n);
    Run run = WORKBOOK_RUN(hidden_layer, in(grey), in(weights), out<float>(n), n);
    REQUIRE_THAT(run, completed());
    std::vector<double> expected(n);
    for (std::size_t i = 0; i < n; ++i) expected[i] = std::tanh(grey[i] / 255.0 * weights[i]);
    REQUIRE_THAT(run, output_close(2, expected, relative(1e-6), absolute(let_pass)).from({1}));
    return run;
}

// Smallest first: a kernel whose threads each do everything would take long at a million.
void check_work(const Run& run, std::size_t n) {
    if (n == 0) return;
    const auto count = static_cast<double>(n);
    REQUIRE_THAT(run,
                 traffic("global_store_bytes", per(count, "neuron"), at_most(3 * sizeof(float)),
                         "results are written more than once: a thread has neurons of its own"));
    if (n > 1'000'000) // then all of a large grid's blocks have work
        REQUIRE_THAT(run, work_shared(64, at_most(4),
                                      "one warp or block does the work of the others: it is to be "
                                      "spread over the whole GPU"));
}

} // namespace

TEST_CASE("any number of neurons", "[weight:2]") {
    for (const std::size_t n : awkward_sizes()) {
        const Run run = check_layer(greys_of(n), random_normals<float>(n, 0.5, 0.1));
        check_work(run, n);
        // Memory that is taken once, for all calls, is taken here.
        if (n == 1) CHECK_THAT(run, freed_everything());
    }
}

TEST_CASE("all 256 greys") {
    Greys grey(256);
    for (std::size_t i = 0; i < grey.size(); ++i) grey[i] = static_cast<std::uint8_t>(i);
    check_layer(grey, Weights(256, 1.0f));
    check_layer(grey, random_reals<float>(256, -3.0, 3.0));
}

TEST_CASE("large weights") {
    constexpr float infinity = std::numeric_limits<float>::infinity();
    check_layer(Greys(9, 255), {100.0f, -100.0f, 88.7f, -88.8f, 43.0f, -45.0f, 1e20f, -3e38f,
                                std::numeric_limits<float>::quiet_NaN()});
    check_layer(Greys(2, 255), {infinity, -infinity});
    check_layer(white(2000), random_reals<float>(2000, -200.0, 200.0));
}

TEST_CASE("results near 0") {
    for (const double largest : {1.0, 0.1, 1e-3, 1e-7, 1e-20}) {
        INFO("weights from " << -largest << " to " << largest);
        auto weights = random_reals<float>(2000, largest / 10, largest);
        for (std::size_t i = 0; i < weights.size(); i += 2) weights[i] = -weights[i];
        check_layer(white(2000), weights, any_size);
    }
}

TEST_CASE("one kernel; two copies up, one down", "[weight:2]") {
    const std::size_t n = 5000;
    const Run run = check_layer(greys_of(n), random_normals<float>(n, 0.5, 0.1));
    CHECK_THAT(run, launched(1));
    CHECK_THAT(run, copied(2, host_to_device) && copied(1, device_to_host));
    CHECK_THAT(run, copied_bytes(host_to_device, n * (sizeof(std::uint8_t) + sizeof(float))));
    CHECK_THAT(run, copied_bytes(device_to_host, n * sizeof(float)));
    CHECK_THAT(run, copied(0, device_to_device) && copied(0, host_to_host));
}

TEST_CASE("each value is read once and written once, in float") {
    const std::size_t n = 5000;
    const Run run = check_layer(greys_of(n), random_normals<float>(n, 0.5, 0.1));
    const auto count = static_cast<double>(n);
    CHECK_THAT(run, traffic("global_load_bytes", per(count, "neuron"), exactly(5),
                            "a neuron reads one byte and one float, once"));
    CHECK_THAT(run, traffic("global_store_bytes", per(count, "neuron"), exactly(4),
                            "a neuron writes one float: what lies between the steps stays in a "
                            "register"));
    CHECK_THAT(run, traffic("global_load_requests", per(count / 32, "32 neurons"), at_most(2.1),
                            "a warp reads 32 neurons at once: are there threads_per_block threads "
                            "in a block?"));
    // With the results made on the CPU and only carried by the kernel, all values and copies are
    // right.
    CHECK_THAT(learner_ptx(),
               has(R"(\bex2\.|\btanh\.approx)", "the kernel has no exponential, which a hyperbolic "
                                                "tangent needs: the results are made elsewhere"));
    CHECK_THAT(learner_ptx(), has_no(R"(\.f64)", no_double));
    // The virtual GPU computes this instruction as well as a float can; hardware does not.
    CHECK_THAT(learner_ptx(), has_no(R"(tanh\.approx)",
                                     "tanh.approx is right to 11 bits only, some 3 digits: tanhf"));
}

TEST_CASE("gives back all device memory, call after call") {
    // Each count is larger than all before it: a function that keeps memory needs more now.
    for (const std::size_t n : {2000, 300'000, 400'000}) {
        const Run run = check_layer(greys_of(n), random_normals<float>(n, 0.5, 0.1));
        CHECK_THAT(run, freed_everything());
    }
}

WORKBOOK_GAIN(gain) {
    const std::size_t n = gain.size(100'000, 1 << 22);
    const Greys grey = greys_of(n);
    const Weights weights = random_normals<float>(n, 0.5, 0.1);
    std::vector<float> results(n);
    gain.about(n, " neurons");
    WORKBOOK_GAIN_CALL(gain, hidden_layer, in(grey), in(weights), out<float>(n), n);
    gain.beside("A loop", [&] {
        for (std::size_t i = 0; i < n; ++i)
            results[i] = std::tanh(static_cast<float>(grey[i]) / 255.0f * weights[i]);
    });
    // A kernel for each step: byte to float, float times float, float to float.
    const std::uint64_t bytes = sizeof(float), naive = n * ((1 + bytes) + 3 * bytes + 2 * bytes);
    const std::uint64_t own = gain.count("global_load_bytes") + gain.count("global_store_bytes");
    gain.say("Your kernel read and wrote ", in_bytes(own), " of the GPU's memory in ",
             gain.launches() == 1 ? "one launch" : gain_text(gain.launches()) + " launches", ", ",
             own / n, " bytes per neuron.");
    gain.say("A kernel for each of the three steps reads and writes ", in_bytes(naive), ": ",
             times_as(naive, own, "much"), ".");
}
