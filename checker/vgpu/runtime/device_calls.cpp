// What a kernel calls of the CUDA runtime while it runs.
#include "vgpu/runtime/child_grids.hpp"

#include "vgpu/runtime/errors.hpp"
#include "vgpu/runtime/occupancy.hpp"
#include "vgpu/runtime/runtime.hpp"

#include <cuda_runtime_api.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstring>

namespace vgpu::runtime {

namespace {

using exec::DeviceCall;

// The named streams of the device runtime's header.
constexpr std::uint64_t legacy_stream = 1, per_thread_stream = 2, tail_stream = 3,
                        fire_and_forget_stream = 4;
constexpr int device_runtime_version = 6000;   // what an H200 answers, whatever the toolkit is
constexpr std::uint64_t first_handle = 0x1000; // of streams and events that kernels make

bool is_on_device(int kind) {
    return kind == cudaMemcpyDeviceToDevice || kind == cudaMemcpyDefault;
}

} // namespace

cudaError_t ChildGrids::keep(const Calling& calling, cudaError_t error) {
    if (error != cudaSuccess) grid_->errors[calling.thread] = error;
    return error;
}

std::optional<cudaError_t> ChildGrids::give(const Calling& calling, std::uint64_t to,
                                            const void* value, std::size_t bytes) {
    if (!calling.caller.store(to, value, bytes)) return std::nullopt;
    return cudaSuccess;
}

std::optional<std::uint64_t> ChildGrids::call(DeviceCall which,
                                              std::span<const std::uint64_t> arguments,
                                              exec::DeviceCaller& caller) {
    const Calling calling{arguments, caller, caller.warp().block << 10 | caller.thread()};
    // A pointer has led the kernel to a function of another module, so that it counts as one that
    // launches nothing.
    if (grid_ == nullptr)
        return which == DeviceCall::get_parameter_buffer || which == DeviceCall::get_error_name ||
                       which == DeviceCall::get_error_string
                   ? 0
                   : std::uint64_t{cudaErrorNotSupported};
    switch (which) {
    case DeviceCall::get_parameter_buffer:
        return parameter_buffer(calling);
    case DeviceCall::get_error_name:
        return text_on_device(error_name(static_cast<cudaError_t>(calling.number(0))));
    case DeviceCall::get_error_string:
        return text_on_device(error_text(static_cast<cudaError_t>(calling.number(0))));
    case DeviceCall::get_last_error:
    case DeviceCall::peek_at_last_error: {
        const auto found = grid_->errors.find(calling.thread);
        if (found == grid_->errors.end()) return cudaSuccess;
        const cudaError_t error = found->second;
        if (which == DeviceCall::get_last_error) grid_->errors.erase(found);
        return error;
    }
    default:
        break;
    }
    const std::optional<cudaError_t> error = answer(which, calling);
    if (!error) return std::nullopt;
    return keep(calling, *error);
}

std::optional<cudaError_t> ChildGrids::answer(DeviceCall which, const Calling& calling) {
    switch (which) {
    case DeviceCall::launch:
    case DeviceCall::launch_per_thread:
        return launch(calling, which == DeviceCall::launch_per_thread);
    case DeviceCall::stream_create: {
        const std::uint64_t handle = first_handle + 16 * handles_++;
        grid_->named[handle] = new_stream();
        return give(calling, calling[0], &handle, sizeof handle);
    }
    case DeviceCall::stream_destroy: // what is in it runs nevertheless
        return grid_->named.erase(calling[0]) != 0 ? cudaSuccess : cudaErrorInvalidResourceHandle;
    case DeviceCall::event_create: {
        if (calling[1] != cudaEventDisableTiming) return cudaErrorInvalidValue;
        const std::uint64_t handle = first_handle + 16 * handles_++;
        grid_->events[handle] = {};
        return give(calling, calling[0], &handle, sizeof handle);
    }
    case DeviceCall::event_destroy:
        return grid_->events.erase(calling[0]) != 0 ? cudaSuccess : cudaErrorInvalidResourceHandle;
    case DeviceCall::event_record:
    case DeviceCall::event_record_per_thread:
        return record(calling, which == DeviceCall::event_record_per_thread);
    case DeviceCall::stream_wait_event:
    case DeviceCall::stream_wait_event_per_thread:
        return wait_for_event(calling, which == DeviceCall::stream_wait_event_per_thread);
    case DeviceCall::malloc: {
        if (calling[1] == 0) return cudaErrorInvalidValue; // unlike on the host
        const std::uint64_t address = calling.caller.allocate(calling[1]);
        if (address == 0) return cudaErrorMemoryAllocation;
        return give(calling, calling[0], &address, sizeof address);
    }
    case DeviceCall::free:
        return calling[0] == 0 || calling.caller.free(calling[0]) ? cudaSuccess
                                                                  : refuse_free(calling);
    default:
        return answer_copy(which, calling);
    }
}

// Copies and sets. Anything else is a question.
std::optional<cudaError_t> ChildGrids::answer_copy(DeviceCall which, const Calling& calling) {
    switch (which) {
    case DeviceCall::memcpy:
    case DeviceCall::memcpy_per_thread:
        if (!is_on_device(calling.number(3))) return cudaErrorInvalidMemcpyDirection;
        return copy(calling, {.destination = calling[0], .source = calling[1], .width = calling[2]},
                    calling[4], which == DeviceCall::memcpy_per_thread);
    case DeviceCall::memcpy_2d:
    case DeviceCall::memcpy_2d_per_thread:
        if (!is_on_device(calling.number(6))) return cudaErrorInvalidMemcpyDirection;
        return copy(calling,
                    {.destination = calling[0],
                     .source = calling[2],
                     .width = calling[4],
                     .height = calling[5],
                     .to_pitch = calling[1],
                     .from_pitch = calling[3]},
                    calling[7], which == DeviceCall::memcpy_2d_per_thread);
    case DeviceCall::memset:
    case DeviceCall::memset_per_thread:
        return copy(calling,
                    {.destination = calling[0], .width = calling[2], .value = calling.number(1)},
                    calling[3], which == DeviceCall::memset_per_thread);
    case DeviceCall::memset_2d:
    case DeviceCall::memset_2d_per_thread:
        return copy(calling,
                    {.destination = calling[0],
                     .width = calling[3],
                     .height = calling[4],
                     .to_pitch = calling[1],
                     .value = calling.number(2)},
                    calling[5], which == DeviceCall::memset_2d_per_thread);
    default:
        return answer_about_device(which, calling);
    }
}

// Questions about the device and its runtime.
std::optional<cudaError_t> ChildGrids::answer_about_device(DeviceCall which,
                                                           const Calling& calling) {
    switch (which) {
    case DeviceCall::get_device:
        return give(calling, calling[0], &grid_->device, sizeof grid_->device);
    case DeviceCall::get_device_count: {
        const int count = static_cast<int>(runtime_.settings.devices);
        return give(calling, calling[0], &count, sizeof count);
    }
    case DeviceCall::get_attribute: {
        const int device = calling.number(2);
        if (!runtime_.has_device(device)) return cudaErrorInvalidDevice;
        const auto value = device_attribute(runtime_.model_of(device), calling.number(1), device);
        if (!value) return cudaErrorInvalidValue;
        return give(calling, calling[0], &*value, sizeof *value);
    }
    case DeviceCall::get_limit: {
        const auto value = runtime_.limit(static_cast<cudaLimit>(calling.number(1)), grid_->device);
        if (!value) { // as an H200 does
            const std::uint64_t none = ~std::uint64_t{0};
            if (calling.number(1) != cudaLimitDevRuntimeSyncDepth) return cudaErrorInvalidValue;
            if (!give(calling, calling[0], &none, sizeof none)) return std::nullopt;
            return cudaErrorUnsupportedLimit;
        }
        return give(calling, calling[0], &*value, sizeof *value);
    }
    case DeviceCall::get_version: {
        return give(calling, calling[0], &device_runtime_version, sizeof device_runtime_version);
    }
    case DeviceCall::occupancy:
    case DeviceCall::occupancy_with_flags: {
        exec::Device& device = runtime_.device();
        const auto kernel = device.kernel_at(calling[1]);
        if (!kernel) return cudaErrorInvalidDeviceFunction;
        const int blocks = static_cast<int>(resident_blocks(
            runtime_.model_of(grid_->device), device.attributes(*kernel), calling[2], calling[3]));
        return give(calling, calling[0], &blocks, sizeof blocks);
    }
    default:
        return cudaErrorNotSupported;
    }
}

// An H200 does not notice the host's memory, and leaves it as it is.
cudaError_t ChildGrids::refuse_free(const Calling& calling) {
    const std::uint64_t address = calling[0];
    const auto allocation = runtime_.device().memory().find(address);
    const bool is_of_host = allocation && allocation->address == address && !allocation->freed;
    refuse(calling, "cudaFree", cudaErrorInvalidValue,
           fmt::format("{} gave cudaFree {:#x}, which is no memory that a kernel has allocated and "
                       "not freed: nothing is freed{}",
                       grid_->name, address,
                       is_of_host ? ". A GPU does not notice it, and cudaFree returned cudaSuccess"
                                  : ""));
    return is_of_host ? cudaSuccess : cudaErrorInvalidValue;
}

std::uint32_t ChildGrids::new_stream() {
    grid_->streams.emplace_back();
    return static_cast<std::uint32_t>(grid_->streams.size() - 1);
}

// A stream is of the grid that has made it; without one, a block has its own, or a thread.
std::optional<std::uint32_t> ChildGrids::stream_of(const Calling& calling, std::uint64_t handle,
                                                   bool per_thread) {
    const auto one_of = [&](std::map<std::uint64_t, std::uint32_t>& streams, std::uint64_t key) {
        const auto known = streams.find(key);
        return known != streams.end() ? known->second : streams[key] = new_stream();
    };
    if ((handle == 0 || handle == legacy_stream) && !per_thread)
        return one_of(grid_->of_block, calling.caller.warp().block);
    if (handle == 0 || handle == per_thread_stream) return one_of(grid_->of_thread, calling.thread);
    if (handle == fire_and_forget_stream) return new_stream();
    if (handle == tail_stream) {
        if (!grid_->tail) grid_->tail = new_stream();
        return grid_->tail;
    }
    const auto named = grid_->named.find(handle);
    if (named == grid_->named.end()) return std::nullopt;
    return named->second;
}

cudaError_t ChildGrids::record(const Calling& calling, bool per_thread) {
    const auto event = grid_->events.find(calling[0]);
    const auto stream = stream_of(calling, calling[1], per_thread);
    if (event == grid_->events.end() || !stream) return cudaErrorInvalidResourceHandle;
    event->second = grid_->streams[*stream];
    return cudaSuccess;
}

cudaError_t ChildGrids::wait_for_event(const Calling& calling, bool per_thread) {
    const auto event = grid_->events.find(calling[1]);
    const auto stream = stream_of(calling, calling[0], per_thread);
    if (event == grid_->events.end() || !stream) return cudaErrorInvalidResourceHandle;
    ChildClock& clock = grid_->streams[*stream];
    const ChildClock& point = event->second;
    if (clock.size() < point.size()) clock.resize(point.size());
    for (std::size_t i = 0; i < point.size(); ++i) clock[i] = std::max(clock[i], point[i]);
    return cudaSuccess;
}

// Texts stay, as they do on a GPU.
std::uint64_t ChildGrids::text_on_device(const char* text) {
    const auto known = texts_.find(text);
    if (known != texts_.end()) return known->second;
    exec::Device& device = runtime_.device();
    const std::size_t bytes = std::strlen(text) + 1;
    const std::uint64_t address = device.memory().allocate(bytes, "texts of errors").value_or(0);
    if (address == 0) return 0;
    std::memcpy(device.memory().host_view(address), text, bytes);
    device.notify_host_access({address, bytes, true, 1, bytes, "cudaGetErrorString"});
    return texts_[text] = address;
}

} // namespace vgpu::runtime
