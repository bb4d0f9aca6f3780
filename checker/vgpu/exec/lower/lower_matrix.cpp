// Matrix instructions: products have more operands than an op; what moves matrices waits for the
// whole warp and then accesses memory.
#include "vgpu/exec/lower/lowering_steps.hpp"
#include "vgpu/exec/memory_access.hpp"
#include "vgpu/isa/group_product.hpp"

namespace vgpu::exec {

using isa::Storage;

// Writes the check of the metadata in front of a product with a sparse A.
std::optional<Diagnostic> Lowering::lower_metadata_check() {
    ControlOp control;
    control.operation = instruction().control;
    const auto place = operands_.source(instruction().sources[control.operation.metadata.source]);
    if (!place) return place.error();
    Op op = writer_.make(OpKind::control);
    op.count = 0; // the product counts for both
    op.operands[first_source] = *place;
    writer_.write(op, std::move(control));
    return std::nullopt;
}

std::optional<Diagnostic> Lowering::lower_wide() {
    if (instruction().control.action == isa::ControlAction::check_metadata)
        if (auto problem = lower_metadata_check()) return problem;
    Op op = writer_.make(OpKind::warp);
    op.function = instruction().warp;
    op.is_aligned = instruction().is_aligned;
    std::vector<Offset> operands(isa::most_wide_results + isa::most_wide_sources, 0);
    const std::span<Offset> places(operands);
    std::vector<Operands::Fixup> fixups;
    if (auto problem =
            operands_.sources(places.subspan(isa::most_wide_results), instruction().sources))
        return problem;
    if (auto problem = operands_.results(places.first(isa::most_wide_results), fixups))
        return problem;
    const auto mask = static_cast<std::size_t>(instruction().member_mask);
    op.operands[first_source] = operands[std::size_t{isa::most_wide_results} + mask];
    op.member_mask = first_source;
    std::vector<Offset>& all = function_.wide_operands;
    if (all.empty()) all.push_back(0); // Op::extra 0 is none
    op.extra = static_cast<std::uint32_t>(all.size());
    all.insert(all.end(), operands.begin(), operands.end());
    operands_.write_with_fixups(op, fixups);
    return std::nullopt;
}

// The lanes of the warp meet, and that is all.
void Lowering::write_meeting() {
    Op op = writer_.make(OpKind::warp);
    op.function = [](isa::LaneArguments, std::uint32_t) {};
    op.is_aligned = true;
    op.operands[first_source] = layout_.constant(Storage::word, 0xffffffffu);
    op.member_mask = first_source;
    writer_.write(op);
}

namespace {

// Where the elements of a fragment go, in rows of `columns` elements.
std::vector<std::uint16_t> places_of(const isa::Fragment& fragment, int columns) {
    std::vector<std::uint16_t> places;
    for (int reg = 0; reg < fragment.registers(); ++reg)
        for (int lane = 0; lane < warp_size; ++lane)
            for (int i = 0; i < fragment.per_register(); ++i) {
                const isa::MatrixPlace place = fragment.place(lane, reg, i);
                places.push_back(static_cast<std::uint16_t>(place.row * columns + place.column));
            }
    return places;
}

} // namespace

// wgmma.mma_async: each warp meets, and then the four of the warpgroup.
std::optional<Diagnostic> Lowering::lower_group_product() {
    ControlOp control;
    control.operation = instruction().control;
    const isa::GroupProduct& product = *control.operation.product;
    for (const isa::Source& source : instruction().sources) {
        const auto offset = operands_.source(source);
        if (!offset) return offset.error();
        control.operands.push_back(*offset);
    }
    if (product.a_in_registers)
        control.a_places = places_of(product.fragment(isa::MatrixPart::a), product.k);
    control.d_places = places_of(product.fragment(isa::MatrixPart::c), product.n);
    write_meeting();
    Op op = writer_.make(OpKind::control);
    op.count = 0; // the meeting counts for both
    writer_.write(op, std::move(control));
    return std::nullopt;
}

std::optional<Diagnostic> Lowering::lower_matrix_access() {
    MemoryOp access;
    access.operation = instruction().memory;
    access.bytes = access.operation.width * access.operation.count;
    if (auto problem = lower_address(access)) return problem;
    if (access.base == AddressBase::kernel_parameter || access.base == AddressBase::frame_parameter)
        return writer_.unsupported("this access is not supported by the virtual GPU");
    const auto wanted = access.operation.width == 8 ? Storage::doubleword : Storage::word;
    const auto add = [&](Offset place, Storage storage) {
        access.elements.push_back(
            {place, storage, storage == Storage::word ? std::uint8_t{32} : std::uint8_t{64}});
        return storage == wanted;
    };
    bool fits = true;
    for (const isa::Destination& destination : instruction().destinations) {
        const bool is_dropped = destination.reg == ptx::no_index;
        fits &= add(is_dropped ? writer_.next_scratch() : layout_.reg(destination.reg),
                    is_dropped ? destination.storage : layout_.register_storage(destination.reg));
    }
    const bool is_store = access.operation.action == isa::MemoryAction::store;
    // The stride may be behind them.
    const auto registers = static_cast<std::size_t>(access.operation.matrix->registers);
    for (std::size_t i = 0; i < instruction().sources.size(); ++i) {
        const auto offset = operands_.source(instruction().sources[i]);
        if (!offset) return offset.error();
        if (is_store && i < registers)
            fits &= add(*offset, instruction().sources[i].storage);
        else
            access.values.push_back(*offset);
    }
    if (!fits)
        return writer_.error("a register of the matrix does not have the width of its elements");
    access.handler = choose_matrix_handler(access);
    write_meeting();
    Op op = writer_.make(OpKind::memory);
    op.count = 0; // the meeting counts for both
    writer_.write(op, std::move(access));
    return std::nullopt;
}

} // namespace vgpu::exec
