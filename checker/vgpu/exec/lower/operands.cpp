// Operands: places in the frame, and conversions where a register holds something else.
#include "vgpu/exec/lower/operands.hpp"

#include "vgpu/exec/names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace vgpu::exec {

using isa::Storage;

namespace {

// Helper ops: conversions of an operand between what a register holds and what semantics expect.
void invert(isa::LaneArguments arguments, std::uint32_t mask) {
    const std::uint32_t bits = ~*static_cast<const std::uint32_t*>(arguments.source(0));
    auto& result = *static_cast<std::uint32_t*>(arguments.result(0));
    result = (result & ~mask) | (bits & mask);
}

template <class To, class From>
void convert(isa::LaneArguments arguments, std::uint32_t mask) {
    const auto* source = static_cast<const From*>(arguments.source(0));
    auto* result = static_cast<To*>(arguments.result(0));
    for (int lane = 0; lane < warp_size; ++lane)
        if ((mask >> lane) & 1) result[lane] = static_cast<To>(source[lane]);
}

isa::LaneFunction conversion(Storage from, Storage to) {
    if (from == Storage::word && to == Storage::doubleword)
        return convert<std::uint64_t, std::uint32_t>;
    // A 128-bit register's low halves come first: they are a doubleword register.
    if ((from == Storage::doubleword || from == Storage::quadword) && to == Storage::word)
        return convert<std::uint32_t, std::uint64_t>;
    if (from == Storage::quadword && to == Storage::doubleword)
        return convert<std::uint64_t, std::uint64_t>;
    return nullptr;
}

constexpr std::string_view device_runtime_prefixes[] = {"__cudaCDP2", "cuda", "__cuda"};

// A function of the device runtime.
std::string_view why_refused(std::string_view name) {
    if (name.find("DeviceSynchronize") != std::string_view::npos)
        return "a kernel cannot wait for the grids that it launches. CUDA 12 has removed that for "
               "compute capability 9.0 and later; launch what comes next into cudaStreamTailLaunch";
    if (name.starts_with("__cudaCDP2") || name.starts_with("cudaGraph"))
        return "of the runtime API in kernels (CUDA dynamic parallelism) the virtual GPU does not "
               "support this function";
    return "the virtual GPU does not support the first version of CUDA dynamic parallelism: "
           "compile without CUDA_FORCE_CDP1_IF_SUPPORTED";
}

} // namespace

bool is_of_device_runtime(const std::string& name) {
    return std::ranges::any_of(device_runtime_prefixes,
                               [&](std::string_view prefix) { return name.starts_with(prefix); });
}

// Describes a call of a function without a body: one of the device runtime (libcudadevrt), or an
// unknown one.
std::string undefined_function(const std::string& name) {
    for (const std::string_view prefix : device_runtime_prefixes)
        if (name.starts_with(prefix))
            return fmt::format("calls cuda{} in device code: {}",
                               std::string_view(name).substr(prefix.size()), why_refused(name));
    return fmt::format("Undefined reference to '{}': no unit of this program defines it, and the "
                       "virtual GPU does not provide it",
                       readable_name(name));
}

std::string undefined_variable(const std::string& name) {
    return fmt::format("Undefined reference to '{}': no unit of this program defines it",
                       readable_name(name));
}

Expected<Offset> Operands::address_of(const std::string& name, std::int64_t displacement,
                                      Storage storage) {
    const auto place = scope_.place_of_address(name, displacement, storage);
    if (!place) return writer_.error(undefined_variable(name));
    return *place;
}

Expected<Offset> Operands::source(const isa::Source& source) {
    switch (source.from) {
    case isa::Source::From::constant:
        return layout_.constant(source.storage, source.bits);
    case isa::Source::From::special:
        if (FrameLayout::is_clock(source.special)) {
            Op op = writer_.make(OpKind::clock);
            op.guard = layout_.all_lanes();
            op.guard_flip = 0;
            writer_.write(op);
        }
        return layout_.special(source.storage, source.special);
    case isa::Source::From::symbol:
        return address_of(source.symbol.name, source.symbol.offset, source.storage);
    case isa::Source::From::reg:
        break;
    }
    const Storage has = layout_.register_storage(source.reg);
    const Offset from = layout_.reg(source.reg);
    if (source.negated) {
        const Offset inverse = writer_.next_scratch();
        writer_.write(writer_.make_helper(invert, inverse, from));
        return inverse;
    }
    if (has == source.storage) return from;
    const isa::LaneFunction function = conversion(has, source.storage);
    if (function == nullptr)
        return writer_.error("operand is of a width that this instruction cannot take");
    const Offset converted = writer_.next_scratch();
    writer_.write(writer_.make_helper(function, converted, from));
    return converted;
}

std::optional<Diagnostic> Operands::sources(std::span<Offset> places,
                                            std::span<const isa::Source> sources) {
    if (sources.size() > places.size())
        return writer_.error(fmt::format("more than {} source operands", places.size()));
    for (std::size_t i = 0; i < sources.size(); ++i) {
        const auto offset = source(sources[i]);
        if (!offset) return offset.error();
        places[i] = *offset;
    }
    return std::nullopt;
}

std::optional<Diagnostic> Operands::results(std::span<Offset> places, std::vector<Fixup>& fixups) {
    const auto& destinations = writer_.instruction().destinations;
    if (destinations.size() > places.size())
        return writer_.error(fmt::format("more than {} results", places.size()));
    for (std::size_t i = 0; i < destinations.size(); ++i) {
        const isa::Destination& destination = destinations[i];
        if (destination.reg == ptx::no_index) {
            places[i] = writer_.next_scratch();
            continue;
        }
        const Storage has = layout_.register_storage(destination.reg);
        const Offset to = layout_.reg(destination.reg);
        if (has == destination.storage) {
            places[i] = to;
            continue;
        }
        const isa::LaneFunction function = conversion(destination.storage, has);
        if (function == nullptr)
            return writer_.error("a result is of a width that its register cannot take");
        places[i] = writer_.next_scratch();
        fixups.push_back({function, to, places[i]});
    }
    return std::nullopt;
}

void Operands::write_with_fixups(const Op& op, const std::vector<Fixup>& fixups) {
    writer_.write(op);
    for (const Fixup& fixup : fixups) {
        Op helper = writer_.make_helper(fixup.function, fixup.result, fixup.source);
        // Only where the instruction ran: the register keeps its value elsewhere.
        helper.guard = op.guard;
        helper.guard_flip = op.guard_flip;
        writer_.write(helper);
    }
}

} // namespace vgpu::exec
