// Tests of vgpu/exec/analyse/intervals.hpp: whatever values of 32 bits lie in the operands'
// intervals, what an instruction makes of them lies in the result's.
#include "vgpu/exec/analyse/intervals.hpp"

#include <catch2/catch_test_macros.hpp>

#include <functional>
#include <limits>
#include <random>

using namespace vgpu::exec;

namespace {

constexpr std::int32_t smallest_word = std::numeric_limits<std::int32_t>::min();
constexpr std::int32_t largest_word = std::numeric_limits<std::int32_t>::max();
constexpr std::int32_t interval_ends[] = {smallest_word, smallest_word + 1, -100, -1, 0, 1, 31, 32,
                                          100,           largest_word};

std::int32_t any_interval_end(std::mt19937& random) {
    return random() % 2 == 0 ? interval_ends[random() % std::size(interval_ends)]
                             : static_cast<std::int32_t>(random() % 200) - 100;
}

bool lies_in(const Interval& a, std::int64_t value) { return value >= a.low && value <= a.high; }

using OfIntervals = std::function<Interval(const Interval&, const Interval&)>;
using OfValues = std::function<std::uint32_t(std::uint32_t, std::uint32_t)>;

// `is_defined`: false where CUDA says nothing of the result.
void hold_all(
    const OfIntervals& result, const OfValues& value,
    const std::function<bool(std::uint32_t)>& is_defined = [](std::uint32_t) { return true; }) {
    std::mt19937 random(20261129);
    for (int i = 0; i < 4000; ++i) {
        std::int32_t ends[4];
        for (std::int32_t& end : ends) end = any_interval_end(random);
        const Interval a{std::min(ends[0], ends[1]), std::max(ends[0], ends[1])};
        const Interval b{std::min(ends[2], ends[3]), std::max(ends[2], ends[3])};
        const Interval found = result(a, b);
        for (int k = 0; k < 8; ++k) {
            const std::int32_t x = k < 2 ? ends[k] : any_interval_end(random);
            const std::int32_t y = k % 2 == 0 ? ends[2 + k / 2 % 2] : any_interval_end(random);
            if (!lies_in(a, x) || !lies_in(b, y) || !is_defined(static_cast<std::uint32_t>(y)))
                continue;
            const auto made = static_cast<std::int32_t>(
                value(static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y)));
            INFO(a.low << ".." << a.high << ", " << b.low << ".." << b.high << ": " << x << ", "
                       << y << " give " << made << ", not in " << found.low << ".." << found.high);
            REQUIRE(lies_in(found, made));
        }
    }
}

std::uint32_t with_signs(std::int32_t (*value)(std::int32_t, std::int32_t), std::uint32_t a,
                         std::uint32_t b) {
    return static_cast<std::uint32_t>(
        value(static_cast<std::int32_t>(a), static_cast<std::int32_t>(b)));
}
bool is_shift(std::uint32_t value) { return value < 32; }
bool is_not_zero(std::uint32_t value) { return value != 0; }

} // namespace

TEST_CASE("sums, products and bits of intervals hold all results") {
    hold_all([](const auto& a, const auto& b) { return sum(a, b, 32); }, std::plus());
    hold_all([](const auto& a, const auto& b) { return difference(a, b, 32); }, std::minus());
    hold_all([](const auto& a, const auto& b) { return product(a, b, 32); }, std::multiplies());
    hold_all([](const auto& a, const auto& b) { return common_bits(a, b, 32); }, std::bit_and());
    hold_all([](const auto& a, const auto& b) { return all_bits(a, b, 32); }, std::bit_or());
    hold_all([](const auto& a, const auto& b) { return shifted_left(a, b, 32); },
             [](std::uint32_t a, std::uint32_t b) { return a << b; }, is_shift);
}

TEST_CASE("results of signed operands") {
    hold_all([](const auto& a, const auto& b) { return shifted_right(a, b, true, 32); },
             [](std::uint32_t a, std::uint32_t b) {
                 return with_signs([](std::int32_t x, std::int32_t y) { return x >> y; }, a, b);
             },
             is_shift);
    hold_all([](const auto& a, const auto& b) { return lesser(a, b, true, 32); },
             [](std::uint32_t a, std::uint32_t b) {
                 return with_signs([](std::int32_t x, std::int32_t y) { return std::min(x, y); }, a,
                                   b);
             });
    hold_all([](const auto& a, const auto& b) { return greater(a, b, true, 32); },
             [](std::uint32_t a, std::uint32_t b) {
                 return with_signs([](std::int32_t x, std::int32_t y) { return std::max(x, y); }, a,
                                   b);
             });
}

TEST_CASE("results of unsigned operands") {
    const auto read = [](auto result) {
        return [result](const Interval& a, const Interval& b) {
            return result(without_sign(a, 32), without_sign(b, 32));
        };
    };
    hold_all([](const auto& a,
                const auto& b) { return shifted_right(without_sign(a, 32), b, false, 32); },
             [](std::uint32_t a, std::uint32_t b) { return a >> b; }, is_shift);
    hold_all(read([](const auto& a, const auto& b) { return lesser(a, b, false, 32); }),
             [](std::uint32_t a, std::uint32_t b) { return std::min(a, b); });
    hold_all(read([](const auto& a, const auto& b) { return greater(a, b, false, 32); }),
             [](std::uint32_t a, std::uint32_t b) { return std::max(a, b); });
    hold_all(read([](const auto& a, const auto& b) { return quotient(a, b, 32); }), std::divides(),
             is_not_zero);
    hold_all(read([](const auto& a, const auto& b) { return remainder(a, b, 32); }), std::modulus(),
             is_not_zero);
}

TEST_CASE("what is bounded stays bounded") {
    const Interval ten{0, 10}, hundred{1, 100};
    CHECK(sum(ten, hundred, 32) == Interval{1, 110});
    CHECK(common_bits(Interval::any(32), ten, 32) == ten);
    CHECK(all_bits(ten, hundred, 32) == Interval{1, 127});
    CHECK(shifted_left(ten, Interval::just(3), 32) == Interval{0, 80});
    CHECK(shifted_right(hundred, Interval::just(2), false, 32) == Interval{0, 25});
    CHECK(quotient(hundred, Interval{3, 7}, 32) == Interval{0, 33});
    CHECK(remainder(hundred, Interval{3, 7}, 32) == Interval{0, 6});
    CHECK(lesser(ten, hundred, true, 32) == ten);
    CHECK(greater(ten, hundred, false, 32) == hundred);
}
