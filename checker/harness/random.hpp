// Data for the checks, drawn from the seed of this run.
//
// Each call draws anew. The numbers depend on the seed, on the test case and on how many draws that
// case made before, not on which other cases ran: WORKBOOK_SEED (or --seed) repeats a run exactly.
// The generator and the distributions are our own, so that a seed means the same everywhere.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>
#include <vector>

namespace workbook {

// xoshiro256**, seeded through splitmix64 (Blackman and Vigna, "Scrambled linear pseudorandom
// number generators").
class Generator {
  public:
    explicit Generator(std::uint64_t seed);
    std::uint64_t next();
    // Uniform in [low, high], both included.
    std::uint64_t between(std::uint64_t low, std::uint64_t high);
    // Uniform in [0, 1), 53 bits.
    double unit();
    // Standard normal.
    double normal();

  private:
    std::uint64_t state_[4];
};

namespace random_source {
// Called by the reporter: when the run begins, and with every test case.
void set_seed(std::uint64_t seed);
void begin_case(std::string_view name);
std::uint64_t seed();
// A generator for one draw.
Generator next_draw();
} // namespace random_source

// `count` integers from low to high, both included.
template <class Integer>
std::vector<Integer> random_integers(std::size_t count, std::type_identity_t<Integer> low,
                                     std::type_identity_t<Integer> high) {
    static_assert(std::is_integral_v<Integer>);
    Generator generator = random_source::next_draw();
    // Differences are taken modulo 2^64, where they are right for signed numbers too.
    const auto range = static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low);
    std::vector<Integer> values(count);
    for (Integer& value : values)
        value = static_cast<Integer>(static_cast<std::uint64_t>(low) + generator.between(0, range));
    return values;
}

// `count` numbers, uniform from low (included) to high.
template <class Real>
std::vector<Real> random_reals(std::size_t count, double low, double high) {
    static_assert(std::is_floating_point_v<Real>);
    Generator generator = random_source::next_draw();
    std::vector<Real> values(count);
    for (Real& value : values) {
        // Rounding to a narrower type may reach `high`; then draw again.
        do value = static_cast<Real>(low + (high - low) * generator.unit());
        while (value >= static_cast<Real>(high) && low < high);
    }
    return values;
}

template <class Real>
std::vector<Real> random_normals(std::size_t count, double mean, double standard_deviation) {
    static_assert(std::is_floating_point_v<Real>);
    Generator generator = random_source::next_draw();
    std::vector<Real> values(count);
    for (Real& value : values)
        value = static_cast<Real>(mean + standard_deviation * generator.normal());
    return values;
}

// The numbers 0 to count - 1 in random order.
std::vector<std::size_t> random_permutation(std::size_t count);

// Sizes at which index arithmetic goes wrong: nothing, one, around a warp and a block, not a
// multiple of anything, and more than 2^20.
const std::vector<std::size_t>& awkward_sizes();

} // namespace workbook
