// Checks of lesson 14. The reference works in double, on the same floats.
//
// The tolerance, with e = 2^-24, the rounding error of one float operation: t / period is at most
// 25, so the angle is off by at most 25 e, twice that for those who multiply by 1 / period; sinf
// adds 2 e, the literal 0.3f and the subtraction 1 e. All that times the amplitude. The product and
// the sum round by 1 e of the amplitude each, as no noise here is larger. Together 55 e = 3.3e-6
// amplitudes; the header promises 5e-6.
#include "one_round_trip.hpp"

#include "harness/harness.hpp"

#include <algorithm>
#include <cmath>

using namespace workbook;

WORKBOOK_PROMISE(reports_errors, waveform_at, waveform)
WORKBOOK_PROMISE(uses_gpu, waveform_at, waveform)
WORKBOOK_PROMISE(fills_gpu, waveform_at, waveform)
WORKBOOK_PROMISE(any_host_memory, waveform_at, waveform)

namespace {

struct Pulses {
    float period, amplitude;
};

// n samples are 15 to 25 periods long.
Pulses any_pulses(std::size_t n) {
    const float periods = random_reals<float>(1, 15.0, 25.0)[0];
    return {static_cast<float>(std::max<std::size_t>(n, 1)) / periods,
            random_reals<float>(1, 50.0, 200.0)[0]};
}

std::vector<float> noise_of(std::size_t n) { return random_normals<float>(n, 0.0, 3.0); }

// Sorted or evenly spaced they are not: t that is made up on the way shows.
std::vector<float> times(std::size_t n) {
    return random_reals<float>(n, 0.0, static_cast<double>(n));
}

std::vector<float> counted(std::size_t n) {
    std::vector<float> t(n);
    for (std::size_t i = 0; i < n; ++i) t[i] = static_cast<float>(i);
    return t;
}

void check_values(const Run& run, std::size_t argument, const std::vector<float>& t,
                  const std::vector<float>& noise, Pulses pulses) {
    std::vector<double> expected(t.size());
    for (std::size_t i = 0; i < t.size(); ++i)
        expected[i] =
            std::max(std::sin(double{t[i]} / pulses.period) - 0.3, 0.0) * pulses.amplitude +
            noise[i];
    REQUIRE_THAT(run, output_close(argument, expected, absolute(5e-6 * pulses.amplitude)));
}

// An array of the caller's went to the device from where it lies. What the CPU has made of it is
// another array, at another place.
class TravelledItself final : public RunMatcher {
  public:
    TravelledItself(std::size_t argument, std::string name)
        : argument_(argument), name_(std::move(name)) {}
    bool match(const Run& run) const override {
        if (!run.record().inventory_known) return true;
        const std::uint64_t address = run.array(argument_).address;
        for (const Copy& copy : run.copies())
            if (copy.error == 0 && copy.direction == host_to_device && copy.source == address)
                return true;
        return fails(Verdict::requirement,
                     run.record().function + "() never copied " + name_ +
                         " to the device as the caller gave it: the kernels do the work, and not "
                         "the CPU before them");
    }

