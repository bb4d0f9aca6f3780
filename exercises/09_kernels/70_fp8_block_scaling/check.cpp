// Checks of lesson 70: bit for bit. harness/byte_floats.hpp has the reference.
#include "fp8_block_scaling.hpp"

#include "harness/byte_floats.hpp"
#include "harness/harness.hpp"
#include "harness/shared_work.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

using namespace workbook;
using namespace workbook::byte_floats;

WORKBOOK_PROMISE(does_not_wait, to_codes, group_maxima, block_scales, quantize, from_codes,
                 dequantize)
WORKBOOK_PROMISE(reports_errors, to_codes, group_maxima, block_scales, quantize, from_codes,
                 dequantize)
WORKBOOK_PROMISE(uses_gpu, to_codes, group_maxima, block_scales, quantize, from_codes, dequantize)
WORKBOOK_PROMISE(fills_gpu, quantize, dequantize)
WORKBOOK_PROMISE(any_size, to_codes, group_maxima, block_scales, quantize, from_codes, dequantize)
WORKBOOK_EXCEPT(any_address, "arrays begin at multiples of 16 bytes", to_codes, group_maxima,
                block_scales, quantize, from_codes, dequantize)

namespace {

using Floats = std::vector<float>;

// The first wrong code is told in words; what was not written, by the matcher.
template <class Describe>
void compare(const Run& run, int argument, const Codes& expected, Describe describe) {
    const auto found = run.output<std::uint8_t>(argument);
    for (std::size_t i = 0; i < expected.size(); ++i)
        if (found[i] != expected[i] && run.was_written(argument, i)) FAIL(describe(i, found[i]));
    REQUIRE_THAT(run, output_equals(argument, expected).by_any_thread());
}

void check_to_codes(const char* what, const Floats& values) {
    INFO("to_codes, n = " << values.size() << ", " << what);
    const Run run = WORKBOOK_RUN(to_codes, device_in(values),
                                 device_out<std::uint8_t>(values.size()), values.size());
    REQUIRE_THAT(run, completed());
    Codes expected;
    for (const float value : values) expected.push_back(code_of(value));
    compare(run, 1, expected, [&](std::size_t i, unsigned found) {
        const std::string hint = looks_like(values[i], found);
        std::ostringstream text;
        text << "the code of " << shown(values[i]) << " is " << named(found) << ", expected is "
             << named(expected[i]) << (hint.empty() ? "" : ": ") << hint;
        return text.str();
    });
}

// The values, and the same with a minus.
Floats with_both_signs(const Floats& values) {
    Floats both;
    for (const float value : values) both.insert(both.end(), {value, -value});
    return both;
}

Floats random_floats(std::size_t n) {
    Floats values;
    for (const auto bits : random_integers<std::uint32_t>(n, 0, 0xffffffffu)) {
        // Most floats are too large or too small for e4m3: three of four get an exponent near 0.
        const std::uint32_t near = (bits & 0x80ffffffu) | (116 + bits % 21) << 23;
        const std::uint32_t chosen = bits % 4 == 0 ? bits : near & ~0x01000000u;
        float value = 0;
        std::memcpy(&value, &chosen, sizeof value);
        values.push_back(value);
    }
    return values;
}

std::vector<double> group_of(const Floats& values, std::size_t i, int lanes) {
    const auto begin = values.begin() + static_cast<std::ptrdiff_t>(i / lanes * lanes);
    return {begin, begin + lanes};
}

void check_maxima(const char* what, const Floats& values, int lanes, std::uint64_t schedule = 0) {
    INFO("group_maxima, n = " << values.size() << ", lanes = " << lanes << ", " << what);
    const Run run = WORKBOOK_RUN_SCHEDULED(schedule, group_maxima, device_in(values),
                                           device_out<float>(values.size()), values.size(), lanes);
    REQUIRE_THAT(run, completed());
    Floats expected;
    for (std::size_t i = 0; i < values.size(); ++i)
        expected.push_back(static_cast<float>(largest_of(group_of(values, i, lanes))));
    const auto found = run.output<float>(1);
    for (std::size_t i = 0; i < values.size(); ++i) {
        const std::size_t begin = i / lanes * lanes;
        if (found[i] == expected[i] || !run.was_written(1, i)) continue;
        INFO("lane " << i - begin << " of group " << i / lanes << " got " << found[i]
                     << "; the largest magnitude is " << expected[i]);
        if (!std::isfinite(found[i])) FAIL("infinities and NaNs do not count");
        if (found[i] == std::fabs(values[i])) FAIL("this is the magnitude of its own value");
        if (found[i] == std::ranges::max(group_of(values, i, lanes)))
            FAIL("this is the largest value, not the largest magnitude");
        if (i > begin && found[begin] == expected[begin])
            FAIL("lane 0 of the group got the largest: all of the group need it");
        break;
    }
    REQUIRE_THAT(run, output_equals(1, expected).from({0}));
}

Run check_scales(const char* what, const Numbers& x, std::uint64_t schedule = 0) {
    const std::size_t blocks = x.size() / 32;
    INFO("block_scales, blocks = " << blocks << ", " << what);
    Run run = WORKBOOK_RUN_SCHEDULED(schedule, block_scales, device_in(x),
                                     device_out<std::uint8_t>(blocks), blocks);
    REQUIRE_THAT(run, completed());
    compare(run, 1, scales_of(x),
            [&](std::size_t block, int found) { return describe_scale(x, block, found); });
    return run;
}

Run check_quantize(const char* what, const Numbers& x, std::uint64_t schedule = 0) {
    const std::size_t n = x.size(), blocks = (n + 31) / 32;
    INFO("quantize, n = " << n << ", " << what);
    Run run = WORKBOOK_RUN_SCHEDULED(schedule, quantize, device_in(x), device_out<std::uint8_t>(n),
                                     device_out<std::uint8_t>(blocks), n);
    REQUIRE_THAT(run, completed());
    const Codes scales = scales_of(x), codes = codes_of(x, scales);
    compare(run, 2, scales,
            [&](std::size_t block, int found) { return describe_scale(x, block, found); });
    compare(run, 1, codes, [&](std::size_t i, unsigned found) {
        const int scale = scales[i / 32];
        const std::string hint = code_looks_like(value_of(x[i]), scale, x, i, found);
        std::ostringstream text;
        text << "codes[" << i << "] is " << named(found) << ", expected is " << named(codes[i])
             << ": x[" << i << "] = " << shown(value_of(x[i])) << ", divided by the scale "
             << power(scale) << ", is " << shown(std::ldexp(value_of(x[i]), 127 - scale))
             << (hint.empty() ? "" : "; ") << hint;
        return text.str();
    });
    return run;
}

// Each block with a size of its own; one value in ten is zero.
Numbers random_numbers(std::size_t n, int least = -20, int most = 20) {
    const auto sizes = random_integers<int>(n / 32 + 1, least, most);
    const auto normal = random_normals<float>(n, 0, 1);
    const auto zeros = random_integers<int>(n, 0, 9);
    Numbers x;
    for (std::size_t i = 0; i < n; ++i)
        x.push_back(rounded(zeros[i] == 0 ? 0 : std::ldexp(normal[i], sizes[i / 32])));
    return x;
}

// The 32 largest numbers of e4m3, times a power of two that counts the blocks.
Numbers rising(std::size_t n) {
    Numbers x;
    for (std::size_t i = 0; i < n; ++i)
        x.push_back(rounded(std::ldexp(number_of(0x5f + i % 32), static_cast<int>(i / 32 % 64))));
    return x;
}

// One block for each usual trouble; what is left of a block are small numbers.
Numbers troubles() {
    const bf16 nan = bf16_of_bits(0x7fc0), negative_nan = bf16_of_bits(0xff81),
               inf = bf16_of_bits(0x7f80), negative_inf = bf16_of_bits(0xff80);
    const bf16 zero = rounded(0), negative_zero = rounded(-0.0);
    Numbers x;
    const auto block = [&](const Numbers& pattern) {
        for (std::size_t i = 0; i < 32; ++i) x.push_back(pattern[i % pattern.size()]);
    };
    for (const bf16 one : {zero, negative_zero, nan, negative_nan, inf, negative_inf}) block({one});
    block({nan, zero, inf, negative_zero, negative_inf});
    for (const bf16 one : {nan, negative_nan, inf, negative_inf, negative_zero})
        for (const int place : {0, 5, 15, 16, 30, 31}) {
            for (int i = 0; i < 32; ++i)
                x.push_back(i == place ? one : rounded((i % 2 ? 0.01 : -0.01) * (i + 1)));
        }
    block({rounded(-1000), rounded(1)});
    block({bf16_of_bits(1), negative_zero});           // the smallest bfloat16
    block({bf16_of_bits(0x7f), bf16_of_bits(0x8001)}); // the largest subnormal one
    block({bf16_of_bits(0x7f7f), bf16_of_bits(0x80)}); // the largest of all, the smallest normal
    block({bf16_of_bits(0xff7f), rounded(1)});
    block({rounded(448), rounded(432), rounded(-448)}); // with the scale 1
    block({rounded(450), rounded(448), rounded(-2)});   // with the scale 2
    return x;
}

// For all exponents: a largest value with this fraction, in any lane.
Numbers with_fraction(unsigned fraction) {
    const auto lanes = random_integers<int>(255, 0, 31);
    const auto signs = random_integers<int>(255, 0, 1);
    Numbers x(std::size_t{255} * 32, rounded(0));
    for (unsigned exponent = 0; exponent < 255; ++exponent)
        x[32 * exponent + static_cast<unsigned>(lanes[exponent])] =
            bf16_of_bits(exponent << 7 | fraction | (signs[exponent] != 0 ? 0x8000u : 0));
    return x;
}

void check_from_codes(const char* what, const Codes& codes) {
    INFO("from_codes, n = " << codes.size() << ", " << what);
    const Run run =
        WORKBOOK_RUN(from_codes, device_in(codes), device_out<float>(codes.size()), codes.size());
    REQUIRE_THAT(run, completed());
    Floats expected;
    for (const unsigned code : codes) expected.push_back(static_cast<float>(number_of(code)));
    const auto found = run.output<float>(1);
    for (std::size_t i = 0; i < codes.size(); ++i) {
        const bool nan = std::isnan(expected[i]);
        const bool same =
            nan ? std::isnan(found[i])
                : found[i] == expected[i] && std::signbit(found[i]) == std::signbit(expected[i]);
        if (same || !run.was_written(1, i)) continue;
        const char* hint = "";
        if (nan)
            hint = ": 0x7f and 0xff are NaN, not 480";
        else if (found[i] == -expected[i])
            hint = ": the sign is the other one";
        else if ((codes[i] & 0x7f) < 8)
            hint = ": with the exponent 0 the number is F * 2^-9, without a 1 in front";
        FAIL("code " << named(codes[i]) << " became " << found[i] << hint);
    }
    REQUIRE_THAT(run, output_equals(1, expected));
}

Run check_dequantize(const char* what, const Codes& codes, const Codes& scales,
                     std::uint64_t schedule = 0) {
    const std::size_t n = codes.size();
    INFO("dequantize, n = " << n << ", " << what);
    Run run = WORKBOOK_RUN_SCHEDULED(schedule, dequantize, device_in(codes), device_in(scales),
                                     device_out<bf16>(n), n);
    REQUIRE_THAT(run, completed());
    std::vector<Bf16> expected;
    // The product has four digits that count: exact as a float, or too large for a bfloat16, too.
    for (std::size_t i = 0; i < n; ++i)
        expected.emplace_back(
            static_cast<float>(std::ldexp(number_of(codes[i]), scales[i / 32] - 127)));
    const auto found = run.output<bf16>(2);
    for (std::size_t i = 0; i < n; ++i) {
        const double own = value_of(found[i]), right = static_cast<double>(expected[i]);
        if (own == right || (std::isnan(own) && std::isnan(right)) || !run.was_written(2, i))
            continue;
        const int scale = scales[i / 32];
        const std::string hint = product_looks_like(own, codes[i], scale);
        FAIL("y[" << i << "] is " << shown(own) << ", expected is " << shown(right) << ": codes["
                  << i << "] is " << named(codes[i]) << ", its scale " << scale << " ("
                  << power(scale) << ")" << (hint.empty() ? "" : "; ") << hint);
    }
    REQUIRE_THAT(run, output_equals(2, expected).from({0}).by_any_thread());
    return run;
}

Codes all_codes() {
    Codes codes;
    for (int code = 0; code < 256; ++code) codes.push_back(static_cast<std::uint8_t>(code));
    return codes;
}

Codes random_bytes(std::size_t n, int low, int high) {
    Codes bytes;
    for (const int value : random_integers<int>(n, low, high))
        bytes.push_back(static_cast<std::uint8_t>(value));
    return bytes;
}

void check_scale_range(int first, int last) {
    const Codes all = all_codes();
    Codes codes, scales;
    for (int scale = first; scale <= last; ++scale) {
        scales.insert(scales.end(), all.size() / 32, static_cast<std::uint8_t>(scale));
        codes.insert(codes.end(), all.begin(), all.end());
    }
    check_dequantize("all codes with one scale after the other", codes, scales);
}

Codes rising_codes(std::size_t n) {
    Codes codes;
    for (std::size_t i = 0; i < n; ++i) codes.push_back(static_cast<std::uint8_t>(0x5f + i % 32));
    return codes;
}

constexpr const char* wide = "a lane moves less than its piece at a time: is it one load of a "
                             "uint4 or uint2, and one store?";
constexpr const char* neighbours = "neighbouring threads are to take neighbouring pieces";
// At the end of an array, one thread moves up to seven elements one by one.
constexpr double at_the_end = 16;
constexpr const char* in_memory =
    "an array of a thread's own lies in memory, not in registers: all its indices have to be known "
    "to the compiler (#pragma unroll)";

} // namespace

