#include "vgpu/ptx/constant.hpp"

#include <fmt/format.h>

#include <array>
#include <bit>
#include <charconv>

namespace vgpu::ptx {
namespace {

using Kind = Constant::Kind;

std::optional<std::uint64_t> digits_in(std::string_view digits, int base) {
    std::uint64_t value = 0;
    const char* end = digits.data() + digits.size();
    const auto [stop, error] = std::from_chars(digits.data(), end, value, base);
    if (digits.empty() || error != std::errc{} || stop != end) return std::nullopt;
    return value;
}

double value_as_f64(const Constant& constant) {
    switch (constant.kind) {
    case Kind::s64:
        return static_cast<double>(static_cast<std::int64_t>(constant.bits));
    case Kind::u64:
        return static_cast<double>(constant.bits);
    case Kind::f32:
        return std::bit_cast<float>(static_cast<std::uint32_t>(constant.bits));
    case Kind::f64:
        return std::bit_cast<double>(constant.bits);
    }
    return 0;
}

bool is_true(const Constant& constant) {
    return constant.is_integer() ? constant.bits != 0 : value_as_f64(constant) != 0;
}

struct Operator {
    std::string_view text;
    int precedence; // C's: larger binds tighter
};
constexpr std::array operators = {
    Operator{"||", 1}, Operator{"&&", 2}, Operator{"|", 3},  Operator{"^", 4}, Operator{"&", 5},
    Operator{"==", 6}, Operator{"!=", 6}, Operator{"<", 7},  Operator{">", 7}, Operator{"<=", 7},
    Operator{">=", 7}, Operator{"<<", 8}, Operator{">>", 8}, Operator{"+", 9}, Operator{"-", 9},
    Operator{"*", 10}, Operator{"/", 10}, Operator{"%", 10},
};

const Operator* operator_at(const Cursor& cursor) {
    if (!cursor.at(TokenKind::punctuation)) return nullptr;
    // Most constants end here; long initialisers are read in half the time for it.
    if (cursor.at(',') || cursor.at('}') || cursor.at(';') || cursor.at(']')) return nullptr;
    for (const Operator& candidate : operators)
        if (cursor.token().text == candidate.text) return &candidate;
    return nullptr;
}

// Comparisons give a signed 0 or 1; the rest computes modulo 2^64.
bool apply_to_integers(Cursor& cursor, const Token& token, const Constant& a, const Constant& b,
                       Constant& result) {
    const std::string_view op = token.text;
    const bool is_shift = op == "<<" || op == ">>";
    const bool is_unsigned = a.kind == Kind::u64 || (!is_shift && b.kind == Kind::u64);
    const std::uint64_t x = a.bits, y = b.bits;
    const auto sx = static_cast<std::int64_t>(x), sy = static_cast<std::int64_t>(y);
    const auto truth = [&](bool value) {
        result = {Kind::s64, value};
        return true;
    };
    if (op == "||") return truth(x || y);
    if (op == "&&") return truth(x && y);
    if (op == "==") return truth(x == y);
    if (op == "!=") return truth(x != y);
    if (op == "<") return truth(is_unsigned ? x < y : sx < sy);
    if (op == ">") return truth(is_unsigned ? x > y : sx > sy);
    if (op == "<=") return truth(is_unsigned ? x <= y : sx <= sy);
    if (op == ">=") return truth(is_unsigned ? x >= y : sx >= sy);

    result.kind = is_unsigned ? Kind::u64 : Kind::s64;
    if (op == "|")
        result.bits = x | y;
    else if (op == "^")
        result.bits = x ^ y;
    else if (op == "&")
        result.bits = x & y;
    else if (op == "+")
        result.bits = x + y;
    else if (op == "-")
        result.bits = x - y;
    else if (op == "*")
        result.bits = x * y;
    else if (op == "<<")
        result.bits = y < 64 ? x << y : 0;
    else if (op == ">>" && is_unsigned)
        result.bits = y < 64 ? x >> y : 0;
    else if (op == ">>")
        result.bits = static_cast<std::uint64_t>(sx >> (y < 64 ? y : 63));
    else if (y == 0)
        return cursor.fail(token.position, "this constant expression divides by zero");
    else if (is_unsigned)
        result.bits = op == "/" ? x / y : x % y;
    else if (sy == -1)
        result.bits = op == "/" ? 0 - x : 0; // INT64_MIN / -1 wraps
    else
        result.bits = static_cast<std::uint64_t>(op == "/" ? sx / sy : sx % sy);
    return true;
}

bool apply_to_floats(Cursor& cursor, const Token& token, const Constant& a, const Constant& b,
                     Constant& result) {
    const std::string_view op = token.text;
    const double x = value_as_f64(a), y = value_as_f64(b);
    const auto number = [&](double value) {
        result = {Kind::f64, std::bit_cast<std::uint64_t>(value)};
        return true;
    };
    const auto truth = [&](bool value) {
        result = {Kind::s64, value};
        return true;
    };
    if (op == "+") return number(x + y);
    if (op == "-") return number(x - y);
    if (op == "*") return number(x * y);
    if (op == "/") {
        if (y == 0) return cursor.fail(token.position, "this constant expression divides by zero");
        return number(x / y);
    }
    if (op == "==") return truth(x == y);
    if (op == "!=") return truth(x != y);
    if (op == "<") return truth(x < y);
    if (op == ">") return truth(x > y);
    if (op == "<=") return truth(x <= y);
    if (op == ">=") return truth(x >= y);
    if (op == "&&") return truth(is_true(a) && is_true(b));
    if (op == "||") return truth(is_true(a) || is_true(b));
    return cursor.fail(token.position, fmt::format("'{}' takes integers only", op));
}

class ExpressionParser {
  public:
    explicit ExpressionParser(Cursor& cursor) : cursor_(cursor) {}

