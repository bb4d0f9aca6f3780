// What a diagnosis says of floats, wide integers and structures.
#include "explained.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include <cmath>
#include <limits>

using namespace workbook;
using namespace workbook::synthetic;
using Catch::Matchers::ContainsSubstring;

TEST_CASE("tolerances") {
    CallBuilder call;
    const float one = 1.0f, next = std::nextafter(one, 2.0f),
                after_next = std::nextafter(next, 2.0f);
    call.output(std::vector<float>{one, next, after_next});
    const std::vector<float> expected{one, one, one};
    CHECK(explain(call, 0, expected, Tolerance{2, 0, 0}).empty());
    CHECK_THAT(explain(call, 0, expected, Tolerance{1, 0, 0}),
               ContainsSubstring("1 of 3") && ContainsSubstring("off by 2 ulp, at most 1"));
    CHECK(explain(call, 0, std::vector<double>{1, 1, 1}, Tolerance{0, 1e-6, 0}).empty());
    CHECK_THAT(explain(call, 0, std::vector<double>{1, 1, 1.1}, Tolerance{0, 1e-6, 0}),
               ContainsSubstring("off by 0.1"));
    CHECK_THROWS_AS(explain(call, 0, std::vector<double>{1, 1, 1}), std::logic_error);
}

TEST_CASE("infinities, NaN and denormals within a tolerance") {
    const Tolerance few{4, 0, 0};
    const double infinity = std::numeric_limits<double>::infinity();
    const double smallest = std::numeric_limits<float>::denorm_min();
    CHECK(agrees(ElementType::f32, infinity, infinity, few));
    CHECK_FALSE(agrees(ElementType::f32, infinity, -infinity, few));
    CHECK_FALSE(agrees(ElementType::f32, std::numeric_limits<float>::max(), infinity, few));
    CHECK(agrees(ElementType::f32, infinity, 1e39, few)); // too large for a float
    CHECK_FALSE(agrees(ElementType::f32, infinity, 1e38, few));
    CHECK(agrees(ElementType::f32, NAN, NAN, few));
    CHECK_FALSE(agrees(ElementType::f32, NAN, 1, few));
    CHECK(agrees(ElementType::f32, 4 * smallest, 0, few));
    CHECK_FALSE(agrees(ElementType::f32, 5 * smallest, 0, few));
    CHECK(agrees(ElementType::f32, 0.0, -0.0, few));
    CHECK_FALSE(agrees(ElementType::f32, 0.0, -0.0, Tolerance{}));
}

TEST_CASE("bfloat16") {
    const auto of = [](std::initializer_list<float> values) {
        std::vector<Bf16> rounded;
        for (const float value : values) rounded.emplace_back(value);
        return rounded;
    };
    // 8 binary digits: halves of the last one go to the even neighbour.
    CHECK(static_cast<float>(Bf16(1 + 0x1p-8f)) == 1);
    CHECK(static_cast<float>(Bf16(1 + 0x1.8p-7f)) == 1 + 0x1p-6f);
    CHECK(static_cast<float>(Bf16(-0x1.fffffep127f)) == -std::numeric_limits<float>::infinity());
    CHECK(std::isnan(static_cast<float>(Bf16(std::nanf("1")))));
    CHECK(ulp_of(ElementType::bf16, 1.5) == 0x1p-7);

    CallBuilder call;
    call.output(of({1, 1 + 0x1p-7f, 3}));
    const std::vector<double> expected{1 + 0x1p-8, 1 + 0x1p-8, 3};
    CHECK(explain(call, 0, expected, Tolerance{0.5, 0, 0}).empty());
    CHECK_THAT(explain(call, 0, std::vector<double>{1 + 0x1.2p-8, 1.5, 3}, Tolerance{0.5, 0, 0}),
               ContainsSubstring("2 of 3 elements (bfloat16) are wrong") &&
                   ContainsSubstring("expected 1.5, got 1.0078125"));
    CHECK(agrees(ElementType::bf16, std::numeric_limits<double>::infinity(), 3.4e38, {0.5, 0, 0}));
}

TEST_CASE("unsigned 64-bit values beyond the signed range") {
    const std::vector<std::uint64_t> expected{~0ull, ~0ull - 5, 1ull << 63};
    CHECK(explain(expected, expected).empty());
    CHECK_THAT(explain(std::vector<std::uint64_t>{~0ull, ~0ull - 5, (1ull << 63) + 1}, expected),
               ContainsSubstring("expected 9223372036854775808, got 9223372036854775809"));
}

TEST_CASE("structures") {
    struct Pair {
        int a, b;
    };
    CallBuilder call;
    call.output(std::vector<Pair>{{1, 2}, {3, 4}, never<Pair>()});
    CHECK_THAT(explain(call, 0, std::vector<Pair>{{1, 2}, {3, 4}, {5, 6}}),
               ContainsSubstring("1 of 3 elements is wrong, the first is element 2") &&
                   ContainsSubstring("every element from 2 on was never written"));
}