TEST_CASE("1: to_codes, the numbers of e4m3") {
    Floats values;
    for (unsigned code = 0; code <= largest_code; ++code)
        values.push_back(static_cast<float>(number_of(code)));
    check_to_codes("the numbers of e4m3 themselves", values);
    check_to_codes("the numbers of e4m3 themselves", with_both_signs(values));
}

TEST_CASE("1: to_codes, between two numbers", "[weight:2]") {
    Floats parts, ties;
    for (unsigned code = 0; code < largest_code; ++code) {
        const double low = number_of(code), step = number_of(code + 1) - low;
        for (const double part : {0.25, 0.75, 0.4375, 0.5625})
            parts.push_back(static_cast<float>(low + part * step));
        ties.push_back(static_cast<float>(low + step / 2));
        parts.push_back(std::nextafter(static_cast<float>(low), 0.0f)); // below a power of two, say
    }
    check_to_codes("not halfway", with_both_signs(parts));
    check_to_codes("halfway", with_both_signs(ties));
}

TEST_CASE("1: to_codes, rounded once") {
    Floats values;
    for (unsigned code = 0; code < largest_code; ++code) {
        const double middle = (number_of(code) + number_of(code + 1)) / 2;
        for (int digit = 9; digit <= 23; ++digit)
            for (const int side : {-1, 1})
                values.push_back(static_cast<float>(middle * (1 + side * std::ldexp(1, -digit))));
    }
    check_to_codes("very near to halfway", with_both_signs(values));
}

