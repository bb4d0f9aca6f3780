#include "vgpu/runtime/launch_run.hpp"

#include "vgpu/isa/address_space.hpp"
#include "vgpu/runtime/activity.hpp"
#include "vgpu/runtime/host_program.hpp"
#include "vgpu/runtime/launch_arrays.hpp"
#include "vgpu/runtime/launch_counters.hpp"
#include "vgpu/runtime/virtual_time.hpp"
#include "wire/trace_fields.hpp"

#include <fmt/core.h>

#include <cstring>

namespace vgpu::runtime {

namespace field = workbook::wire::trace_field;

namespace {

using nlohmann::json;

// While the kernel runs.
class LaunchPlace {
  public:
    LaunchPlace(Trace& trace, const PendingLaunch& launch) : trace_(trace) {
        if (!launch.stack.empty())
            trace.set_launch_place([&] { return host_program().line_of(launch.stack); });
        if (!launch.launched_in.empty())
            trace.set_launch_place([&] { return launch.launched_in; }, true);
    }
    ~LaunchPlace() { trace_.set_launch_place(nullptr); }
    LaunchPlace(const LaunchPlace&) = delete;
    LaunchPlace& operator=(const LaunchPlace&) = delete;

  private:
    Trace& trace_;
};

// Adds to the fault of a child grid that it got a pointer to its parent's shared or local memory.
void note_pointers_of_parent(exec::Device& device, const PendingLaunch& launch,
                             exec::Fault& fault) {
    if (launch.launched_in.empty()) return;
    const exec::KernelAttributes& attributes = device.attributes(launch.id);
    for (std::size_t index = 0; index < attributes.parameter_offsets.size(); ++index) {
        std::uint64_t value = 0;
        if (attributes.parameter_sizes[index] != sizeof value) continue;
        std::memcpy(&value, launch.parameters.data() + attributes.parameter_offsets[index],
                    sizeof value);
        const char* space = isa::shared_window.contains(value)  ? "shared"
                            : isa::local_window.contains(value) ? "local"
                                                                : nullptr;
        if (space == nullptr) continue;
        fault.detail += fmt::format("{}Parameter {} of the kernel is a pointer to {} memory of the "
                                    "grid that launched it: no other grid can use that",
                                    fault.detail.empty() ? "" : ". ", index, space);
        return;
    }
}

// How many bytes that are the program's own the launch has read of the memory that host and device
// share. What it has written there is the device's from now on.
std::uint64_t own_bytes_read(Runtime& runtime) {
    GivenValues& values = runtime.given_values;
    observe::HostReads* const reads = runtime.host_reads();
    if (reads == nullptr || !values.known()) return 0;
    std::uint64_t own = reads->changed_too_often();
    reads->each_read(
        [&](std::uint64_t address, std::span<const std::byte> bytes,
            std::span<const std::uint8_t> read) { own += values.own_bytes(bytes, address, read); });
    reads->each_written_range([&](std::uint64_t range, std::uint64_t bytes) {
        values.forget_made(range, bytes);
        reads->each_written(range, [&](std::uint64_t address, std::span<const std::byte> written) {
            values.made_on_device(written, address);
        });
    });
    return own;
}

// One grid.
struct RanGrid {
    std::uint64_t nanoseconds = 0;
    bool is_over = false; // and not stopped before its end
};
RanGrid run_grid(Runtime& runtime, exec::Device& device, PendingLaunch& launch) {
    const exec::Dim3 grid = launch.config.grid, block = launch.config.block;
    const Activity activity(fmt::format("kernel {}, grid ({}, {}, {}), block ({}, {}, {})",
                                        launch.name, grid.x, grid.y, grid.z, block.x, block.y,
                                        block.z));
    const LaunchPlace launch_place(runtime.trace, launch);
    if (const auto wish = runtime.wanted_launches.wish(launch.number)) runtime.keep_arrays(*wish);
    exec::LaunchResult result = device.launch(launch.id, launch.config, launch.parameters);
    const std::uint64_t blocks = std::uint64_t{grid.x} * grid.y * grid.z;
    const DeviceModel& model = runtime.model_of(static_cast<int>(launch.config.device));
    const std::uint64_t lasts =
        nanoseconds_of_launch(blocks, result.counters.warp_instructions, model.sm_count);
    if (runtime.settings.trace_lines || runtime.trace.wants(launch.ticket)) {
        const observe::LaunchTraffic traffic = runtime.last_traffic(result.counters);
        launch.event[field::counters] = totals_of(traffic, runtime.settings.trace_lines);
        launch.event[field::lines] = lines_of(traffic, runtime.settings.trace_lines);
        if (runtime.settings.trace_lines) launch.event[field::lanes] = warps_of(traffic);
        if (traffic.arrays.wanted)
            launch.event[field::arrays] =
                arrays_of(traffic.arrays, device.attributes(launch.id), launch.parameters);
        launch.event[field::own_bytes] = runtime.given_values.own_bytes(launch.parameters, 0);
        launch.event[field::own_bytes_read] = own_bytes_read(runtime);
        launch.event[field::ran_in] = runtime.current_api;
        launch.event[field::nanoseconds] = lasts;
        runtime.trace.replace_event(launch.ticket, launch.event);
        if (runtime.settings.trace_lines) runtime.trace.append_launch(launch.event);
    }
    if (result.stopped && runtime.reach() != nullptr) {
        runtime.reach()->note_cut(); // what it has done so far is enough
    } else if (result.stopped && !runtime.is_exiting()) {
        say(fmt::format(
            "virtual GPU: {} was stopped before its end after {} warp instructions: {}\n",
            launch.name, result.counters.warp_instructions, result.stopped_where));
        runtime.fault_happened(cudaErrorLaunchTimeout);
    }
    if (result.fault) {
        runtime.fault_happened(error_of(*result.fault));
        note_pointers_of_parent(device, launch, *result.fault);
        runtime.trace.report(std::move(*result.fault));
    }
    return {lasts, !result.stopped};
}

// A grid that a kernel has launched, in the trace behind what it has come of.
PendingLaunch launch_of_child(Runtime& runtime, exec::Device& device, const PendingLaunch& root,
                              const ChildGrids::GridToRun& grid) {
    const ChildWork& work = grid.work;
    PendingLaunch launch;
    launch.id = work.kernel;
    launch.config = work.config;
    launch.parameters = work.parameters;
    launch.name = grid.name;
    launch.launched_in =
        fmt::format("{}by {}", work.place.empty() ? "" : work.place + " ", grid.parent->name);
    if (root.event.is_null()) return launch;
    const exec::Dim3 &size = work.config.grid, &block = work.config.block;
    launch.event = root.event;
    for (const auto name : {field::lines, field::lanes, field::arrays, field::text})
        launch.event.erase(name);
    launch.event.update(
        {{field::api, "cudaLaunchDevice"},
         {field::kernel, grid.name.substr(0, 4096)},
         {field::grid, {size.x, size.y, size.z}},
         {field::block, {block.x, block.y, block.z}},
         {field::static_shared_bytes, device.attributes(work.kernel).static_shared_bytes},
         {field::dynamic_shared_bytes, work.config.dynamic_shared_bytes},
         {field::cooperative, false},
         {field::counters, json::object()},
         {field::parent, grid.parent->name.substr(0, 4096)},
         {field::depth, grid.depth},
         {field::place, work.place}});
    launch.ticket = runtime.trace.add_event(launch.event);
    return launch;
}

// The grid with all that it launches.
Lasting run_tree(Runtime& runtime, exec::Device& device, PendingLaunch& launch,
                 const WorkPlace& place) {
    ChildWork root;
    root.kernel = launch.id;
    root.config = launch.config;
    std::uint64_t lasts = 0;
    runtime.child_grids.run_tree(root, place, [&](const ChildGrids::GridToRun& grid) {
        RanGrid ran;
        if (grid.parent == nullptr) {
            ran = run_grid(runtime, device, launch);
        } else {
            PendingLaunch child = launch_of_child(runtime, device, launch, grid);
            if (child.ticket != 0) launch.children.emplace_back(child.ticket, lasts);
            ran = run_grid(runtime, device, child);
        }
        lasts += ran.nanoseconds;
        return ran.is_over && !runtime.device_lost();
    });
    return lasts;
}

} // namespace

Lasting run_launch(Runtime& runtime, exec::Device& device, PendingLaunch& launch,
                   const WorkPlace& place) {
    // After a fault that the program has not asked for yet the device does nothing more.
    if (runtime.device_lost()) return 0;
    device.set_heap_limit(
        runtime.limit(cudaLimitMallocHeapSize, static_cast<int>(launch.config.device)).value_or(0));
    if (device.attributes(launch.id).launches_grids)
        return run_tree(runtime, device, launch, place);
    runtime.begin_work(device, place, launch.name);
    const exec::Dim3& grid = launch.config.grid;
    const std::uint64_t blocks = std::uint64_t{grid.x} * grid.y * grid.z;
    return {run_grid(runtime, device, launch).nanoseconds,
            blocks >= runtime.model_of(static_cast<int>(launch.config.device)).sm_count
                ? Engine::multiprocessors
                : Engine::none};
}

} // namespace vgpu::runtime
