// Extended-precision integer arithmetic (PTX ISA 9.7.2): the condition code is a predicate register
// that carries from one instruction to the next. The manual speaks of a borrow; what the hardware
// keeps after a subtraction is the carry out of a + ~b + 1, the opposite. It shows where sub.cc is
// followed by addc, as in NVIDIA's division of 128-bit integers.
#include "vgpu/isa/semantics/choose.hpp"
#include "vgpu/isa/semantics/wide.hpp"

namespace vgpu::isa::semantics {
namespace {

template <class T>
using Carried = Results<T, bool>;

template <class T>
Carried<T> add_carry(T a, T b, bool carry) {
    T sum = 0;
    const bool first = __builtin_add_overflow(a, b, &sum);
    const bool second = __builtin_add_overflow(sum, static_cast<T>(carry), &sum);
    return Carried<T>(sum, first || second);
}
template <class T>
Carried<T> sub_carry(T a, T b, bool carry) {
    return add_carry(a, static_cast<T>(~b), carry);
}
template <class T>
Carried<T> sub_first(T a, T b, bool) {
    return sub_carry(a, b, true);
}

template <class T>
T low_product(T a, T b) {
    return a * b;
}
template <class T>
T high_product(T a, T b) {
    using U = std::make_unsigned_t<T>;
    return static_cast<T>(static_cast<U>((static_cast<wide_of<T>>(a) * b) >> (8 * sizeof(T))));
}
// T is unsigned for low products: they are the same for both.
template <class T, T (*product)(T, T)>
Carried<std::make_unsigned_t<T>> mad_carry(T a, T b, std::make_unsigned_t<T> c, bool carry) {
    return add_carry(static_cast<std::make_unsigned_t<T>>(product(a, b)), c, carry);
}

// Adds the condition code as last source, false for an instruction that takes none, and as second
// destination, thrown away where `.cc` is not written.
void connect_carry(const Form& form, Instruction& instruction, bool takes_carry) {
    Source carry;
    carry.storage = Storage::predicate;
    if (takes_carry) {
        carry.from = Source::From::reg;
        carry.reg = carry_register;
    }
    instruction.sources.push_back(carry);
    instruction.destinations.push_back(
        {form.has("cc") ? carry_register : ptx::no_index, Storage::predicate});
}

} // namespace

bool add_with_carry(const Form& form, Instruction& instruction) {
    connect_carry(form, instruction, form.source.opcode == "addc");
    return use(instruction,
               by_width<u32, u64>(form.type(), []<class T>() { return lane<add_carry<T>>; }));
}
bool subtract_with_borrow(const Form& form, Instruction& instruction) {
    const bool takes_carry = form.source.opcode == "subc";
    connect_carry(form, instruction, takes_carry);
    return use(instruction, by_width<u32, u64>(form.type(), [&]<class T>() {
                   return takes_carry ? lane<sub_carry<T>> : lane<sub_first<T>>;
               }));
}
bool mad_with_carry(const Form& form, Instruction& instruction) {
    connect_carry(form, instruction, form.source.opcode == "madc");
    if (form.has("lo"))
        return use(instruction, by_width<u32, u64>(form.type(), []<class T>() {
                       return lane<mad_carry<T, low_product<T>>>;
                   }));
    return use(instruction,
               by_type<u32, u64, std::int32_t, std::int64_t>(
                   form.type(), []<class T>() { return lane<mad_carry<T, high_product<T>>>; }));
}

} // namespace vgpu::isa::semantics
