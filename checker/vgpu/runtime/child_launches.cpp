// What a kernel launches, and the copies and sets that it asks for: whether they can be, and their
// places in the streams of the grid.
#include "vgpu/runtime/child_grids.hpp"

#include "vgpu/observe/source_place.hpp"
#include "vgpu/runtime/copy_checks.hpp"
#include "vgpu/runtime/occupancy.hpp"
#include "vgpu/runtime/runtime.hpp"
#include "wire/source_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace vgpu::runtime {

namespace {

constexpr std::uint64_t slab_bytes = 64 << 10, buffer_alignment = 64;
constexpr const char* launch_api = "cudaLaunchDevice";
constexpr const char* slab_origin = "parameters of kernels that kernels launch";

std::uint64_t round_up_to_buffer(std::uint64_t bytes) {
    return (std::max<std::uint64_t>(bytes, 1) + buffer_alignment - 1) / buffer_alignment *
           buffer_alignment;
}

bool fits(const exec::Dim3& size, const std::uint32_t (&most)[3]) {
    const std::uint32_t sides[] = {size.x, size.y, size.z};
    for (int side = 0; side < 3; ++side)
        if (sides[side] == 0 || sides[side] > most[side]) return false;
    return true;
}

} // namespace

// The program sees a failed launch only if it asks, so it is said as of calls of the host.
cudaError_t ChildGrids::refuse(const Calling& calling, const char* api, cudaError_t error,
                               const std::string& why) {
    runtime_.trace.report_api_error(api, error, why, false, false, place_of(calling));
    return error;
}

std::string ChildGrids::place_of(const Calling& calling) {
    const exec::Site site = calling.caller.site();
    const exec::SourceFrame* frame = observe::frame_to_show(site);
    return frame == nullptr
               ? ""
               : fmt::format("{}:{}", workbook::wire::file_name(frame->file), frame->line);
}

// Null if the launch is not possible. The compiler's code then skips it, and the thread sees only
// the error.
std::uint64_t ChildGrids::parameter_buffer(const Calling& calling) {
    exec::Device& device = runtime_.device();
    ChildBuffer buffer;
    const auto word = [&](std::size_t index) { return static_cast<std::uint32_t>(calling[index]); };
    const auto kernel = device.kernel_at(calling[0]);
    if (!kernel) {
        keep(calling, cudaErrorInvalidDeviceFunction);
        return 0;
    }
    buffer.kernel = *kernel;
    buffer.config.grid = {word(1), word(2), word(3)};
    buffer.config.block = {word(4), word(5), word(6)};
    buffer.config.dynamic_shared_bytes = word(7);
    if (keep(calling, check_launch(calling, buffer)) != cudaSuccess) return 0;
    const exec::KernelAttributes& attributes = device.attributes(buffer.kernel);
    if (!attributes.parameter_offsets.empty())
        buffer.bytes = attributes.parameter_offsets.back() + attributes.parameter_sizes.back();
    const auto address = take_buffer(buffer.bytes);
    if (!address) {
        keep(calling, cudaErrorMemoryAllocation);
        return 0;
    }
    grid_->buffers[*address] = buffer;
    return *address;
}

cudaError_t ChildGrids::check_launch(const Calling& calling, const ChildBuffer& wanted) {
    const exec::LaunchConfig& config = wanted.config;
    const DeviceModel& model = runtime_.model_of(grid_->device);
    exec::Device& device = runtime_.device();
    const exec::KernelAttributes& attributes = device.attributes(wanted.kernel);
    const std::uint64_t threads = std::uint64_t{config.block.x} * config.block.y * config.block.z;
    const Kernel* known = runtime_.modules.kernel_called(device.mangled_name(wanted.kernel));
    const std::uint64_t shared_limit = dynamic_shared_limit(
        model, attributes,
        known == nullptr ? std::nullopt : known->on(grid_->device).dynamic_shared_limit);
    if (!fits(config.grid, model.max_grid) || !fits(config.block, model.max_block) ||
        threads > attributes.max_threads_per_block || threads > model.max_threads_per_block ||
        config.dynamic_shared_bytes > shared_limit || attributes.required_cluster.x > 1)
        return refuse(
            calling, launch_api, cudaErrorInvalidConfiguration,
            fmt::format("{} was launched by {} with a grid of ({}, {}, {}) blocks of ({}, {}, {}) "
                        "threads and {} bytes of dynamic shared memory, which cannot be",
                        device.kernel_name(wanted.kernel), grid_->name, config.grid.x,
                        config.grid.y, config.grid.z, config.block.x, config.block.y,
                        config.block.z, config.dynamic_shared_bytes));
    const auto most = runtime_.limit(cudaLimitDevRuntimePendingLaunchCount, grid_->device);
    if (!most || pending_ < *most) return cudaSuccess;
    return refuse(calling, launch_api, cudaErrorLaunchPendingCountExceeded,
                  fmt::format("{} launches of kernels have not ended yet, and "
                              "cudaLimitDevRuntimePendingLaunchCount allows no more: {} is not "
                              "launched",
                              pending_, device.kernel_name(wanted.kernel)));
}

