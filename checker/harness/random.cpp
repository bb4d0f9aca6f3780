#include "harness/random.hpp"

#include "wire/fnv1a.hpp"

#include <cmath>
#include <numbers>
#include <utility>

namespace workbook {
namespace {

std::uint64_t splitmix(std::uint64_t& state) {
    std::uint64_t z = state += 0x9e3779b97f4a7c15;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
}

std::uint64_t rotate_left(std::uint64_t value, int by) { return value << by | value >> (64 - by); }

struct Source {
    std::uint64_t seed = 0;
    std::uint64_t case_hash = 0;
    std::uint64_t draws = 0;
};

Source& source() {
    static Source instance;
    return instance;
}

} // namespace

Generator::Generator(std::uint64_t seed) {
    for (std::uint64_t& word : state_) word = splitmix(seed);
}

std::uint64_t Generator::next() {
    const std::uint64_t result = rotate_left(state_[1] * 5, 7) * 9;
    const std::uint64_t shifted = state_[1] << 17;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= shifted;
    state_[3] = rotate_left(state_[3], 45);
    return result;
}

std::uint64_t Generator::between(std::uint64_t low, std::uint64_t high) {
    const std::uint64_t range = high - low;
    if (range == ~0ull) return next();
    // Values above the last whole multiple of range + 1 would make some results likelier.
    const std::uint64_t count = range + 1;
    const std::uint64_t limit = ~0ull - ~0ull % count;
    std::uint64_t value = next();
    while (value >= limit) value = next();
    return low + value % count;
}

double Generator::unit() { return static_cast<double>(next() >> 11) * 0x1.0p-53; }

// Box and Muller's method; the second value is thrown away for the sake of a stateless generator.
double Generator::normal() {
    const double radius = std::sqrt(-2.0 * std::log(1.0 - unit()));
    return radius * std::cos(2.0 * std::numbers::pi * unit());
}

namespace random_source {

void set_seed(std::uint64_t seed) { source() = Source{seed, 0, 0}; }

void begin_case(std::string_view name) {
    source().case_hash = wire::fnv1a(name);
    source().draws = 0;
}

std::uint64_t seed() { return source().seed; }

Generator next_draw() {
    std::uint64_t mixed = source().seed;
    mixed = splitmix(mixed) ^ source().case_hash;
    mixed = splitmix(mixed) ^ ++source().draws;
    return Generator(splitmix(mixed));
}

} // namespace random_source

std::vector<std::size_t> random_permutation(std::size_t count) {
    Generator generator = random_source::next_draw();
    std::vector<std::size_t> values(count);
    for (std::size_t i = 0; i < count; ++i) values[i] = i;
    for (std::size_t i = count; i > 1; --i)
        std::swap(values[i - 1], values[generator.between(0, i - 1)]);
    return values;
}

const std::vector<std::size_t>& awkward_sizes() {
    static const std::vector<std::size_t> sizes{0,    1,    31,   32,     33,     255,
                                                1023, 1024, 1025, 100003, 1048583};
    return sizes;
}

} // namespace workbook
