// Tests of vgpu/ptx/constant.hpp.
#include "parse_text.hpp"

#include "vgpu/ptx/constant.hpp"

#include <bit>

using namespace vgpu::ptx;
using Kind = Constant::Kind;

namespace {

void check_number(std::string_view text, Kind kind, std::uint64_t bits) {
    INFO(text);
    const auto number = parse_number(text);
    REQUIRE(number);
    CHECK(number->kind == kind);
    CHECK(number->bits == bits);
}

Constant evaluate(std::string_view text) {
    INFO(text);
    Cursor cursor(text);
    Constant result;
    const bool ok = parse_constant(cursor, result);
    INFO(cursor.error().message);
    REQUIRE(ok);
    CHECK(cursor.at_end());
    return result;
}

std::int64_t integer(std::string_view text) {
    const Constant constant = evaluate(text);
    CHECK(constant.is_integer());
    return static_cast<std::int64_t>(constant.bits);
}

std::string error_of(std::string_view text) {
    Cursor cursor(text);
    Constant result;
    return parse_constant(cursor, result) ? "no error" : test::to_string(cursor.error());
}

} // namespace

TEST_CASE("integers in every base, with and without U") {
    check_number("0", Kind::s64, 0);
    check_number("42", Kind::s64, 42);
    check_number("42U", Kind::u64, 42);
    check_number("0x1fU", Kind::u64, 31);
    check_number("0XFFFFFFFFFFFFFFFF", Kind::u64, ~0ull);
    check_number("0b1010", Kind::s64, 10);
    check_number("0B1U", Kind::u64, 1);
    check_number("017", Kind::s64, 15);
    check_number("9223372036854775807", Kind::s64, 0x7fffffffffffffff);
    check_number("9223372036854775808", Kind::u64, 0x8000000000000000);
}

TEST_CASE("floating-point numbers keep their bits") {
    check_number("0f3F800000", Kind::f32, 0x3f800000);
    check_number("0F7fc00001", Kind::f32, 0x7fc00001);
    check_number("0d3FF0000000000000", Kind::f64, 0x3ff0000000000000);
    check_number("0DFFF0000000000000", Kind::f64, 0xfff0000000000000);
    check_number("1.5", Kind::f64, std::bit_cast<std::uint64_t>(1.5));
    check_number("25e-2", Kind::f64, std::bit_cast<std::uint64_t>(0.25));
}

TEST_CASE("what is no number is refused") {
    for (std::string_view text : {"", "0x", "0xU", "0b2", "08", "12a", "0f3F80000", "0f3F8000000",
                                  "0d00", "18446744073709551616", "1.5.2", "U", "1e", "1e999"}) {
        INFO(text);
        CHECK_FALSE(parse_number(text));
    }
}

TEST_CASE("constant expressions follow C") {
    CHECK(integer("1 + 2 * 3") == 7);
    CHECK(integer("(1 + 2) * 3") == 9);
    CHECK(integer("10 - 4 - 3") == 3);
    CHECK(integer("-8+4") == -4);
    CHECK(integer("- -3") == 3);
    CHECK(integer("~0") == -1);
    CHECK(integer("!5 + !0") == 1);
    CHECK(integer("1 << 4 | 3") == 19);
    CHECK(integer("7 / 2 * 10 + 7 % 2") == 31);
    CHECK(integer("-7 / 2") == -3);
    CHECK(integer("-7 >> 1") == -4);
    CHECK(integer("3 < 4 && 4 < 3 || 6 & 5 ^ 1") == 1);
    CHECK(integer("1 ? 2 ? 3 : 4 : 5") == 3);
    CHECK(integer("0 ? 2 : 0 ? 3 : 4") == 4);
    CHECK(integer("WARP_SZ * 2") == 64);
    CHECK(integer("(.u64) -1 > 0") == 1);
    CHECK(integer("-1 > 0") == 0);
    CHECK(integer("-1 < 0U") == 0);
    CHECK(evaluate("1U + 2").kind == Kind::u64);
    CHECK(evaluate("(.s64) 1U").kind == Kind::s64);
    CHECK(evaluate("-0f3F800000").bits == 0xbf800000);
    CHECK(evaluate("1.0 / 4.0").bits == std::bit_cast<std::uint64_t>(0.25));
}

TEST_CASE("arithmetic at the edges wraps and never traps") {
    constexpr std::int64_t lowest = std::numeric_limits<std::int64_t>::min();
    CHECK(integer("(-9223372036854775807 - 1) / -1") == lowest);
    CHECK(integer("(-9223372036854775807 - 1) % -1") == 0);
    CHECK(integer("9223372036854775807 + 1") == lowest);
    CHECK(integer("1 << 64") == 0);
    CHECK(integer("1 << -1") == 0);
    CHECK(integer("-1 >> 100") == -1);
    CHECK(integer("(.u64)-1 >> 100") == 0);
    CHECK(error_of("1 / (2 - 2)") == "1:3: this constant expression divides by zero");
    CHECK(error_of("1U % 0") == "1:4: this constant expression divides by zero");
}

TEST_CASE("what is no expression is refused at its place") {
    CHECK(error_of("1 +") == "1:4: expected a constant, but the text ends here");
    CHECK(error_of("(1") ==
          "1:3: expected ')' at the end of a constant expression, but the text ends here");
    CHECK(error_of("1 + %r1") == "1:5: expected a constant, found '%r1'");
    CHECK(error_of("1.5 | 2") == "1:5: '|' takes integers only");
    CHECK(error_of("~1.5") == "1:1: '~' takes integers only");
    CHECK(error_of("0q1") == "1:1: this is not a number that PTX knows, or it is too large");
    CHECK(error_of(std::string(100'000, '('))
              .ends_with("this constant expression is nested too deeply"));
    CHECK(error_of(std::string(100'000, '-'))
              .ends_with("this constant expression is nested too deeply"));
    std::string ternaries;
    for (int i = 0; i < 10'000; ++i) ternaries += "1?";
    CHECK(error_of(ternaries).ends_with("this constant expression is nested too deeply"));
}
