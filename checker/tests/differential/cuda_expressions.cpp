#include "cuda_expressions.hpp"

#include <fmt/format.h>

namespace differential {
namespace {

constexpr std::string_view names[type_count] = {"u32", "i32", "u64",   "i64",    "u16", "i16",
                                                "u8",  "i8",  "float", "double", "half"};

bool is_small(Type type) { return type >= Type::u16 && type <= Type::i8; }

} // namespace

std::string_view name_of(Type type) { return names[static_cast<unsigned>(type)]; }
bool is_floating(Type type) { return type >= Type::f32; }

Type CudaExpressions::any_type() {
    if (random_.chance(45)) return random_.chance(60) ? Type::u32 : Type::i32;
    return static_cast<Type>(random_.below(with_half_ ? type_count : type_count - 1));
}

std::string CudaExpressions::index(unsigned count) {
    return fmt::format("({}) & {}u", expression(Type::u32, 1), count - 1);
}

std::string CudaExpressions::literal(Type type) {
    switch (type) {
    case Type::f32:
        return fmt::format("{}.5f", random_.below(1000));
    case Type::f64:
        return fmt::format("{}.25", random_.below(100000));
    case Type::f16:
        return fmt::format("__float2half_rn({}.5f)", random_.below(60));
    case Type::u64:
        return fmt::format("{}ull", random_.next() >> random_.below(64));
    case Type::i64:
        return fmt::format("(i64){}ull", random_.next() >> random_.below(64));
    case Type::u32:
        return fmt::format("{}u",
                           static_cast<std::uint32_t>(random_.next() >> 32) >> random_.below(32));
    default:
        return fmt::format("({}){}u", name_of(type),
                           static_cast<std::uint32_t>(random_.next() >> 32) >> random_.below(32));
    }
}

std::string CudaExpressions::leaf(Type type) {
    if (random_.chance(12)) return literal(type);
    if (!arrays.empty() && random_.chance(15)) {
        const Array& array = random_.pick(arrays);
        const std::string value = fmt::format(
            "{}[{} & {}u]", array.name, random_.chance(50) ? "lane" : "salt_low", array.count - 1);
        if (array.type == type) return value;
        if (!is_floating(type) && !is_floating(array.type))
            return fmt::format("({}){}", name_of(type), value);
    }
    for (unsigned attempt = 0; attempt < 12 && !variables.empty(); ++attempt) {
        const Variable& variable = random_.pick(variables);
        if (variable.type == type) // a bit field is promoted to int
            return variable.name.find('.') == std::string::npos
                       ? variable.name
                       : fmt::format("({}){}", name_of(type), variable.name);
        if (attempt > 5 && !is_floating(type) && !is_floating(variable.type))
            return fmt::format("({}){}", name_of(type), variable.name);
    }
    return literal(type);
}

std::string CudaExpressions::condition(unsigned depth) {
    static constexpr std::string_view relations[] = {"<", "<=", ">", ">=", "==", "!="};
    const Type type = any_type();
    const unsigned below = depth == 0 ? 0 : depth - 1;
    switch (random_.below(depth == 0 ? 3 : 6)) {
    case 0:
        return fmt::format("(({}) & {}u) != 0", expression(Type::u32, below),
                           1u << random_.below(6));
    case 1:
        return fmt::format("(lane & {}u) > 3u", random_.from_to(1, 31));
    case 2:
    case 3: {
        if (type == Type::f16) {
            const std::string left = expression(type, below), right = expression(type, below);
            return fmt::format("__hlt({}, {})", left, right);
        }
        const std::string left = expression(type, below);
        const std::string_view relation = random_.pick(relations);
        return fmt::format("({}) {} ({})", left, relation, expression(type, below));
    }
    default: {
        const std::string left = condition(below), right = condition(below);
        return fmt::format("(({}) {} ({}))", left, random_.chance(50) ? "&&" : "||", right);
    }
    }
}

std::string CudaExpressions::expression(Type type, unsigned depth) {
    if (depth == 0) return leaf(type);
    if (random_.chance(12)) {
        const std::string test = condition(depth - 1), first = expression(type, depth - 1);
        return fmt::format("(({}) ? ({}) : ({}))", test, first, expression(type, depth - 1));
    }
    if (is_small(type))
        return fmt::format("({})({})", name_of(type), expression(Type::u32, depth - 1));
    switch (type) { // the casts: intrinsics return int
    case Type::u32:
    case Type::u64:
        return fmt::format("({})({})", name_of(type), unsigned_operation(type, depth - 1));
    case Type::i32:
    case Type::i64:
        return fmt::format("({})({})", name_of(type), signed_operation(type, depth - 1));
    case Type::f16:
        return half_operation(depth - 1);
    default:
        return float_operation(type, depth - 1);
    }
}

// In a pattern, A, B and C stand for expressions of the type itself, S for its signed twin, V for
// u32, F for float, E for double, I for i32, H for half.
#define PICK(...)                                                                                  \
    [&] {                                                                                          \
        static constexpr std::string_view list[] = {__VA_ARGS__};                                  \
        return std::string(random_.pick(list));                                                    \
    }()

namespace {

template <class Value>
std::string fill(std::string_view pattern, Type type, Value value) {
    std::string result;
    for (const char c : pattern) {
        switch (c) {
        case 'A':
        case 'B':
        case 'C':
            result += "(" + value(type) + ")";
            break;
        case 'S':
            result += "(" + value(type == Type::u64 ? Type::i64 : Type::i32) + ")";
            break;
        case 'U':
            result += "(" + value(type == Type::i64 ? Type::u64 : Type::u32) + ")";
            break;
        case 'V':
            result += "(" + value(Type::u32) + ")";
            break;
        case 'F':
            result += "(" + value(Type::f32) + ")";
            break;
        case 'E':
            result += "(" + value(Type::f64) + ")";
            break;
        case 'I':
            result += "(" + value(Type::i32) + ")";
            break;
        case 'L':
            result += "(" + value(Type::i64) + ")";
            break;
        default:
            result += c;
        }
    }
    return result;
}

} // namespace

std::string CudaExpressions::unsigned_operation(Type type, unsigned depth) {
    std::string pattern =
        PICK("A + B", "A - B", "A * B", "A ^ B", "A & B", "A | B", "~A", "shl(A, V)", "shr(A, V)",
             "divide(A, B)", "modulo(A, B)", "min(A, B)", "max(A, B)", "A + B * C", "rotate(A, V)");
    if (random_.chance(35)) {
        pattern =
            type == Type::u32
                ? PICK("__popc(A)", "__clz(S)", "__brev(A)", "__ffs(S)", "__umulhi(A, B)",
                       "__byte_perm(A, B, C)", "__funnelshift_l(A, B, C)",
                       "__funnelshift_rc(A, B, C)", "__dp4a(A, B, C)", "__usad(A, B, C)",
                       "__umul24(A, B)", "(u32)S", "as_bits(F)", "to_unsigned(F)",
                       "__double2hiint_(E)", "__vadd2(A, B)", "__vmaxs4(A, B)", "__vcmpgtu2(A, B)",
                       "__uhadd(A, B)")
                : PICK("__popcll(A)", "__clzll(S)", "__brevll(A)", "__ffsll(S)", "__umul64hi(A, B)",
                       "(u64)S", "(u64)V * V", "as_bits(E)", "(u64)(i64)I");
    }
    return fill(pattern, type, [&](Type wanted) { return expression(wanted, depth); });
}

std::string CudaExpressions::signed_operation(Type type, unsigned depth) {
    const std::string pattern =
        type == Type::i32
            ? PICK("(i32)U", "(i32)U", "sar(A, V)", "divide(A, B)", "modulo(A, B)", "min(A, B)",
                   "max(A, B)", "__mulhi(A, B)", "__dp4a(A, B, C)", "(i32)__sad(A, B, V)",
                   "to_integer(F)", "(i32)(i16)V", "(i32)(i8)V", "absolute(A)", "whole(E)",
                   "__hadd(A, B)")
            : PICK("(i64)U", "(i64)U", "sar(A, V)", "divide(A, B)", "modulo(A, B)", "min(A, B)",
                   "max(A, B)", "__mul64hi(A, B)", "(i64)I * I", "absolute(A)");
    return fill(pattern, type, [&](Type wanted) { return expression(wanted, depth); });
}

std::string CudaExpressions::float_operation(Type type, unsigned depth) {
    const std::string pattern =
        type == Type::f32
            ? PICK("A + B", "A - B", "A * B", "A / B", "fmaf(A, B, C)", "sqrtf(fabsf(A))",
                   "fabsf(A)", "-A", "(float)I", "(float)V", "(float)L", "(float)E", "floorf(A)",
                   "truncf(A)", "rintf(A)", "__fadd_rz(A, B)", "__fmul_ru(A, B)", "__fdiv_rd(A, B)",
                   "__frcp_rn(A)", "__saturatef(A)", "smaller(A, B)", "A * B + C",
                   "__fmaf_rd(A, B, C)")
            : PICK("A + B", "A - B", "A * B", "A / B", "fma(A, B, C)", "sqrt(fabs(A))", "fabs(A)",
                   "-A", "(double)I", "(double)L", "(double)F", "floor(A)", "ceil(A)",
                   "__dadd_ru(A, B)", "__dmul_rz(A, B)", "__ddiv_rn(A, B)", "smaller(A, B)",
                   "A * B - C");
    return fill(pattern, type, [&](Type wanted) { return expression(wanted, depth); });
}

std::string CudaExpressions::half_operation(unsigned depth) {
    const std::string pattern =
        PICK("__hadd_rn(A, B)", "__hsub_rn(A, B)", "__hmul_rn(A, B)", "__hfma(A, B, C)",
             "__hneg(A)", "__habs(A)", "__float2half_rn(F)", "__float2half_rz(F)",
             "__int2half_rn(I)", "__hmin_(A, B)", "__hfma_sat(A, B, C)", "__hmul_sat_(A, B)",
             "__high2half(__halves2half2(A, B))", "__low2half(__hfma2(pair(A), pair(B), pair(C)))");
    return fill(pattern, Type::f16, [&](Type wanted) { return expression(wanted, depth); });
}
#undef PICK

std::string CudaExpressions::bits(Type type, const std::string& value) const {
    return is_floating(type) ? fmt::format("as_bits({})", value) : fmt::format("(u64){}", value);
}

std::string cuda_prelude(bool with_half) {
    std::string text = with_half ? "#include <cuda_fp16.h>\n" : "";
    text += R"(typedef unsigned u32;
typedef int i32;
typedef unsigned long long u64;
typedef long long i64;
typedef unsigned short u16;
typedef short i16;
typedef unsigned char u8;
typedef signed char i8;
#define DEVICE static __device__
DEVICE u32 shl(u32 a, u32 b) { return a << (b & 31); }
DEVICE u64 shl(u64 a, u32 b) { return a << (b & 63); }
DEVICE u32 shr(u32 a, u32 b) { return a >> (b & 31); }
DEVICE u64 shr(u64 a, u32 b) { return a >> (b & 63); }
DEVICE i32 sar(i32 a, u32 b) { return a >> (b & 31); }
DEVICE i64 sar(i64 a, u32 b) { return a >> (b & 63); }
DEVICE u32 rotate(u32 a, u32 b) { return a << (b & 31) | a >> (-b & 31); }
DEVICE u64 rotate(u64 a, u32 b) { return a << (b & 63) | a >> (-b & 63); }
DEVICE u32 divide(u32 a, u32 b) { return b == 0 ? a : a / b; }
DEVICE u64 divide(u64 a, u64 b) { return b == 0 ? a : a / b; }
DEVICE i32 divide(i32 a, i32 b) { return b == 0 || b == -1 ? a : a / b; }
DEVICE i64 divide(i64 a, i64 b) { return b == 0 || b == -1 ? a : a / b; }
DEVICE u32 modulo(u32 a, u32 b) { return b == 0 ? a : a % b; }
DEVICE u64 modulo(u64 a, u64 b) { return b == 0 ? a : a % b; }
DEVICE i32 modulo(i32 a, i32 b) { return b == 0 || b == -1 ? a : a % b; }
DEVICE i64 modulo(i64 a, i64 b) { return b == 0 || b == -1 ? a : a % b; }
DEVICE i32 absolute(i32 a) { return a < 0 ? (i32)(0u - (u32)a) : a; }
DEVICE i64 absolute(i64 a) { return a < 0 ? (i64)(0ull - (u64)a) : a; }
DEVICE i32 to_integer(float a) { return a > -2e9f && a < 2e9f ? (i32)a : 7; }
DEVICE u32 to_unsigned(float a) { return a > 0.f && a < 4e9f ? (u32)a : 9; }
DEVICE i32 whole(double a) { return a > -2e9 && a < 2e9 ? (i32)a : 5; }
DEVICE float smaller(float a, float b) { return a < b ? a : b; }
DEVICE double smaller(double a, double b) { return a < b ? a : b; }
DEVICE u32 as_bits(float a) { return a != a ? 0x7fc00000u : __float_as_uint(a); }
DEVICE u64 as_bits(double a) { return a != a ? 0x7ff8000000000000ull : (u64)__double_as_longlong(a); }
DEVICE u32 __double2hiint_(double a) { return a != a ? 1u : (u32)__double2hiint(a); }
DEVICE u32 nth_lane(u32 mask, u32 n) {
    n = n % __popc(mask);
    while (n-- > 0) mask &= mask - 1;
    return __ffs(mask) - 1;
}
DEVICE bool present(u32 mask, u32 lane) { return lane < 32 && (mask >> lane & 1); }
template <class T> DEVICE T from(u32 mask, T value, u32 which) {
    return __shfl_sync(mask, value, nth_lane(mask, which));
}
template <class T> DEVICE T exchange(u32 mask, T value, u32 lane, u32 with) {
    T other = __shfl_xor_sync(mask, value, with & 31);
    return present(mask, lane ^ (with & 31)) ? other : value;
}
template <class T> DEVICE T before(u32 mask, T value, u32 lane, u32 by) {
    T other = __shfl_up_sync(mask, value, by & 31);
    return present(mask, lane - (by & 31)) ? other : value;
}
template <class T> DEVICE T after(u32 mask, T value, u32 lane, u32 by) {
    T other = __shfl_down_sync(mask, value, by & 15, 16);
    u32 there = (lane & 15) + (by & 15);
    return there < 16 && present(mask, (lane & 16) | there) ? other : value;
}
)";
    if (!with_half) return text;
    return text +
           R"(DEVICE u32 as_bits(half a) { return __hisnan(a) ? 0x7fffu : (u32)__half_as_ushort(a); }
DEVICE half __hmin_(half a, half b) { return __hlt(a, b) ? a : b; }
DEVICE half __hmul_sat_(half a, half b) { return __hmul_sat(a, b); }
DEVICE half2 pair(half a) { return __halves2half2(a, __hneg(a)); }
)";
}

} // namespace differential
