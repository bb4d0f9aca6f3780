// Which thread accessed which element in a launch, as the trace has it (docs/reference/trace.md).
#pragma once

#include "vgpu/exec/device.hpp"
#include "vgpu/observe/array_record.hpp"

#include <nlohmann/json.hpp>

#include <cstddef>
#include <span>

namespace vgpu::runtime {

// `parameters` as the kernel got them: an array that one of them points to has its number.
nlohmann::json arrays_of(const observe::ArrayRecord& record,
                         const exec::KernelAttributes& attributes,
                         std::span<const std::byte> parameters);

} // namespace vgpu::runtime