  private:
    std::size_t argument_;
    std::string name_;
};

// Values and copies in one case: the code to start from has the right values.
void check_trip(const Run& run, std::size_t n, const std::vector<std::string>& names_up) {
    if (n == 0) return;
    const std::size_t arrays_up = names_up.size(); // the function's first arguments
    REQUIRE_THAT(run, copied(arrays_up, host_to_device));
    REQUIRE_THAT(run, copied(1, device_to_host));
    REQUIRE_THAT(run, copied_bytes(host_to_device, arrays_up * n * sizeof(float)));
    REQUIRE_THAT(run, copied_bytes(device_to_host, n * sizeof(float)));
    REQUIRE_THAT(run, copied(0, device_to_device) && copied(0, host_to_host));
    // Made on the CPU and only carried to the device and back, the values would be right too.
    const double bytes = sizeof(float);
    const auto count = static_cast<double>(n);
    REQUIRE_THAT(run, traffic("global_load_bytes", per(count, "element"),
                              at_least(static_cast<double>(arrays_up) * bytes),
                              "the kernels do not read all that was copied to the device"));
    REQUIRE_THAT(run, traffic("global_store_bytes", per(count, "element"), at_least(bytes),
                              "the kernels do not write all of the result"));
    // Pulses and sum, and the times where they do not travel.
    REQUIRE_THAT(run, traffic("global_store_bytes", per(count, "element"),
                              at_most(static_cast<double>(4 - arrays_up) * bytes),
                              "elements are written more often than there are steps"));
    for (std::size_t i = 0; i < arrays_up; ++i) REQUIRE_THAT(run, TravelledItself(i, names_up[i]));
}

Run check_waveform_at(std::size_t n) {
    const Pulses pulses = any_pulses(n);
    INFO("waveform_at: n = " << n << ", period = " << pulses.period
                             << ", amplitude = " << pulses.amplitude);
    const auto t = times(n), noise = noise_of(n);
    Run run = WORKBOOK_RUN(waveform_at, in(t), in(noise), pulses.period, pulses.amplitude,
                           out<float>(n), n);
    REQUIRE_THAT(run, completed());
    check_values(run, 4, t, noise, pulses);
    check_trip(run, n, {"t", "noise"});
    return run;
}

Run check_waveform(std::size_t n) {
    const Pulses pulses = any_pulses(n);
    INFO("waveform: n = " << n << ", period = " << pulses.period
                          << ", amplitude = " << pulses.amplitude);
    const auto noise = noise_of(n);
    Run run = WORKBOOK_RUN(waveform, in(noise), pulses.period, pulses.amplitude, out<float>(n), n);
    REQUIRE_THAT(run, completed());
    check_values(run, 3, counted(n), noise, pulses);
    check_trip(run, n, {"noise"});
    return run;
}

} // namespace

TEST_CASE("waveform_at: two copies up, one down", "[weight:2]") { check_waveform_at(5000); }

TEST_CASE("waveform_at: any number of elements") {
    for (const std::size_t n : awkward_sizes()) check_waveform_at(n);
}

TEST_CASE("waveform: one copy up, one down", "[weight:2]") { check_waveform(5000); }

TEST_CASE("waveform: any number of elements") {
    for (const std::size_t n : awkward_sizes()) check_waveform(n);
}

TEST_CASE("no waiting between the kernels") {
    const Run at = check_waveform_at(5000);
    CHECK_THAT(at, launched_without_waiting());
    const Run counted = check_waveform(5000);
    CHECK_THAT(counted, launched_without_waiting());
}

TEST_CASE("gives back all device memory, call after call") {
    // Each count is larger than all before it: a function that keeps memory needs more now.
    for (const std::size_t n : {2000, 300'000, 400'000}) {
        const Run at = check_waveform_at(n);
        REQUIRE_THAT(at, freed_everything());
        const Run counted = check_waveform(n);
        REQUIRE_THAT(counted, freed_everything());
    }
}

WORKBOOK_GAIN(gain) {
    const std::size_t n = gain.size(100'000, 1 << 22);
    const Pulses pulses = any_pulses(n);
    const auto noise = noise_of(n);
    std::vector<float> signal(n);
    gain.about(n, " samples of waveform()");
    WORKBOOK_GAIN_CALL(gain, waveform, in(noise), pulses.period, pulses.amplitude, out<float>(n),
                       n);
    gain.beside("A loop", [&] {
        for (std::size_t i = 0; i < n; ++i)
            signal[i] = std::max(std::sin(static_cast<float>(i) / pulses.period) - 0.3f, 0.0f) *
                            pulses.amplitude +
                        noise[i];
    });
    // Times up, pulses down; pulses and noise up, the signal down.
    const std::uint64_t naive = 5 * n * sizeof(float);
    gain.say("Your ", gain.launches(), " launches needed ", gain.copies(), " copies, of ",
             in_bytes(gain.copied_bytes()), ".");
    gain.say("One trip for each step copies 5 arrays, ", in_bytes(naive), ": ",
             times_as(naive, gain.copied_bytes(), "much"), ".");
}