std::optional<std::uint64_t> ChildGrids::take_buffer(std::uint64_t bytes) {
    const std::uint64_t size = round_up_to_buffer(bytes);
    if (grid_->slab_end - grid_->slab_at < size) {
        const std::uint64_t wanted = std::max(slab_bytes, size);
        const auto slab = runtime_.device().memory().allocate(
            wanted, slab_origin, static_cast<std::uint32_t>(grid_->device));
        if (!slab) return std::nullopt;
        grid_->slabs.push_back(*slab);
        grid_->slab_at = *slab;
        grid_->slab_end = *slab + wanted;
    }
    return std::exchange(grid_->slab_at, grid_->slab_at + size);
}

cudaError_t ChildGrids::launch(const Calling& calling, bool per_thread) {
    const auto found = grid_->buffers.find(calling[0]);
    if (found == grid_->buffers.end()) return cudaErrorInvalidValue;
    const ChildBuffer buffer = found->second;
    grid_->buffers.erase(found);
    ChildWork work;
    work.kernel = buffer.kernel;
    work.config = buffer.config;
    work.config.cluster = {1, 1, 1};
    work.config.device = static_cast<std::uint32_t>(grid_->device);
    work.config.reachable = grid_->reachable;
    const std::byte* bytes = runtime_.device().memory().host_view(calling[0]);
    work.parameters.assign(bytes, bytes + buffer.bytes);
    return add(calling, std::move(work), calling[1], per_thread);
}

// Pointers into shared and local memory do not count as device memory here.
cudaError_t ChildGrids::copy(const Calling& calling, ChildCopy copy, std::uint64_t stream,
                             bool per_thread) {
    exec::Memory& memory = runtime_.device().memory();
    if (copy.to_pitch == 0) copy.to_pitch = copy.width;
    if (copy.from_pitch == 0) copy.from_pitch = copy.width;
    if (copy.width == 0 || copy.height == 0) return cudaSuccess;
    if (copy.to_pitch < copy.width || copy.from_pitch < copy.width) return cudaErrorInvalidValue;
    const auto is_there = [&](std::uint64_t address, std::uint64_t pitch) {
        const Box box{.width = copy.width, .height = copy.height};
        return memory.contains(address, extent(box, {.pitch = pitch}));
    };
    const auto written = memory.find(copy.destination);
    if (written && (written->readers >> grid_->device & 1) != 0) return cudaErrorInvalidValue;
    if (!is_there(copy.destination, copy.to_pitch) ||
        (copy.source != 0 && !is_there(copy.source, copy.from_pitch)))
        return cudaErrorInvalidValue;
    ChildWork work;
    work.copy = copy;
    return add(calling, std::move(work), stream, per_thread);
}

cudaError_t ChildGrids::add(const Calling& calling, ChildWork work, std::uint64_t stream,
                            bool per_thread) {
    const auto its = stream_of(calling, stream, per_thread);
    if (!its)
        return refuse(calling, work.copy ? "a copy or set in a kernel" : launch_api,
                      cudaErrorInvalidResourceHandle,
                      fmt::format("{} was given a stream that this grid has not made, or has "
                                  "destroyed: streams are of the grid that makes them",
                                  grid_->name));
    ChildClock& clock = grid_->streams[*its];
    work.number_in_tree = ++numbers_;
    work.stream = *its;
    work.after = clock;
    if (clock.size() <= *its) clock.resize(*its + std::size_t{1});
    work.number = ++clock[*its];
    work.is_tail = grid_->tail == *its;
    work.place = place_of(calling);
    runtime_.device().notify_child({.warp = calling.caller.warp(),
                                    .grid = work.number_in_tree,
                                    .stream = work.stream,
                                    .number = work.number,
                                    .after = work.after,
                                    .is_tail = work.is_tail});
    if (!work.copy) ++pending_;
    grid_->children.push_back(std::move(work));
    return cudaSuccess;
}

} // namespace vgpu::runtime
