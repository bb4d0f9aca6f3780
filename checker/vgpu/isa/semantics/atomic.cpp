// What atomics and reductions leave behind (PTX ISA 9.7.13.5, 9.7.13.6).
#include "vgpu/isa/reduction.hpp"
#include "vgpu/isa/semantics/floats.hpp"
#include "vgpu/isa/semantics/memory.hpp"
#include "vgpu/isa/semantics/words.hpp"

#include <algorithm>

namespace vgpu::isa::semantics {
namespace {

using ptx::Space;
using ptx::Type;

template <class T>
T minimum(T old, T a) {
    return std::min(old, a);
}
template <class T>
T maximum(T old, T a) {
    return std::max(old, a);
}
template <class T>
T add(T old, T a) {
    return static_cast<T>(old + a);
}
template <class T>
T and_(T old, T a) {
    return old & a;
}
template <class T>
T or_(T old, T a) {
    return old | a;
}
template <class T>
T xor_(T old, T a) {
    return old ^ a;
}
template <class T>
T exchange(T, T a) {
    return a;
}
template <class T>
T increment(T old, T a) {
    return old >= a ? 0 : old + 1;
}
template <class T>
T decrement(T old, T a) {
    return old == 0 || old > a ? a : old - 1;
}

template <class T, T (*operation)(T, T)>
std::uint64_t on_integers(std::uint64_t old, std::uint64_t a, std::uint64_t) {
    return static_cast<std::make_unsigned_t<T>>(operation(static_cast<T>(old), static_cast<T>(a)));
}
std::uint64_t swap_if_equal(std::uint64_t old, std::uint64_t a, std::uint64_t b) {
    return old == a ? b : old;
}

// In global memory f32 addition flushes subnormals, in shared memory it does not (9.7.13.5).
template <bool flushes>
std::uint64_t add_f32(std::uint64_t old, std::uint64_t a, std::uint64_t) {
    const auto operand = [](std::uint64_t bits) {
        const float value = float_of(static_cast<std::uint32_t>(bits));
        return flushes ? flush(value) : value;
    };
    const float sum = canonical(operand(old) + operand(a));
    return bits_of(flushes ? flush(sum) : sum);
}
// In global memory a NaN stays as it is, not even quieted; shared memory has no adder of its own,
// so that the sum is an add.f64's.
template <bool keeps_nan>
std::uint64_t add_f64(std::uint64_t old, std::uint64_t a, std::uint64_t) {
    const double before = double_of(old), value = double_of(a);
    if (keeps_nan && before != before) return old;
    return bits_of(with_nan(before + value, value, before)); // the addition is value + before
}
template <class T>
std::uint64_t add_16(std::uint64_t old, std::uint64_t a, std::uint64_t) {
    const auto operand = [](std::uint64_t bits) {
        return to_float(T{static_cast<std::uint16_t>(bits)});
    };
    return from_float<T>(operand(old) + operand(a)).bits;
}
template <class T>
std::uint64_t add_16x2(std::uint64_t old, std::uint64_t a, std::uint64_t) {
    return add_16<T>(old, a, 0) | add_16<T>(old >> 16, a >> 16, 0) << 16;
}

// Compares as min.f16 does: -0 counts as less than +0, a NaN loses against a number.
template <class T, bool is_minimum>
std::uint64_t order_16(std::uint64_t old, std::uint64_t a, std::uint64_t) {
    const auto before = static_cast<std::uint16_t>(old), value = static_cast<std::uint16_t>(a);
    const float x = to_float(T{before}), y = to_float(T{value});
    if (x != x) return y != y ? canonical_nan_16 : value;
    if (y != y) return before;
    const bool is_less = x < y || (x == y && (before & 0x8000u) > (value & 0x8000u));
    return is_less == is_minimum ? before : value;
}
template <class T, bool is_minimum>
std::uint64_t order_16x2(std::uint64_t old, std::uint64_t a, std::uint64_t) {
    return order_16<T, is_minimum>(old, a, 0) | order_16<T, is_minimum>(old >> 16, a >> 16, 0)
                                                    << 16;
}

AtomicFunction choose_add(Type type, Space space) {
    switch (type) {
    case Type::u32:
    case Type::s32:
        return on_integers<u32, add<u32>>;
    case Type::u64:
    case Type::s64:
        return on_integers<u64, add<u64>>;
    case Type::f32:
        return space == Space::shared ? add_f32<false> : add_f32<true>;
    case Type::f64:
        return space == Space::shared ? add_f64<false> : add_f64<true>;
    case Type::f16:
        return add_16<Half>;
    case Type::f16x2:
        return add_16x2<Half>;
    case Type::bf16:
        return add_16<Bfloat>;
    case Type::bf16x2:
        return add_16x2<Bfloat>;
    default:
        return nullptr;
    }
}

AtomicFunction choose_order(Type type, bool is_minimum) {
    switch (type) {
    case Type::u32:
        return is_minimum ? on_integers<u32, minimum<u32>> : on_integers<u32, maximum<u32>>;
    case Type::u64:
        return is_minimum ? on_integers<u64, minimum<u64>> : on_integers<u64, maximum<u64>>;
    case Type::s32:
        return is_minimum ? on_integers<s32, minimum<s32>> : on_integers<s32, maximum<s32>>;
    case Type::s64:
        return is_minimum ? on_integers<s64, minimum<s64>> : on_integers<s64, maximum<s64>>;
    default:
        return nullptr;
    }
}

template <bool is_minimum>
AtomicFunction choose_order_16(Type type) {
    switch (type) {
    case Type::f16:
        return order_16<Half, is_minimum>;
    case Type::f16x2:
        return order_16x2<Half, is_minimum>;
    case Type::bf16:
        return order_16<Bfloat, is_minimum>;
    case Type::bf16x2:
        return order_16x2<Bfloat, is_minimum>;
    default:
        return nullptr;
    }
}

AtomicFunction choose_bitwise(std::string_view name, Type type) {
    if (type == Type::b32) {
        if (name == "and") return on_integers<u32, and_<u32>>;
        return name == "or" ? on_integers<u32, or_<u32>> : on_integers<u32, xor_<u32>>;
    }
    if (type == Type::b64) {
        if (name == "and") return on_integers<u64, and_<u64>>;
        return name == "or" ? on_integers<u64, or_<u64>> : on_integers<u64, xor_<u64>>;
    }
    return nullptr;
}

bool is_16_bit_float(Type type) {
    return type == Type::f16 || type == Type::f16x2 || type == Type::bf16 || type == Type::bf16x2;
}

AtomicFunction choose_integer(std::string_view name, Type type) {
    if (name == "min" || name == "max") return choose_order(type, name == "min");
    if (name == "inc") return type == Type::u32 ? on_integers<u32, increment<u32>> : nullptr;
    if (name == "dec") return type == Type::u32 ? on_integers<u32, decrement<u32>> : nullptr;
    return choose_bitwise(name, type);
}

AtomicFunction choose_atomic(const Form& form, Space space) {
    const Type type = form.type();
    const auto name = form.which("and|or|xor|exch|add|inc|dec|min|max");
    // `.noftz` is there for the 16-bit types and only for them.
    if (is_16_bit_float(type) != form.has("noftz")) return nullptr;
    if (name == "add") return choose_add(type, space);
    if (name != "exch") return choose_integer(name, type);
    if (is_16_bit_float(type)) return nullptr;
    return ptx::size_of(type) == 8 ? on_integers<u64, exchange<u64>>
                                   : on_integers<u32, exchange<u32>>;
}

// `operands`: how many there are for each element.
bool describe_atomic(const Form& form, Instruction& instruction, std::size_t operands) {
    drop_cache_policy(form, instruction);
    const bool returns_old = form.row.opcode() == "atom";
    describe_access(form, instruction, returns_old ? MemoryAction::atomic : MemoryAction::reduction,
                    1);
    auto& memory = instruction.memory;
    if (memory.ordering == Ordering::weak) memory.ordering = Ordering::relaxed;
    if (memory.scope == Scope::none) memory.scope = Scope::gpu;
    const auto count = static_cast<std::size_t>(memory.count);
    return instruction.sources.size() == operands * count &&
           instruction.destinations.size() == (returns_old ? count : 0);
}

} // namespace

bool atomic(const Form& form, Instruction& instruction) {
    if (!describe_atomic(form, instruction, 1)) return false;
    instruction.memory.atomic = choose_atomic(form, instruction.memory.space);
    instruction.memory.atomic_in_shared = choose_atomic(form, Space::shared);
    return instruction.memory.atomic != nullptr;
}
// Up to 16 bytes, each element an atomic operation of its own. Only additions of f32 do without
// .noftz; only global memory has them, generic addresses of which are flushed as such.
bool vector_atomic(const Form& form, Instruction& instruction) {
    if (!describe_atomic(form, instruction, 1)) return false;
    auto& memory = instruction.memory;
    const bool is_float = form.type() == Type::f32;
    if (memory.width * memory.count > 16 || is_float == form.has("noftz")) return false;
    if (form.has("add"))
        memory.atomic = choose_add(form.type(), memory.space);
    else
        memory.atomic = form.has("min") ? choose_order_16<true>(form.type())
                                        : choose_order_16<false>(form.type());
    return memory.atomic != nullptr;
}
bool compare_and_swap(const Form& form, Instruction& instruction) {
    if (!describe_atomic(form, instruction, 2)) return false;
    instruction.memory.atomic = swap_if_equal;
    instruction.memory.compare = true;
    return true;
}
// 128 bits are no value of an AtomicFunction: exec moves them itself.
bool exchange_quad(const Form& form, Instruction& instruction) {
    return describe_atomic(form, instruction, 1);
}
bool compare_and_swap_quad(const Form& form, Instruction& instruction) {
    instruction.memory.compare = true;
    return describe_atomic(form, instruction, 2);
}

} // namespace vgpu::isa::semantics

namespace vgpu::isa {

namespace {
constexpr std::string_view reduction_names[] = {"",    "add", "min", "max", "inc",
                                                "dec", "and", "or",  "xor"};
}

Reduction reduction_named(std::string_view name) {
    const auto* found = std::ranges::find(reduction_names, name);
    return found == std::end(reduction_names)
               ? Reduction::none
               : static_cast<Reduction>(found - std::begin(reduction_names));
}
std::string_view name_of(Reduction reduction) {
    return reduction_names[static_cast<std::size_t>(reduction)];
}

AtomicFunction reduction_of(Reduction reduction, ptx::Type type, ptx::Space space) {
    using namespace semantics;
    if (reduction == Reduction::add) return choose_add(type, space);
    const bool is_minimum = reduction == Reduction::min;
    if (is_16_bit_float(type) && (is_minimum || reduction == Reduction::max))
        return is_minimum ? choose_order_16<true>(type) : choose_order_16<false>(type);
    return choose_integer(name_of(reduction), type);
}

} // namespace vgpu::isa
