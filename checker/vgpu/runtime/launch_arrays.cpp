#include "vgpu/runtime/launch_arrays.hpp"

#include "vgpu/observe/offset_runs.hpp"
#include "wire/trace_fields.hpp"

#include <cstdint>
#include <cstring>
#include <optional>
#include <vector>

namespace vgpu::runtime {

namespace field = workbook::wire::trace_field;

using nlohmann::json;

namespace {

int number_of(isa::MemoryAction action) {
    if (action == isa::MemoryAction::load) return 0;
    return action == isa::MemoryAction::store ? 1 : 2;
}

json access_of(const observe::LoggedAccess& access) {
    json numbers = {access.serial, access.warp.block, access.warp.warp, number_of(access.action),
                    access.bytes};
    for (const observe::OffsetRun& run : observe::runs_of(access.mask, access.offsets)) {
        numbers.push_back(run.lane);
        numbers.push_back(run.count);
        numbers.push_back(run.offset);
        numbers.push_back(run.step);
    }
    return numbers;
}

struct PointerParameter {
    std::size_t number; // of the parameter, from 0
    std::uint64_t value;
};

// The parameters that may be pointers: those of eight bytes.
std::vector<PointerParameter> pointers_among(const exec::KernelAttributes& attributes,
                                             std::span<const std::byte> parameters) {
    std::vector<PointerParameter> pointers;
    for (std::size_t i = 0; i < attributes.parameter_offsets.size(); ++i) {
        std::uint64_t pointer = 0;
        const std::uint64_t offset = attributes.parameter_offsets[i];
        if (attributes.parameter_sizes[i] != sizeof pointer || offset > parameters.size() ||
            parameters.size() - offset < sizeof pointer)
            continue;
        std::memcpy(&pointer, parameters.data() + offset, sizeof pointer);
        pointers.push_back({i, pointer});
    }
    return pointers;
}

// The first parameter that points into the array.
std::optional<std::size_t> parameter_of(const observe::LoggedArray& array,
                                        const std::vector<PointerParameter>& pointers) {
    if (array.space != ptx::Space::global) return std::nullopt;
    for (const auto& [number, value] : pointers)
        if (value - array.address < array.bytes) return number;
    return std::nullopt;
}

} // namespace

json arrays_of(const observe::ArrayRecord& record, const exec::KernelAttributes& attributes,
               std::span<const std::byte> parameters) {
    const auto pointers = pointers_among(attributes, parameters);
    json list = json::array(), told = json::array();
    for (const auto& [number, value] : pointers) told.push_back({number, value});
    for (const observe::LoggedArray& array : record.arrays) {
        json warps = json::array();
        for (const observe::LoggedAccess& access : array.accesses)
            warps.push_back(access_of(access));
        json object = {{field::space, array.space == ptx::Space::global ? "global" : "shared"},
                       {field::memory, array.name.substr(0, 200)},
                       {field::address, array.address},
                       {field::bytes, array.bytes},
                       {field::element_bytes, array.element_bytes},
                       {field::from, array.from},
                       {field::to, array.to},
                       {field::count, array.count},
                       {field::dropped, array.dropped},
                       {field::warps, std::move(warps)}};
        if (const auto parameter = parameter_of(array, pointers))
            object[field::parameter] = *parameter;
        list.push_back(std::move(object));
    }
    return {{field::block, record.block},
            {field::count, record.accesses},
            {field::has_others, record.has_others},
            {field::pointers, std::move(told)},
            {field::list, std::move(list)}};
}

} // namespace vgpu::runtime