    bool conditional(Constant& result) {
        if (!binary(1, result)) return false;
        if (!cursor_.at('?')) return true;
        cursor_.take();
        Constant yes, no;
        if (!deeper([&] { return conditional(yes); }) ||
            !cursor_.expect(':', "of this ?: expression") ||
            !deeper([&] { return conditional(no); }))
            return false;
        result = is_true(result) ? yes : no;
        return true;
    }

  private:
    template <class Parse>
    bool deeper(Parse parse) {
        if (++depth_ > limits::expression_depth)
            return cursor_.fail("this constant expression is nested too deeply");
        const bool ok = parse();
        --depth_;
        return ok;
    }

    bool binary(int lowest, Constant& result) {
        if (!unary(result)) return false;
        for (const Operator* op = operator_at(cursor_); op && op->precedence >= lowest;
             op = operator_at(cursor_)) {
            const Token token = cursor_.take();
            const Constant left = result;
            Constant right;
            if (!deeper([&] { return binary(op->precedence + 1, right); })) return false;
            const bool integers = left.is_integer() && right.is_integer();
            if (!(integers ? apply_to_integers(cursor_, token, left, right, result)
                           : apply_to_floats(cursor_, token, left, right, result)))
                return false;
        }
        return true;
    }

    bool unary(Constant& result) {
        const char symbol = cursor_.token().symbol;
        if (symbol == '+' || symbol == '-' || symbol == '!' || symbol == '~') {
            const Token token = cursor_.take();
            return deeper([&] { return unary(result); }) && apply_unary(token, result);
        }
        if (symbol == '(') return parenthesized(result);
        if (cursor_.at_name("WARP_SZ")) {
            cursor_.take();
            result = {Kind::s64, 32};
            return true;
        }
        if (!cursor_.at(TokenKind::number)) return cursor_.fail_expected("a constant");
        const auto number = parse_number(cursor_.token().text);
        if (!number) return cursor_.fail("this is not a number that PTX knows, or it is too large");
        result = *number;
        cursor_.take();
        return true;
    }

    // (expression), or a cast: (.s64) and (.u64).
    bool parenthesized(Constant& result) {
        cursor_.take();
        if (cursor_.at_dotted(".s64") || cursor_.at_dotted(".u64")) {
            const Token cast = cursor_.take();
            if (!cursor_.expect(')', "after the type of a cast")) return false;
            if (!deeper([&] { return unary(result); })) return false;
            if (!result.is_integer()) return cursor_.fail(cast.position, "only integers are cast");
            result.kind = cast.text == ".u64" ? Kind::u64 : Kind::s64;
            return true;
        }
        return deeper([&] { return conditional(result); }) &&
               cursor_.expect(')', "at the end of a constant expression");
    }

