// Video instructions (PTX ISA 9.7.18): arithmetic on a word, or on bytes and halves of it side by
// side, with a second operation behind it. They have more forms than there could be functions: what
// a form does is a constant, passed on as one more source. Words on Hopper are not what the
// manual's pseudocode says: ptxas puts instructions of 64 bits in their place, and those are
// followed here.
#include "vgpu/isa/semantics/choose.hpp"

#include <algorithm>
#include <array>
#include <bit>

namespace vgpu::isa::semantics {
namespace {

using Value = std::int64_t;

enum class Operation : u8 {
    add,
    sub,
    average,
    absolute_difference,
    minimum,
    maximum,
    shift_left,
    shift_right,
    compare,
    multiply_add,
};
enum class Second : u8 { none, add, minimum, maximum };
enum class Comparison : u8 { eq, ne, lt, le, gt, ge };

constexpr u8 signed_a = 1, signed_b = 2, signed_d = 4, saturates = 8, wraps = 16, plus_one = 32,
             negates_product = 64, negates_third = 128;

struct How {
    u16 a = 0, b = 0; // scalar: parts; side by side: four bits for each field, the lowest first
    u8 d = 0;         // scalar: the part that is replaced; side by side: a bit for each field
    Operation operation = Operation::add;
    u8 flags = 0;
    u8 more = 0; // Second; of vset's: Comparison * 16; of vmad: places to shift
    bool has(u8 flag) const { return (flags & flag) != 0; }
    Second second() const { return static_cast<Second>(more & 15); }
};
static_assert(sizeof(How) == sizeof(u64));

// A part of a word: 0 all of it, 1 to 4 its bytes, 5 and 6 its halves.
constexpr std::array<std::string_view, 7> part_names = {"", "b0", "b1", "b2", "b3", "h0", "h1"};
int bits_of_part(unsigned part) { return part == 0 ? 32 : part < 5 ? 8 : 16; }
int shift_of_part(unsigned part) {
    return part == 0 ? 0 : static_cast<int>(part < 5 ? 8 * (part - 1) : 16 * (part - 5));
}

Value extract(u64 from, int shift, int bits, bool is_signed) {
    const u64 field = from >> shift & ((u64{1} << bits) - 1);
    const bool negative = is_signed && (field >> (bits - 1) & 1) != 0;
    return static_cast<Value>(field) - (negative ? Value{1} << bits : 0);
}

bool holds(Comparison comparison, Value a, Value b) {
    switch (comparison) {
    case Comparison::eq:
        return a == b;
    case Comparison::ne:
        return a != b;
    case Comparison::lt:
        return a < b;
    case Comparison::le:
        return a <= b;
    case Comparison::gt:
        return a > b;
    case Comparison::ge:
        return a >= b;
    }
    return false;
}

Value operate(const How& how, Value a, Value b) {
    switch (how.operation) {
    case Operation::add:
        return a + b;
    case Operation::sub:
        return a - b;
    case Operation::average: // rounds away from zero
        return (a + b + (a + b >= 0 ? 1 : 0)) >> 1;
    case Operation::absolute_difference:
        return a < b ? b - a : a - b;
    case Operation::minimum:
        return std::min(a, b);
    case Operation::maximum:
        return std::max(a, b);
    case Operation::shift_left:
    case Operation::shift_right: {
        const int places = static_cast<int>(how.has(wraps) ? b & 31 : std::min<Value>(b, 32));
        return how.operation == Operation::shift_left
                   ? static_cast<Value>(static_cast<u64>(a) << places)
                   : a >> places;
    }
    case Operation::compare:
        return holds(static_cast<Comparison>(how.more >> 4), a, b) ? 1 : 0;
    case Operation::multiply_add:
        break;
    }
    return a * b;
}

Value saturated(Value value, int bits, bool is_signed) {
    const Value least = is_signed ? -(Value{1} << (bits - 1)) : 0;
    return std::clamp(value, least, least + (Value{1} << bits) - 1);
}

bool shifts(const How& how) {
    return how.operation == Operation::shift_left || how.operation == Operation::shift_right;
}
bool adds(const How& how) {
    return how.operation == Operation::add || how.operation == Operation::sub;
}

Value saturate(const How& how, Value value) {
    const bool is_signed = how.has(signed_d);
    if (!shifts(how) && how.d != 0) { // what is negative becomes the largest as well
        const u64 most = (u64{1} << (bits_of_part(how.d) - (is_signed ? 1 : 0))) - 1;
        return static_cast<Value>(std::min(static_cast<u64>(value), most));
    }
    if (shifts(how)) // of the bits beyond the word only two are looked at
        return saturated(extract(static_cast<u64>(value), 0, 34, true), 32, is_signed);
    // An unsigned result keeps what is too large, its upper bits included.
    return is_signed ? saturated(value, 32, true) : std::max<Value>(value, 0);
}

Value combine(const How& how, Value value, u32 c) {
    const bool is_signed = how.has(signed_d);
    // These have become words, with a sign even if the result is u32; the others are still wide.
    if (adds(how) || (shifts(how) && how.has(saturates)))
        value = extract(static_cast<u64>(value), 0, 32, true);
    const Value third = extract(c, 0, 32, is_signed);
    if (how.second() == Second::add) return value + third;
    const bool less = is_signed ? value < third : static_cast<u64>(value) < static_cast<u64>(third);
    return less == (how.second() == Second::minimum) ? value : third;
}

u32 scalar(u32 a, u32 b, u32 c, u64 bits) {
    const auto how = std::bit_cast<How>(bits);
    Value value =
        operate(how, extract(a, shift_of_part(how.a), bits_of_part(how.a), how.has(signed_a)),
                extract(b, shift_of_part(how.b), bits_of_part(how.b), how.has(signed_b)));
    if (how.has(saturates)) value = saturate(how, value);
    if (how.second() != Second::none) value = combine(how, value, c);
    const auto result = static_cast<u32>(value);
    if (how.d == 0) return result;
    const int width = bits_of_part(how.d), at = shift_of_part(how.d);
    const u32 mask = ((u32{1} << width) - 1) << at;
    // The upper half gets the upper half of the result, a byte and the lower half the lowest bits.
    return (c & ~mask) | ((width == 16 ? result : result << at) & mask);
}

// Fields are chosen from both words together: those of b follow those of a.
template <int fields>
u32 side_by_side(u32 a, u32 b, u32 c, u64 bits) {
    constexpr int width = 32 / fields;
    const auto how = std::bit_cast<How>(bits);
    const u64 both = u64{b} << 32 | a;
    u32 result = c;
    for (int i = 0; i < fields; ++i) {
        if ((how.d >> i & 1) == 0) continue;
        const auto field = [&](u16 chosen, bool is_signed) {
            return extract(both, width * (chosen >> 4 * i & 7), width, is_signed);
        };
        Value value =
            operate(how, field(how.a, how.has(signed_a)), field(how.b, how.has(signed_b)));
        if (how.has(saturates)) value = saturated(value, width, how.has(signed_d));
        if (how.second() == Second::add) {
            result += static_cast<u32>(value);
        } else {
            const u32 mask = ((u32{1} << width) - 1) << width * i;
            result = (result & ~mask) | (static_cast<u32>(value) << width * i & mask);
        }
    }
    return result;
}

// Words are multiplied and added with a sign, whatever their types; those of the factors say how
// the result is shifted and saturated, its own plays no part. What is negated makes it signed.
u32 multiply_add(u32 a, u32 b, u32 c, u64 bits) {
    const auto how = std::bit_cast<How>(bits);
    const bool is_signed = how.has(signed_a | signed_b | negates_product | negates_third);
    const auto factor = [](u32 word, u16 part, bool has_sign) {
        return extract(word, shift_of_part(part), bits_of_part(part), has_sign || part == 0);
    };
    const Value product = factor(a, how.a, how.has(signed_a)) * factor(b, how.b, how.has(signed_b));
    const Value third = extract(c, 0, 32, true);
    Value result = (how.has(negates_product) ? -product : product) +
                   (how.has(negates_third) ? -third : third) + (how.has(plus_one) ? 1 : 0);
    result =
        is_signed ? result >> how.more : static_cast<Value>(static_cast<u64>(result) >> how.more);
    if (how.has(saturates)) result = saturated(result, 32, is_signed);
    return static_cast<u32>(result);
}

std::string_view selector(const Form& form, std::size_t operand) {
    const auto& operands = form.source.operands;
    if (operand >= operands.size()) return {};
    const auto* list = std::get_if<ptx::ListOperand>(&operands[operand].value);
    if (list == nullptr || list->elements.size() != 2) return {};
    const auto* name = std::get_if<ptx::SymbolOperand>(&list->elements[1].value);
    return name == nullptr ? std::string_view{} : std::string_view(name->name);
}

// False: no such part.
bool find_part(std::string_view name, unsigned& part) {
    const auto found = std::ranges::find(part_names, name);
    part = static_cast<unsigned>(found - part_names.begin());
    return found != part_names.end();
}

// "h31": the fields from the highest to the lowest, by a letter and a digit each below `most`.
bool find_fields(std::string_view name, int fields, int most, u16& chosen) {
    if (name.size() != static_cast<std::size_t>(fields) + 1 || name[0] != (fields == 2 ? 'h' : 'b'))
        return false;
    chosen = 0;
    for (const char digit : name.substr(1)) {
        if (digit < '0' || digit >= '0' + most) return false;
        chosen = static_cast<u16>(chosen << 4 | (digit - '0'));
    }
    return true;
}

// "b320": the fields that get a result, from the highest to the lowest, as bits.
bool find_mask(std::string_view name, int fields, u8& mask) {
    if (name.size() < 2 || name[0] != (fields == 2 ? 'h' : 'b')) return false;
    mask = 0;
    int last = fields;
    for (const char digit : name.substr(1)) {
        const int field = digit - '0';
        if (field < 0 || field >= last) return false;
        mask = static_cast<u8>(mask | 1 << field);
        last = field;
    }
    return true;
}

u8 flags_of(const Form& form) {
    const bool compares = form.source.opcode.starts_with("vset");
    const std::size_t first = compares ? 0 : 1; // of the sources' types
    const auto is_signed = [&](std::size_t type) { return form.type_names[type] == "s32"; };
    return static_cast<u8>((is_signed(first) ? signed_a : 0) |
                           (is_signed(first + 1) ? signed_b : 0) | (is_signed(0) ? signed_d : 0) |
                           (form.has("sat") ? saturates : 0) | (form.has("wrap") ? wraps : 0) |
                           (form.has("po") ? plus_one : 0));
}

Operation operation_of(std::string_view opcode) {
    struct Named {
        std::string_view name;
        Operation operation;
    };
    constexpr Named names[] = {
        {"vadd", Operation::add},        {"vsub", Operation::sub},
        {"vavrg", Operation::average},   {"vabsdiff", Operation::absolute_difference},
        {"vmin", Operation::minimum},    {"vmax", Operation::maximum},
        {"vshl", Operation::shift_left}, {"vshr", Operation::shift_right},
        {"vset", Operation::compare},    {"vmad", Operation::multiply_add},
    };
    for (const Named& named : names)
        if (opcode.starts_with(named.name)) return named.operation;
    return Operation::add;
}

u8 comparison_of(const Form& form) {
    constexpr std::string_view names = "eq|ne|lt|le|gt|ge";
    const std::string_view name = form.which(names);
    return name.empty() ? u8{0} : static_cast<u8>(names.find(name) / 3);
}

How begin(const Form& form) {
    How how;
    how.operation = operation_of(form.row.opcode());
    how.flags = flags_of(form);
    const std::string_view second = form.which("add|min|max");
    const Second step = second == "add"   ? Second::add
                        : second == "min" ? Second::minimum
                        : second == "max" ? Second::maximum
                                          : Second::none;
    how.more = static_cast<u8>(static_cast<u8>(step) | comparison_of(form) << 4);
    return how;
}

bool use_with(Instruction& instruction, LaneFunction function, const How& how) {
    if (instruction.sources.size() == 2) add_constant(instruction, Storage::word, 0); // no third
    add_constant(instruction, Storage::doubleword, std::bit_cast<u64>(how));
    return use(instruction, function);
}

template <int fields>
bool use_side_by_side(const Form& form, Instruction& instruction) {
    How how = begin(form);
    const bool two = fields == 2;
    const auto given = [&](std::size_t operand, std::string_view otherwise) {
        const std::string_view name = selector(form, operand);
        return name.empty() ? otherwise : name;
    };
    return find_mask(given(0, two ? "h10" : "b3210"), fields, how.d) &&
           find_fields(given(1, two ? "h10" : "b3210"), fields, 2 * fields, how.a) &&
           find_fields(given(2, two ? "h32" : "b7654"), fields, 2 * fields, how.b) &&
           use_with(instruction, lane<side_by_side<fields>>, how);
}

} // namespace

bool video_scalar(const Form& form, Instruction& instruction) {
    How how = begin(form);
    unsigned a = 0, b = 0, d = 0;
    if (!find_part(selector(form, 0), d) || !find_part(selector(form, 1), a) ||
        !find_part(selector(form, 2), b))
        return false;
    // The third operand is for one of the two: what is merged into, or what is combined with.
    const bool has_third = instruction.sources.size() == 3;
    const bool merges = d != 0, combines = how.second() != Second::none;
    if (has_third != (merges || combines) || (merges && combines)) return false;
    how.a = static_cast<u16>(a);
    how.b = static_cast<u16>(b);
    how.d = static_cast<u8>(d);
    return use_with(instruction, lane<scalar>, how);
}

bool video_multiply_add(const Form& form, Instruction& instruction) {
    How how = begin(form);
    unsigned a = 0, b = 0;
    if (!find_part(selector(form, 1), a) || !find_part(selector(form, 2), b)) return false;
    how.a = static_cast<u16>(a);
    how.b = static_cast<u16>(b);
    how.more = form.has("shr7") ? 7 : form.has("shr15") ? 15 : 0;
    auto& sources = instruction.sources;
    const bool product = sources[0].negated != sources[1].negated, third = sources[2].negated;
    const bool any = sources[0].negated || sources[1].negated || third;
    if ((product && third) || (any && how.has(plus_one))) return false;
    how.flags =
        static_cast<u8>(how.flags | (product ? negates_product : 0) | (third ? negates_third : 0));
    for (Source& source : sources) source.negated = false;
    return use_with(instruction, lane<multiply_add>, how);
}

bool video_two(const Form& form, Instruction& instruction) {
    return use_side_by_side<2>(form, instruction);
}
bool video_four(const Form& form, Instruction& instruction) {
    return use_side_by_side<4>(form, instruction);
}

} // namespace vgpu::isa::semantics
