// Which product of a warpgroup an instruction is, and the integers; group_floats.cpp has the
// floats.
#include "vgpu/isa/semantics/group_product.hpp"

#include "vgpu/isa/semantics/choose.hpp"

#include <algorithm>
#include <bit>
#include <limits>

namespace vgpu::isa {

namespace semantics {
namespace {

// Whether it is one of the two constants that an instruction may have there.
bool is_one_of(const Source& source, u32 first, u32 second) {
    return source.from == Source::From::constant &&
           (static_cast<u32>(source.bits) == first || static_cast<u32>(source.bits) == second);
}

bool has_words(const Instruction& instruction, std::size_t first, std::size_t count) {
    const auto is_word = [](const auto& each) { return each.storage == Storage::word; };
    return std::ranges::all_of(instruction.destinations, is_word) &&
           std::all_of(instruction.sources.begin() + static_cast<std::ptrdiff_t>(first),
                       instruction.sources.begin() + static_cast<std::ptrdiff_t>(first + count),
                       is_word);
}

bool is_vector(const Form& form, std::size_t operand) {
    return std::holds_alternative<ptx::VectorOperand>(form.source.operands[operand].value);
}

// imm-scale-a, imm-scale-b, and of 16-bit types imm-trans-a (A in shared memory) and imm-trans-b.
bool take_constants(const Instruction& instruction, std::size_t first, GroupProduct& product) {
    const bool is_float = product.d != MatrixType::s32;
    const bool transposes = bits_of(product.a) == 16;
    const std::size_t transposed = !transposes ? 0 : product.a_in_registers ? 1 : 2;
    if (instruction.sources.size() != first + (is_float ? 2 : 0) + transposed) return false;
    if (!is_float) return true;
    const Source* constant = &instruction.sources[first];
    if (!is_one_of(constant[0], 1, ~0u) || !is_one_of(constant[1], 1, ~0u)) return false;
    product.negates_a = constant[0].bits != 1;
    product.negates_b = constant[1].bits != 1;
    constant += 2;
    for (std::size_t i = 0; i < transposed; ++i)
        if (!is_one_of(constant[i], 0, 1)) return false;
    if (transposed == 2) product.a_by_columns = constant[0].bits != 0;
    if (transposed != 0) product.b_by_columns = constant[transposed - 1].bits != 0;
    return true;
}

// Integers and bits come with multiples of 16 columns, 8 and 24 alone (PTX ISA 9.7.15.5).
bool has_columns(const GroupProduct& product) {
    return product.d != MatrixType::s32 || product.n % 16 == 0 || product.n == 8 || product.n == 24;
}

// Takes out the metadata, which is behind B's descriptor, and the selector behind it.
bool take_metadata(const Form& form, Instruction& instruction, GroupProduct& product,
                   Source& metadata) {
    product.k /= 2;
    const auto at = instruction.sources.begin() + (product.a_in_registers ? 5 : 2);
    metadata = at[0];
    const Source selector = at[1];
    instruction.sources.erase(at, at + 2);
    product.selector = static_cast<int>(selector.bits);
    const Sparsity sparsity = product.sparsity();
    instruction.control.metadata = sparsity.check(form.has("sp::ordered_metadata"));
    return selector.from == Source::From::constant &&
           selector.bits < static_cast<std::uint64_t>(sparsity.selectors()) &&
           metadata.storage == Storage::word;
}

} // namespace

// Sources are then: the descriptor of A (none if it is in registers), that of B, scale-d; of a
// sparse A the metadata; then A's registers, and D's as sources.
bool group_product(const Form& form, Instruction& instruction) {
    GroupProduct product;
    product.d = matrix_type(form.type_names[0]);
    product.a = matrix_type(form.type_names[1]);
    product.b = matrix_type(form.type_names[2]);
    for (const std::string& modifier : form.source.modifiers)
        if (const auto shape = matrix_shape(modifier)) {
            product.n = shape->n;
            product.k = product.a == MatrixType::b1 ? shape->k / 32 : shape->k;
        }
    product.saturates = form.has("satfinite");
    product.a_in_registers = is_vector(form, 1);
    product.is_sparse = form.has("sp");
    Source metadata;
    if (product.is_sparse && !take_metadata(form, instruction, product, metadata)) return false;
    const std::size_t a_registers = product.a_in_registers ? 4 : 0;
    const std::size_t first_constant = product.a_in_registers ? 6 : 3;
    std::vector<Source>& sources = instruction.sources;
    if (!has_columns(product) || !is_vector(form, 0) ||
        instruction.destinations.size() != static_cast<std::size_t>(product.d_registers()) ||
        sources.size() < first_constant || !take_constants(instruction, first_constant, product) ||
        !has_words(instruction, 0, a_registers))
        return false;
    std::vector<Source> ordered(sources.begin() + static_cast<std::ptrdiff_t>(a_registers),
                                sources.begin() + static_cast<std::ptrdiff_t>(first_constant));
    if (product.is_sparse) ordered.push_back(metadata);
    ordered.insert(ordered.end(), sources.begin(),
                   sources.begin() + static_cast<std::ptrdiff_t>(a_registers));
    for (const Destination& destination : instruction.destinations) {
        if (destination.reg == ptx::no_index) return false;
        Source before;
        before.from = Source::From::reg;
        before.storage = destination.storage;
        before.reg = destination.reg;
        ordered.push_back(before);
    }
    sources = std::move(ordered);
    instruction.is_aligned = true;
    instruction.control.action = ControlAction::group_product;
    instruction.control.product = std::make_shared<const GroupProduct>(product);
    return true;
}

bool group_fence(const Form&, Instruction& instruction) {
    instruction.is_aligned = true;
    instruction.control.action = ControlAction::group_fence;
    return true;
}
bool commit_products(const Form&, Instruction& instruction) {
    instruction.is_aligned = true;
    instruction.control.action = ControlAction::commit_products;
    return true;
}
bool wait_for_products(const Form&, Instruction& instruction) {
    instruction.is_aligned = true;
    instruction.control.action = ControlAction::wait_for_products;
    return instruction.sources[0].from == Source::From::constant;
}

namespace {

s32 widened(u32 raw, MatrixType type) {
    return type == MatrixType::s8 ? s32{static_cast<s8>(raw)} : static_cast<s32>(raw);
}

template <class Combine>
void multiply_rows(const GroupProduct& product, const s32* a, const s32* b, const MetRows& met,
                   u32* d, Combine combine) {
    constexpr s64 least = std::numeric_limits<s32>::min(), most = std::numeric_limits<s32>::max();
    const int n = product.n;
    s32 sums[most_group_columns];
    for (int row = 0; row < group_rows; ++row, d += n) {
        std::fill_n(sums, n, 0);
        const std::uint8_t* const b_rows = met.of(row);
        for (int k = 0; k < product.k; ++k)
            for (int column = 0; column < n; ++column)
                sums[column] += combine(a[row * product.k + k], b[b_rows[k] * n + column]);
        for (int column = 0; column < n; ++column) {
            const s64 exact = s64{static_cast<s32>(d[column])} + sums[column];
            d[column] =
                static_cast<u32>(product.saturates ? std::clamp(exact, least, most) : exact);
        }
    }
}

} // namespace

void multiply_group_integers(const GroupProduct& product, const u32* a, const u32* b,
                             const std::uint8_t* met, u32* d) {
    const MetRows rows(product, met);
    std::vector<s32> left(product.a_elements()), right(product.b_elements());
    std::transform(a, a + left.size(), left.begin(),
                   [&](u32 raw) { return widened(raw, product.a); });
    std::transform(b, b + right.size(), right.begin(),
                   [&](u32 raw) { return widened(raw, product.b); });
    if (product.a == MatrixType::b1)
        return multiply_rows(product, left.data(), right.data(), rows, d,
                             [](s32 x, s32 y) { return std::popcount(static_cast<u32>(x & y)); });
    multiply_rows(product, left.data(), right.data(), rows, d, [](s32 x, s32 y) { return x * y; });
}

} // namespace semantics

void multiply_group(const GroupProduct& product, const std::uint32_t* a, const std::uint32_t* b,
                    const std::uint8_t* met, std::uint32_t* d) {
    product.d == MatrixType::s32 ? semantics::multiply_group_integers(product, a, b, met, d)
                                 : semantics::multiply_group_floats(product, a, b, met, d);
}

} // namespace vgpu::isa
