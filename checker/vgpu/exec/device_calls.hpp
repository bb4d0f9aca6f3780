// The CUDA runtime on the device, as kernels call it (device_calls.def): what they ask goes to the
// runtime, which knows streams, limits and errors; a kernel that they launch runs when the grid of
// the caller has ended.
#pragma once

#include "vgpu/exec/events.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace vgpu::exec {

enum class DeviceCall : std::uint8_t {
#define WORKBOOK_DEVICE_CALL(name, ptx) name,
#include "vgpu/exec/device_calls.def"
#undef WORKBOOK_DEVICE_CALL
};
std::optional<DeviceCall> device_call_named(std::string_view ptx_name);

// The thread that calls, and what can be done on its behalf.
class DeviceCaller {
  public:
    virtual ~DeviceCaller() = default;
    virtual const WarpPlace& warp() const = 0;
    virtual std::uint32_t thread() const = 0; // in its block
    virtual Site site() const = 0;
    // Stores where the thread's pointer leads. False: it leads nowhere, and that is the fault.
    virtual bool store(std::uint64_t address, const void* bytes, std::size_t count) = 0;
    virtual std::uint64_t
    allocate(std::uint64_t bytes) = 0;            // from the heap of malloc; 0: it is full
    virtual bool free(std::uint64_t address) = 0; // false: it is no memory of that heap
};

// The answer to cudaGraphSetConditional in a kernel. `ended`: the graph no longer exists, nor does
// the handle.
enum class ConditionAnswer : std::uint8_t { set, unknown, ended };

class DeviceRuntime {
  public:
    virtual ~DeviceRuntime() = default;
    // A dim3 counts as three arguments. Returns what the function returns; nullopt after a fault.
    virtual std::optional<std::uint64_t>
    call(DeviceCall which, std::span<const std::uint64_t> arguments, DeviceCaller& caller) = 0;
};

} // namespace vgpu::exec
