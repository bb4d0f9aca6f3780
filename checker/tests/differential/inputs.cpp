#include "inputs.hpp"

#include <cstring>

namespace differential {
namespace {

std::uint64_t integer(Random& random, unsigned bits) {
    const std::uint64_t top = 1ull << (bits - 1);
    const std::uint64_t edges[] = {0,       1,   2,       3,     31,        32,
                                   top - 1, top, top + 1, ~0ull, ~0ull - 1, 0x80};
    switch (random.below(4)) {
    case 0:
        return random.pick(edges);
    case 1:
        return random.below(100);
    case 2:
        return random.next() >> random.below(64);
    default:
        return random.next();
    }
}

// A number with so many bits of exponent and of fraction: mostly ordinary, now and then zero,
// denormal, infinite or no number (always the one bit pattern that devices produce themselves).
std::uint64_t floating(Random& random, unsigned exponent_bits, unsigned fraction_bits) {
    const std::uint64_t sign = random.next() & 1;
    const std::uint64_t bias = (1ull << (exponent_bits - 1)) - 1;
    std::uint64_t fraction = random.next() & ((1ull << fraction_bits) - 1);
    if (random.chance(40)) fraction &= ~0ull << (fraction_bits - fraction_bits / 3); // few digits
    std::uint64_t exponent = bias + random.below(7) - 3;
    switch (random.below(12)) {
    case 0:
        exponent = random.below(2 * bias + 1); // any, denormal included
        break;
    case 1:
        exponent = 0;
        if (random.chance(50)) fraction = 0;
        break;
    case 2:
        exponent = 2 * bias + 1 - (random.chance(50) ? 1 : 0);
        if (exponent == 2 * bias + 1) fraction = 0;
        break;
    case 3:
        exponent = bias + random.below(20) % (bias / 2);
        break;
    default:
        break;
    }
    return sign << (exponent_bits + fraction_bits) | exponent << fraction_bits | fraction;
}

} // namespace

std::vector<std::uint64_t> make_input(Random& random) {
    std::vector<std::uint64_t> input(input_bytes / 8);
    auto* bytes = reinterpret_cast<unsigned char*>(input.data());
    const auto fill = [&](unsigned offset, unsigned width, auto value) {
        for (unsigned i = 0; i < input_count; ++i) {
            const std::uint64_t bits = value(); // little-endian, as the devices are
            std::memcpy(bytes + offset + i * width, &bits, width);
        }
    };
    fill(input_b64, 8, [&] { return integer(random, 64); });
    fill(input_f64, 8, [&] { return floating(random, 11, 52); });
    fill(input_b32, 4, [&] { return integer(random, 32); });
    fill(input_f32, 4, [&] { return floating(random, 8, 23); });
    fill(input_b16, 2, [&] { return integer(random, 16); });
    fill(input_f16, 2, [&] { return floating(random, 5, 10); });
    fill(input_bf16, 2, [&] { return floating(random, 8, 7); });
    return input;
}

} // namespace differential