    bool apply_unary(const Token& token, Constant& value) {
        switch (token.symbol) {
        case '+':
            return true;
        case '!':
            value = {Kind::s64, !is_true(value)};
            return true;
        case '~':
            if (!value.is_integer()) return cursor_.fail(token.position, "'~' takes integers only");
            value.bits = ~value.bits;
            return true;
        default:
            if (value.kind == Kind::f32)
                value.bits ^= 0x80000000u;
            else if (value.kind == Kind::f64)
                value.bits ^= 1ull << 63;
            else
                value.bits = 0 - value.bits;
            return true;
        }
    }

    Cursor& cursor_;
    int depth_ = 0;
};

} // namespace

std::optional<Constant> parse_number(std::string_view text) {
    const char second = text.size() > 1 && text[0] == '0' ? text[1] : '\0';
    if (second == 'f' || second == 'F' || second == 'd' || second == 'D') {
        const bool single = second == 'f' || second == 'F';
        const auto bits = digits_in(text.substr(2), 16);
        if (!bits || text.size() != (single ? 10u : 18u)) return std::nullopt;
        return Constant{single ? Kind::f32 : Kind::f64, *bits};
    }
    const bool prefixed = second == 'x' || second == 'X' || second == 'b' || second == 'B';
    if (!prefixed && text.find_first_of(".eE") != text.npos) {
        double value = 0;
        const char* end = text.data() + text.size();
        const auto [stop, error] = std::from_chars(text.data(), end, value);
        if (error != std::errc{} || stop != end) return std::nullopt;
        return Constant{Kind::f64, std::bit_cast<std::uint64_t>(value)};
    }
    const bool suffix = !text.empty() && text.back() == 'U';
    if (suffix) text.remove_suffix(1);
    std::optional<std::uint64_t> value;
    if (second == 'x' || second == 'X')
        value = digits_in(text.substr(2), 16);
    else if (prefixed)
        value = digits_in(text.substr(2), 2);
    else
        value = digits_in(text, text.size() > 1 && text[0] == '0' ? 8 : 10);
    if (!value) return std::nullopt;
    return Constant{suffix || *value >> 63 ? Kind::u64 : Kind::s64, *value};
}

bool parse_constant(Cursor& cursor, Constant& result) {
    return ExpressionParser(cursor).conditional(result);
}

bool parse_integer(Cursor& cursor, std::string_view what, std::int64_t& result) {
    const Position position = cursor.position();
    Constant constant;
    if (!parse_constant(cursor, constant)) return false;
    if (!constant.is_integer())
        return cursor.fail(position, fmt::format("{} must be an integer", what));
    result = static_cast<std::int64_t>(constant.bits);
    return true;
}

bool parse_count(Cursor& cursor, std::string_view what, std::uint64_t most, std::uint64_t& result) {
    const Position position = cursor.position();
    Constant constant;
    if (!parse_constant(cursor, constant)) return false;
    const bool negative = constant.kind == Kind::s64 && constant.bits >> 63;
    if (!constant.is_integer() || negative || constant.bits > most)
        return cursor.fail(position, fmt::format("{} must be an integer from 0 to {}", what, most));
    result = constant.bits;
    return true;
}

std::uint32_t bits_as_f32(const Constant& constant) {
    if (constant.kind == Kind::f32) return static_cast<std::uint32_t>(constant.bits);
    if (constant.kind == Kind::s64)
        return std::bit_cast<std::uint32_t>(
            static_cast<float>(static_cast<std::int64_t>(constant.bits)));
    if (constant.kind == Kind::u64)
        return std::bit_cast<std::uint32_t>(static_cast<float>(constant.bits));
    return std::bit_cast<std::uint32_t>(static_cast<float>(value_as_f64(constant)));
}

std::uint64_t bits_as_f64(const Constant& constant) {
    if (constant.kind == Kind::f64) return constant.bits;
    return std::bit_cast<std::uint64_t>(value_as_f64(constant));
}

} // namespace vgpu::ptx