TEST_CASE("1: to_codes, too small, too large, NaN", "[weight:2]") {
    check_to_codes("zeros", {0.0f, -0.0f});
    check_to_codes("smaller than half of the smallest number",
                   with_both_signs({0x1p-10f, 0x1.fffffep-11f, 0x1p-14f, 1e-30f, 0x1p-126f,
                                    0x1p-127f, 0x1p-149f}));
    check_to_codes("448 and above",
                   with_both_signs({448.0f, 448.1f, 463.9f, 464.0f, 464.1f, 479.0f, 480.0f, 481.0f,
                                    496.0f, 511.0f, 512.0f, 1000.0f, 65536.0f, 1e9f, 0x1p100f,
                                    std::numeric_limits<float>::max()}));
    check_to_codes("infinities", with_both_signs({std::numeric_limits<float>::infinity()}));
    Floats nans;
    for (const std::uint32_t bits :
         {0x7fc00000u, 0xffc00000u, 0x7f800001u, 0xff800001u, 0x7fffffffu, 0xffffffffu}) {
        float nan = 0;
        std::memcpy(&nan, &bits, sizeof nan);
        nans.push_back(nan);
    }
    check_to_codes("NaNs", nans);
}

TEST_CASE("1: to_codes, random bits") {
    for (const std::size_t n : {0, 1, 31, 1023, 1025, 20'000})
        check_to_codes("random bits", random_floats(n));
}

TEST_CASE("2: group_maxima, one value in each group") {
    for (const int lanes : {32, 4}) {
        Floats values(static_cast<std::size_t>(lanes) * 32);
        for (std::size_t group = 0; group < 32; ++group)
            values[group * static_cast<std::size_t>(lanes) + group % lanes] =
                static_cast<float>(group % 3 == 0 ? 1 + group : -1.0 - group);
        check_maxima("in group i, value i % lanes is 1 + i or -1 - i, the others are 0", values,
                     lanes);
    }
}

TEST_CASE("2: group_maxima, what does not count") {
    const float inf = std::numeric_limits<float>::infinity();
    const float nan = std::numeric_limits<float>::quiet_NaN();
    for (const int lanes : {32, 4}) {
        for (const float odd : {nan, -nan, inf, -inf}) {
            Floats values;
            for (int i = 0; i < 1024; ++i)
                values.push_back(i % 32 == i / 32 || i >= 992 ? odd : static_cast<float>(i % 29));
            check_maxima("NaNs or infinities among small numbers, in group after group elsewhere",
                         values, lanes);
        }
    }
}

TEST_CASE("2: group_maxima, random values") {
    for (const int lanes : {32, 4}) {
        for (const std::size_t n : {0, 32, 256, 288, 4096})
            check_maxima("random", random_normals<float>(n, 0, 100), lanes);
        for (const std::uint64_t seed : random_integers<std::uint64_t>(2, 1, 1'000'000))
            check_maxima("random", random_normals<float>(512, 0, 100), lanes, seed);
    }
}

TEST_CASE("2: block_scales, each exponent", "[weight:2]") {
    for (const unsigned fraction : {0x40, 0, 0x60}) // 1.5, 1, 1.75
        check_scales("one value in each block: 1.5, 1 or 1.75 times a power of two",
                     with_fraction(fraction));
    for (const unsigned fraction : {0x61, 0x7f, 0x5f, 1})
        check_scales("one value in each block", with_fraction(fraction));
}

TEST_CASE("2: block_scales, zeros, NaNs, infinities", "[weight:2]") {
    check_scales("NaNs, infinities, zeros and the ends of bfloat16", troubles());
}

TEST_CASE("2: block_scales, random values") {
    for (const std::size_t blocks : {0, 1, 7, 8, 9, 1000})
        check_scales("normally distributed", random_numbers(32 * blocks));
    for (const std::uint64_t seed : random_integers<std::uint64_t>(2, 1, 1'000'000))
        check_scales("normally distributed", random_numbers(32 * 20), seed);
    const std::size_t blocks = 1024;
    const Run run = check_scales("normally distributed", random_numbers(32 * blocks));
    INFO("block_scales, blocks = " << blocks);
    CHECK_THAT(run, launched(1));
    CHECK_THAT(run, traffic("global_load_bytes", at_most(2.0 * 32 * blocks),
                            "each value is to be read once"));
    CHECK_THAT(run, traffic("global_load_sectors", at_most(2.0 * blocks),
                            "the lanes of a warp are to read neighbouring values of one block"));
    CHECK_THAT(run, traffic("global_store_bytes", at_most(1.0 * blocks),
                            "each scale is to be written once"));
    CHECK_THAT(run, work_shared(blocks, at_most(2), "each block is to have a warp of its own"));
}

TEST_CASE("3: quantize, which code stands where") {
    for (const std::size_t n : {32, 64, 256, 4096})
        check_quantize("the codes of each block are 0x5f to 0x7e, its scale 127 + block % 64",
                       rising(n));
}

TEST_CASE("3: quantize, all kinds of blocks", "[weight:2]") {
    check_quantize("NaNs, infinities, zeros and the ends of bfloat16", troubles());
    for (const unsigned fraction : {0, 0x60, 0x61, 0x7f})
        check_quantize("one value in each block", with_fraction(fraction));
}

TEST_CASE("3: quantize, the end of the array", "[weight:2]") {
    for (const std::size_t n : {40, 1, 2, 7, 8, 9, 15, 25, 31, 33, 63, 65, 129, 255, 257})
        check_quantize("the codes of each block are 0x5f to 0x7e", rising(n));
    for (const std::size_t n : {0, 3, 31, 32, 33, 255, 1023, 1024, 1025, 2047, 2049, 20'003})
        check_quantize("normally distributed", random_numbers(n));
    for (const std::uint64_t seed : random_integers<std::uint64_t>(3, 1, 1'000'000))
        check_quantize("normally distributed", random_numbers(1'003), seed);
}

TEST_CASE("3: quantize, more than 2^17 values") {
    check_quantize("normally distributed", random_numbers(131'072 + 41));
}

TEST_CASE("3: quantize, each value is read once, 16 bytes at a time", "[weight:2]") {
    const std::size_t n = 65'536;
    const Run run = check_quantize("normally distributed", random_numbers(n));
    const double elements = n;
    CHECK_THAT(run, launched(1));
    CHECK_THAT(run, allocated_nothing());
    CHECK_THAT(run, traffic("global_load_bytes", at_most(2 * elements), "x is to be read once"));
    CHECK_THAT(run, traffic("global_store_bytes", at_most(elements + elements / 32),
                            "each code and each scale is to be written once"));
    CHECK_THAT(run, traffic("global_load_requests", at_most(2 * elements / 512), wide));
    // A warp stores 256 codes at once; its 8 scales at once, or at different times if their
    // computation has branches. Codes one by one are eight requests more.
    CHECK_THAT(run, traffic("global_store_requests", at_most(6 * elements / 256), wide));
    CHECK_THAT(run, traffic("global_load_sectors", at_most(2 * elements / 32), neighbours));
    CHECK_THAT(run, traffic("global_store_sectors", at_most(16 * elements / 256), neighbours));
    CHECK_THAT(run, traffic("local_requests", at_most(0), in_memory));
    CHECK_THAT(run, work_shared(n / 256, at_most(4), "each thread is to take eight values"));
}

TEST_CASE("3: quantize, 16 bytes at a time, if n is not a multiple of 8, too") {
    const std::size_t n = 16'384 + 13;
    const Run run = check_quantize("normally distributed", random_numbers(n));
    INFO("quantize, n = " << n);
    const double elements = n, blocks = (n + 31) / 32;
    CHECK_THAT(run, traffic("global_load_bytes", at_most(2 * elements), "x is to be read once"));
    CHECK_THAT(run, traffic("global_store_bytes", at_most(elements + blocks),
                            "each code and each scale is to be written once"));
    CHECK_THAT(run,
               traffic("global_load_requests", at_most(2 * elements / 512 + at_the_end), wide));
    CHECK_THAT(run,
               traffic("global_store_requests", at_most(6 * elements / 256 + at_the_end), wide));
}

TEST_CASE("4: from_codes, each code") {
    check_from_codes("all codes", all_codes());
    for (const std::size_t n : {0, 1, 1025})
        check_from_codes("random codes", random_bytes(n, 0, 255));
}

TEST_CASE("5: dequantize, which value stands where") {
    for (const std::size_t n : {32, 64, 256, 4096}) {
        Codes scales;
        for (std::size_t block = 0; 32 * block < n; ++block)
            scales.push_back(static_cast<std::uint8_t>(127 + block % 64));
        check_dequantize("the codes of each block are 0x5f to 0x7e, its scale 127 + block % 64",
                         rising_codes(n), scales);
    }
}

TEST_CASE("5: dequantize, each scale", "[weight:2]") {
    check_scale_range(1, 246);
    check_scale_range(247, 254); // some products are too large for a bfloat16: infinite
    check_scale_range(0, 0);
}

TEST_CASE("5: dequantize, the end of the array", "[weight:2]") {
    for (const std::size_t n : {40, 0, 1, 2, 7, 8, 9, 31, 33, 63, 65, 255, 257, 1023, 1025, 20'003})
        check_dequantize("random codes", random_bytes(n, 0, 255),
                         random_bytes((n + 31) / 32, 60, 200));
    for (const std::uint64_t seed : random_integers<std::uint64_t>(2, 1, 1'000'000))
        check_dequantize("random codes", random_bytes(1'003, 0, 255), random_bytes(32, 60, 200),
                         seed);
    const std::size_t n = 131'072 + 41;
    check_dequantize("random codes", random_bytes(n, 0, 255), random_bytes((n + 31) / 32, 60, 200));
}

TEST_CASE("5: dequantize, 8 bytes read and 16 written at a time", "[weight:2]") {
    const std::size_t n = 65'536;
    const Run run =
        check_dequantize("random codes", random_bytes(n, 0, 255), random_bytes(n / 32, 60, 200));
    const double elements = n;
    CHECK_THAT(run, launched(1));
    CHECK_THAT(run, allocated_nothing());
    // Each thread reads its scale: a byte for eight codes.
    CHECK_THAT(run, traffic("global_load_bytes", at_most(elements + elements / 8),
                            "each code is to be read once, and a scale for eight of them"));
    CHECK_THAT(run, traffic("global_store_bytes", at_most(2 * elements), "y is written once"));
    CHECK_THAT(run, traffic("global_load_requests", at_most(2 * elements / 256), wide));
    CHECK_THAT(run, traffic("global_store_requests", at_most(2 * elements / 512), wide));
    CHECK_THAT(run, traffic("global_load_sectors", at_most(9 * elements / 256), neighbours));
    CHECK_THAT(run, traffic("global_store_sectors", at_most(2 * elements / 32), neighbours));
    CHECK_THAT(run, traffic("local_requests", at_most(0), in_memory));
    CHECK_THAT(run, work_shared(n / 256, at_most(4), "each thread is to take eight codes"));
}

TEST_CASE("5: dequantize, 8 bytes at a time, if n is not a multiple of 8, too") {
    const std::size_t n = 16'384 + 13;
    const Run run = check_dequantize("random codes", random_bytes(n, 0, 255),
                                     random_bytes((n + 31) / 32, 60, 200));
    INFO("dequantize, n = " << n);
    const double elements = n, threads = (n + 7) / 8;
    CHECK_THAT(run, traffic("global_load_bytes", at_most(elements + threads),
                            "each code is to be read once, and a scale for eight of them"));
    CHECK_THAT(run, traffic("global_store_bytes", at_most(2 * elements), "y is written once"));
    CHECK_THAT(run,
               traffic("global_load_requests", at_most(2 * elements / 256 + at_the_end), wide));
    CHECK_THAT(run,
               traffic("global_store_requests", at_most(2 * elements / 512 + at_the_end), wide));
}

WORKBOOK_GAIN(gain) {
    const std::size_t n = gain.size(65'536, std::size_t{1} << 26);
    const Numbers x = gain.on_gpu() ? Numbers(n, rounded(1.25)) : random_numbers(n);
    gain.about(n, " bfloat16");
    WORKBOOK_GAIN_CALL(gain, quantize, device_in(x), device_out<std::uint8_t>(n),
                       device_out<std::uint8_t>(n / 32), n);
    if (gain.on_gpu()) return;
    const std::uint64_t before = sizeof(bf16) * n, after = n + n / 32;
    gain.say("Your kernel read ", in_bytes(gain.count("global_load_bytes")), " and wrote ",
             in_bytes(gain.count("global_store_bytes")), ": each value, code and scale once.");
    gain.say("A kernel that reads bfloat16 reads ", in_bytes(before),
             ", one that reads codes and scales ", in_bytes(after), ": the first ",
             times_as(before, after, "much"), ".");
}
