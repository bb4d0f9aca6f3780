// Memory instructions as descriptors, and what atomics leave behind (PTX ISA 9.7.9, 9.7.13.5).
#include "vgpu/isa/semantics/choose.hpp"
#include "vgpu/isa/semantics/floats.hpp"

#include <algorithm>

namespace vgpu::isa::semantics {
namespace {

using ptx::Space;
using ptx::Type;

Space space_of(const Form& form) {
    const auto name =
        form.which("const|global|local|param|param::entry|param::func|shared|shared::cta");
    if (name == "const") return Space::constant;
    if (name == "global") return Space::global;
    if (name == "local") return Space::local;
    if (name.starts_with("param")) return Space::param;
    if (name.starts_with("shared")) return Space::shared;
    return Space::generic;
}

Ordering ordering_of(const Form& form) {
    const auto name = form.which("volatile|relaxed|acquire|release|acq_rel|sc");
    if (name == "volatile") return Ordering::volatile_;
    if (name == "relaxed") return Ordering::relaxed;
    if (name == "acquire") return Ordering::acquire;
    if (name == "release") return Ordering::release;
    if (name == "acq_rel") return Ordering::acquire_release;
    if (name == "sc") return Ordering::sequential;
    return Ordering::weak;
}

Scope scope_of(const Form& form) {
    const auto name = form.which("cta|cluster|gpu|sys|gl");
    if (name == "cta") return Scope::cta;
    if (name == "cluster") return Scope::cluster;
    if (name == "gpu" || name == "gl") return Scope::gpu;
    if (name == "sys") return Scope::system;
    return Scope::none;
}

int count_of(const Form& form) {
    const auto name = form.which("v2|v4|v8");
    return name.empty() ? 1 : name[1] - '0';
}

// An L2::cache_hint policy is a further operand that changes nothing but speed.
void drop_cache_policy(const Form& form, Instruction& instruction) {
    if (form.has("L2::cache_hint") && !instruction.sources.empty()) instruction.sources.pop_back();
}

bool describe(const Form& form, Instruction& instruction, MemoryAction action, std::size_t values) {
    auto& memory = instruction.memory;
    memory.action = action;
    memory.space = space_of(form);
    memory.type = form.type();
    memory.width = ptx::size_of(form.type());
    memory.count = count_of(form);
    memory.ordering = ordering_of(form);
    memory.scope = scope_of(form);
    // A vector access has as many registers as elements and at most 32 bytes.
    return values == static_cast<std::size_t>(memory.count) && memory.width * memory.count <= 32;
}

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
    return bits_of(with_nan(before + value, before, value));
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

using u32 = std::uint32_t;
using u64 = std::uint64_t;
using s32 = std::int32_t;
using s64 = std::int64_t;

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

AtomicFunction choose_atomic(const Form& form, Space space) {
    const Type type = form.type();
    const auto name = form.which("and|or|xor|exch|add|inc|dec|min|max");
    // `.noftz` is there for the 16-bit types and only for them.
    const bool is_16_bit =
        type == Type::f16 || type == Type::f16x2 || type == Type::bf16 || type == Type::bf16x2;
    if (is_16_bit != form.has("noftz")) return nullptr;
    if (name == "add") return choose_add(type, space);
    if (name == "min" || name == "max") return choose_order(type, name == "min");
    if (name == "inc") return type == Type::u32 ? on_integers<u32, increment<u32>> : nullptr;
    if (name == "dec") return type == Type::u32 ? on_integers<u32, decrement<u32>> : nullptr;
    if (name != "exch") return choose_bitwise(name, type);
    if (is_16_bit) return nullptr;
    return ptx::size_of(type) == 8 ? on_integers<u64, exchange<u64>>
                                   : on_integers<u32, exchange<u32>>;
}

bool describe_atomic(const Form& form, Instruction& instruction, MemoryAction action,
                     std::size_t values) {
    drop_cache_policy(form, instruction);
    if (instruction.sources.size() != values) return false;
    describe(form, instruction, action, 1);
    auto& memory = instruction.memory;
    if (memory.ordering == Ordering::weak) memory.ordering = Ordering::relaxed;
    if (memory.scope == Scope::none) memory.scope = Scope::gpu;
    return true;
}

} // namespace

bool load(const Form& form, Instruction& instruction) {
    const bool valid =
        describe(form, instruction, MemoryAction::load, instruction.destinations.size());
    instruction.memory.read_only = form.has("nc");
    instruction.sources.clear();
    if (form.row.opcode() == "ldu") {
        instruction.memory.space = form.has("global") ? Space::global : Space::generic;
        instruction.memory.read_only = true;
    }
    return valid;
}
bool store(const Form& form, Instruction& instruction) {
    drop_cache_policy(form, instruction);
    return describe(form, instruction, MemoryAction::store, instruction.sources.size());
}
bool atomic(const Form& form, Instruction& instruction) {
    if (!describe_atomic(form, instruction, MemoryAction::atomic, 1)) return false;
    instruction.memory.atomic = choose_atomic(form, instruction.memory.space);
    return instruction.memory.atomic != nullptr;
}
bool reduction(const Form& form, Instruction& instruction) {
    if (!describe_atomic(form, instruction, MemoryAction::reduction, 1)) return false;
    instruction.memory.atomic = choose_atomic(form, instruction.memory.space);
    return instruction.memory.atomic != nullptr;
}
bool compare_and_swap(const Form& form, Instruction& instruction) {
    if (!describe_atomic(form, instruction, MemoryAction::atomic, 2)) return false;
    instruction.memory.atomic = swap_if_equal;
    instruction.memory.compare = true;
    return true;
}
bool prefetch(const Form& form, Instruction& instruction) {
    instruction.memory.action = MemoryAction::prefetch;
    instruction.memory.space = space_of(form);
    instruction.sources.clear();
    return true;
}

} // namespace vgpu::isa::semantics
