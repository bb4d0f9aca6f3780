// Matrices that move: between registers and memory, or within a warp's registers (PTX ISA 9.7.14.4
// and 9.7.14.5).
#include "vgpu/isa/matrix.hpp"
#include "vgpu/isa/semantics/choose.hpp"
#include "vgpu/isa/semantics/memory.hpp"

namespace vgpu::isa::semantics {
namespace {

// A matrix of 8 * 8 elements of 16 bits: lane l has two of row l / 4.
void transpose(LaneArguments arguments, u32 mask) {
    const auto* source = static_cast<const u32*>(arguments.source(0));
    u32 values[warp_size];
    const auto element = [&](int row, int column) {
        return source[4 * row + column / 2] >> 16 * (column % 2) & 0xffffu;
    };
    for (int lane = 0; lane < warp_size; ++lane) {
        const int row = 2 * (lane % 4), column = lane / 4;
        values[lane] = element(row, column) | element(row + 1, column) << 16;
    }
    for_each_lane(mask, ResultLanes<u32>(arguments.result(0)),
                  [&](int lane) { return values[lane]; });
}

bool describe(const Form& form, Instruction& instruction, MemoryAction action,
              const MatrixAccess& access) {
    describe_access(form, instruction, action, 1);
    instruction.memory.type = ptx::Type::none;
    instruction.memory.count = 1;
    instruction.memory.matrix = std::make_shared<const MatrixAccess>(access);
    instruction.is_aligned = true;
    return true;
}

bool move_rows(const Form& form, Instruction& instruction, MemoryAction action,
               std::size_t registers) {
    const std::string_view count = form.which("x1|x2|x4");
    if (registers != static_cast<std::size_t>(count[1] - '0')) return false;
    MatrixAccess access;
    access.in_rows_of_lanes = true;
    access.is_transposed = form.has("trans");
    access.element_bits = 16;
    access.registers = static_cast<int>(registers);
    describe(form, instruction, action, access);
    instruction.memory.width = 4; // words of a row
    instruction.memory.count = 4;
    return true;
}

bool move_fragment(const Form& form, Instruction& instruction, MemoryAction action,
                   std::size_t registers) {
    const std::string_view part_name = form.which("a|b|c|d");
    const MatrixPart part = part_name == "a"   ? MatrixPart::a
                            : part_name == "b" ? MatrixPart::b
                                               : MatrixPart::c;
    MatrixShape shape;
    for (const std::string& modifier : form.source.modifiers)
        if (const auto found = matrix_shape(modifier)) shape = *found;
    const MatrixType type = matrix_type(form.type_names[0]);
    MatrixAccess access;
    access.by_columns = form.has("col");
    access.registers = static_cast<int>(registers);
    access.element_bits = bits_of(type);
    if (type == MatrixType::b1) { // 32 of them are as one
        shape.k /= 32;
        access.fragment = Fragment(part, shape, MatrixType::s32);
    } else {
        access.fragment = Fragment(part, shape, type);
    }
    const int rows = part == MatrixPart::b ? shape.k : shape.m;
    const int columns = part == MatrixPart::a ? shape.k : shape.n;
    access.stride = access.by_columns ? rows : columns;
    // Less than a byte: what is side by side in a register is so in memory.
    if (access.element_bits < 8 && access.by_columns != (part == MatrixPart::b)) return false;
    const auto own = static_cast<std::size_t>(access.fragment.registers());
    const bool repeats = type == MatrixType::f16 && part != MatrixPart::c;
    if (registers != own && !(repeats && registers == 8 && registers % own == 0)) return false;
    describe(form, instruction, action, access);
    instruction.memory.width = access.element_bits == 64 ? 8 : 4; // of a register
    return true;
}

} // namespace

bool move_matrix(const Form&, Instruction& instruction) {
    instruction.warp = transpose;
    add_constant(instruction, Storage::word, all_lanes);
    instruction.member_mask = 1;
    instruction.is_aligned = true;
    return true;
}
bool load_rows(const Form& form, Instruction& instruction) {
    return move_rows(form, instruction, MemoryAction::load, instruction.destinations.size());
}
bool store_rows(const Form& form, Instruction& instruction) {
    return move_rows(form, instruction, MemoryAction::store, instruction.sources.size());
}
bool load_fragment(const Form& form, Instruction& instruction) {
    return move_fragment(form, instruction, MemoryAction::load, instruction.destinations.size());
}
bool store_fragment(const Form& form, Instruction& instruction) {
    const bool has_stride = form.source.operands.size() > 2;
    return move_fragment(form, instruction, MemoryAction::store,
                         instruction.sources.size() - (has_stride ? 1 : 0));
}

} // namespace vgpu::isa::semantics
