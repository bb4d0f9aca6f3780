#include "vgpu/runtime/launch.hpp"

#include "vgpu/isa/address_space.hpp"
#include "vgpu/runtime/activity.hpp"
#include "vgpu/runtime/graph_nodes.hpp"
#include "vgpu/runtime/host_program.hpp"
#include "vgpu/runtime/launch_arrays.hpp"
#include "vgpu/runtime/launch_counters.hpp"
#include "vgpu/runtime/virtual_time.hpp"
#include "wire/trace_fields.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstring>

namespace vgpu::runtime {

namespace field = workbook::wire::trace_field;
namespace event_type = workbook::wire::trace_event;

namespace {

using nlohmann::json;

// CUDA C++ programming guide, "Compute Capabilities": technical specifications. The code is the one
// that CUDA 13 gives (checker/tests/silicon/api_errors.txt); older ones said
// cudaErrorInvalidConfiguration.
cudaError_t check_shape(Call& call, const LaunchRequest& request, const std::string& kernel) {
    const DeviceModel& model = call.model();
    const dim3& grid = request.grid;
    const dim3& block = request.block;
    if (threads_of(block) == 0)
        return call.fail(
            cudaErrorInvalidValue,
            fmt::format("{} was launched with blocks of {} threads: each dimension must "
                        "be at least 1",
                        kernel, text_of(block)));
    if (threads_of(grid) == 0)
        return call.fail(
            cudaErrorInvalidValue,
            fmt::format("{} was launched with a grid of {} blocks: each dimension must be "
                        "at least 1 (skip the launch when there is nothing to do)",
                        kernel, text_of(grid)));
    if (threads_of(block) > model.max_threads_per_block)
        return call.fail(cudaErrorInvalidValue,
                         fmt::format("{} was launched with {} threads in a block; at most {} are "
                                     "possible",
                                     kernel, threads_of(block), model.max_threads_per_block));
    const unsigned block_sides[] = {block.x, block.y, block.z};
    const unsigned grid_sides[] = {grid.x, grid.y, grid.z};
    for (int side = 0; side < 3; ++side) {
        if (block_sides[side] > model.max_block[side])
            return call.fail(
                cudaErrorInvalidValue,
                fmt::format("{} was launched with blocks of {} threads; at most ({}, {}, "
                            "{}) are possible",
                            kernel, text_of(block), model.max_block[0], model.max_block[1],
                            model.max_block[2]));
        if (grid_sides[side] > model.max_grid[side])
            return call.fail(
                cudaErrorInvalidValue,
                fmt::format("{} was launched with a grid of {} blocks; at most ({}, {}, "
                            "{}) are possible",
                            kernel, text_of(grid), model.max_grid[0], model.max_grid[1],
                            model.max_grid[2]));
    }
    return cudaSuccess;
}

cudaError_t check_resources(Call& call, const LaunchRequest& request, const Kernel& kernel,
                            const exec::KernelAttributes& attributes, const std::string& name) {
    if (threads_of(request.block) > attributes.max_threads_per_block)
        return call.fail(cudaErrorInvalidValue,
                         fmt::format("{} was launched with {} threads in a block, but its "
                                     "__launch_bounds__ promise at most {}",
                                     name, threads_of(request.block),
                                     attributes.max_threads_per_block));
    const DeviceModel& model = call.model();
    if (attributes.static_shared_bytes > model.shared_per_block)
        return call.fail(
            cudaErrorInvalidPtx,
            fmt::format("{} has {} bytes of static shared memory; at most {} are possible, and "
                        "code for a real GPU is not made of it. More has to be dynamic",
                        name, attributes.static_shared_bytes, model.shared_per_block));
    const std::uint64_t limit = dynamic_shared_limit(
        model, attributes, kernel.on(Call::current_device()).dynamic_shared_limit);
    if (request.dynamic_shared_bytes > limit)
        return call.fail(
            cudaErrorInvalidValue,
            fmt::format(
                "{} was launched with {} bytes of dynamic shared memory besides {} static "
                "ones; at most {} are possible{}",
                name, request.dynamic_shared_bytes, attributes.static_shared_bytes, limit,
                !kernel.on(Call::current_device()).dynamic_shared_limit &&
                        model.shared_per_block_optin > model.shared_per_block
                    ? " without cudaFuncSetAttribute(cudaFuncAttributeMaxDynamicSharedMemory"
                      "Size)"
                    : ""));
    if (!request.cooperative) return cudaSuccess;
    const std::uint64_t blocks = threads_of(request.grid);
    const std::uint64_t resident =
        static_cast<std::uint64_t>(model.sm_count) *
        resident_blocks(model, attributes, threads_of(request.block), request.dynamic_shared_bytes);
    if (blocks <= resident) return cudaSuccess;
    return call.fail(
        cudaErrorCooperativeLaunchTooLarge,
        fmt::format("{} was launched cooperatively with {} blocks, which must all be on "
                    "the device at once; {} fit",
                    name, blocks, resident));
}

// The kernel that the request is of, and its parameters as PTX lays them out.
struct Checked {
    Kernel* kernel = nullptr;
    std::string name = "a kernel";
    std::uint64_t static_shared_bytes = 0;
    exec::Dim3 cluster;
    bool explicit_cluster = false;
    std::vector<std::byte> bytes;      // one parameter behind the other
    std::vector<std::byte> parameters; // the block
};

// The parameters, and the block of them as PTX lays it out, from one pointer a parameter.
cudaError_t gather_parameters(Call& call, const LaunchRequest& request,
                              const exec::KernelAttributes& attributes, Checked& checked) {
    const auto& offsets = attributes.parameter_offsets;
    const auto& sizes = attributes.parameter_sizes;
    if (offsets.empty()) return cudaSuccess;
    const std::vector<std::uint32_t> wanted(sizes.begin(), sizes.end());
    std::uint64_t total = 0;
    for (const std::uint32_t size : wanted) total += size;
    if (request.parameters && request.parameters->size() == total) {
        checked.bytes = *request.parameters;
    } else {
        if (request.arguments == nullptr)
            return call.fail(cudaErrorInvalidValue,
                             fmt::format("{} takes {} parameters and was launched with none",
                                         checked.name, offsets.size()));
        auto bytes =
            host_program().gather(reinterpret_cast<std::uint64_t>(request.arguments), wanted);
        if (!bytes)
            return call.fail(cudaErrorInvalidValue,
                             fmt::format("one of the {} pointers to the parameters of {} is null "
                                         "or leads to no memory of the program",
                                         offsets.size(), checked.name));
        checked.bytes = std::move(*bytes);
    }
    checked.parameters.resize(offsets.back() + sizes.back());
    const std::byte* from = checked.bytes.data();
    for (std::size_t index = 0; index < offsets.size(); from += sizes[index++])
        std::memcpy(checked.parameters.data() + offsets[index], from, sizes[index]);
    return cudaSuccess;
}

json event_of(Call& call, const LaunchRequest& request, const std::string& kernel,
              std::uint64_t static_shared_bytes, cudaError_t error) {
    const dim3& grid = request.grid;
    const dim3& block = request.block;
    return {{field::type, event_type::launch},
            {field::api, call.api},
            {field::kernel, kernel.substr(0, 4096)},
            {field::grid, {grid.x, grid.y, grid.z}},
            {field::block, {block.x, block.y, block.z}},
            {field::static_shared_bytes, static_shared_bytes},
            {field::dynamic_shared_bytes, request.dynamic_shared_bytes},
            {field::cooperative, request.cooperative},
            {field::device, Call::current_device()},
            {field::stream, call.runtime.streams.number_of(request.stream)},
            {field::non_blocking, call.runtime.streams.is_apart(request.stream)},
            {field::error, static_cast<int>(error)},
            {field::counters, json::object()}};
}

// A launch that was accepted, as it waits for its turn.
struct Pending {
    exec::KernelId id = 0;
    exec::LaunchConfig config;
    std::vector<std::byte> parameters;
    std::string name;
    json event;
    Trace::Ticket ticket = 0;
    std::uint64_t number = 0; // among those that the trace of the call has
    CallStack stack; // of a library's kernel: what it does wrong is told with the program's line
    std::string launched_in; // of one that a kernel has launched
    std::vector<std::pair<Trace::Ticket, std::uint64_t>> children; // and when each began
};

// To ask for the stack takes as long as a small launch: a program's own kernels have lines of their
// own.
bool is_of_library(const std::string& kernel) {
    const std::string_view name = std::string_view(kernel).substr(0, kernel.find_first_of("<("));
    return name.find("cub::") != std::string_view::npos ||
           name.find("thrust::") != std::string_view::npos;
}

// While the kernel runs.
class LaunchPlace {
  public:
    LaunchPlace(Trace& trace, const Pending& launch) : trace_(trace) {
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

// Whether events are recorded or printed: loops of many small launches should not pay for it.
bool wants_event(const Runtime& runtime) {
    return runtime.trace.recording() || runtime.settings.trace_lines;
}

// A child that was given a pointer into memory of its parent's threads is told so.
void note_pointers_of_parent(exec::Device& device, const Pending& launch, exec::Fault& fault) {
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

// One grid.
struct RanGrid {
    std::uint64_t nanoseconds = 0;
    bool is_over = false; // and not stopped before its end
};
RanGrid run_grid(Runtime& runtime, exec::Device& device, Pending& launch) {
    const exec::Dim3 grid = launch.config.grid, block = launch.config.block;
    const Activity activity(fmt::format("kernel {}, grid ({}, {}, {}), block ({}, {}, {})",
                                        launch.name, grid.x, grid.y, grid.z, block.x, block.y,
                                        block.z));
    const LaunchPlace launch_place(runtime.trace, launch);
    if (const auto wish = runtime.wanted_launches.wish(launch.number)) runtime.keep_arrays(*wish);
    exec::LaunchResult result = device.launch(launch.id, launch.config, launch.parameters);
    const std::uint64_t blocks = std::uint64_t{grid.x} * grid.y * grid.z;
    const std::uint64_t lasts =
        nanoseconds_of_launch(blocks, result.counters.warp_instructions, runtime.model.sm_count);
    if (runtime.settings.trace_lines || runtime.trace.wants(launch.ticket)) {
        const observe::LaunchTraffic traffic = runtime.last_traffic(result.counters);
        launch.event[field::counters] = totals_of(traffic, runtime.settings.trace_lines);
        launch.event[field::lines] = lines_of(traffic, runtime.settings.trace_lines);
        if (runtime.settings.trace_lines) launch.event[field::lanes] = warps_of(traffic);
        if (traffic.arrays.wanted)
            launch.event[field::arrays] =
                arrays_of(traffic.arrays, device.attributes(launch.id), launch.parameters);
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
Pending launch_of_child(Runtime& runtime, exec::Device& device, const Pending& root,
                        const ChildGrids::GridToRun& grid) {
    const ChildWork& work = grid.work;
    Pending launch;
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
Lasting run_tree(Runtime& runtime, exec::Device& device, Pending& launch, const WorkPlace& place) {
    ChildWork root;
    root.kernel = launch.id;
    root.config = launch.config;
    std::uint64_t lasts = 0;
    runtime.child_grids.run_tree(root, place, [&](const ChildGrids::GridToRun& grid) {
        RanGrid ran;
        if (grid.parent == nullptr) {
            ran = run_grid(runtime, device, launch);
        } else {
            Pending child = launch_of_child(runtime, device, launch, grid);
            if (child.ticket != 0) launch.children.emplace_back(child.ticket, lasts);
            ran = run_grid(runtime, device, child);
        }
        lasts += ran.nanoseconds;
        return ran.is_over && !runtime.device_lost();
    });
    return lasts;
}

Lasting run(Runtime& runtime, exec::Device& device, Pending& launch, const WorkPlace& place) {
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
            blocks >= runtime.model.sm_count ? Engine::multiprocessors : Engine::none};
}

} // namespace

std::string text_of(const dim3& value) {
    return fmt::format("({}, {}, {})", value.x, value.y, value.z);
}

cudaError_t find_kernel(Call& call, const void* function, Kernel*& kernel) {
    kernel = call.runtime.modules.find_kernel(function);
    if (kernel == nullptr)
        return call.fail(
            function == nullptr ? cudaErrorInvalidDeviceFunction : cudaErrorInvalidResourceHandle,
            function == nullptr
                ? fmt::format("{} was given no kernel: the program was built without "
                              "device code for it",
                              call.api)
                : fmt::format("the function given to {} is not a __global__ function of "
                              "this program",
                              call.api));
    Outcome loaded = call.runtime.modules.load(*kernel, call.device(), Call::current_device());
    return loaded.error == cudaSuccess ? cudaSuccess : call.fail(std::move(loaded));
}

namespace {

cudaError_t check(Call& call, const LaunchRequest& request, Checked& checked) {
    if (const cudaError_t error = find_kernel(call, request.function, checked.kernel);
        checked.kernel == nullptr || error != cudaSuccess) {
        if (checked.kernel != nullptr) checked.name = checked.kernel->name;
        return error;
    }
    const exec::KernelId id = *checked.kernel->on(Call::current_device()).id;
    checked.name = call.device().kernel_name(id);
    const exec::KernelAttributes& attributes = call.device().attributes(id);
    checked.static_shared_bytes = attributes.static_shared_bytes;
    cudaError_t error = check_shape(call, request, checked.name);
    if (error == cudaSuccess)
        error =
            find_cluster(call, request, *checked.kernel, attributes, checked.name, checked.cluster);
    if (error == cudaSuccess)
        error = check_resources(call, request, *checked.kernel, attributes, checked.name);
    checked.explicit_cluster =
        request.cluster.x != 0 || attributes.explicit_cluster || attributes.required_cluster.x != 0;
    if (error == cudaSuccess) error = gather_parameters(call, request, attributes, checked);
    return error;
}

// The launch in the trace; with an error it is one that did not come about.
json tell(Call& call, const LaunchRequest& request, const Checked& checked, cudaError_t error,
          Trace::Ticket& ticket) {
    json event;
    if (wants_event(call.runtime))
        event = event_of(call, request, checked.name, checked.static_shared_bytes, error);
    call.runtime.note_order(event, request.stream);
    if (!event.is_null() && checked.kernel != nullptr && checked.kernel->module->text != 0)
        event[field::text] = checked.kernel->module->text;
    ticket = call.runtime.trace.add_event(event);
    call.runtime.wanted_launches.note_told();
    return event;
}

} // namespace

cudaError_t complete(Call& call, LaunchRequest& request) {
    Checked checked;
    const cudaError_t error = check(call, request, checked);
    request.parameters = std::move(checked.bytes);
    request.arguments = nullptr;
    return error;
}

cudaError_t work_of_launch(Call& call, const LaunchRequest& request, Work& work) {
    Checked checked;
    const cudaError_t error = check(call, request, checked);
    Trace::Ticket ticket = 0;
    json event = tell(call, request, checked, error, ticket);
    if (error != cudaSuccess) return error;

    auto pending = std::make_shared<Pending>();
    pending->id = *checked.kernel->on(Call::current_device()).id;
    pending->config.grid = {request.grid.x, request.grid.y, request.grid.z};
    pending->config.block = {request.block.x, request.block.y, request.block.z};
    pending->config.dynamic_shared_bytes = request.dynamic_shared_bytes;
    pending->config.cooperative = request.cooperative;
    pending->config.cluster = checked.cluster;
    pending->config.explicit_cluster = checked.explicit_cluster;
    pending->config.device = static_cast<std::uint32_t>(Call::current_device());
    pending->config.reachable = call.runtime.reachable_from(Call::current_device());
    pending->parameters = std::move(checked.parameters);
    pending->name = checked.name;
    pending->event = std::move(event);
    pending->ticket = ticket;
    pending->number = call.runtime.wanted_launches.told();
    if (is_of_library(checked.name)) pending->stack = host_program().call_stack();
    work = {.name = std::move(checked.name),
            .run = [&runtime = call.runtime, &device = call.device(), pending](
                       const WorkPlace& place) { return run(runtime, device, *pending, place); },
            .began =
                [&runtime = call.runtime, pending](std::uint64_t begin) {
                    runtime.trace.add_begin(pending->ticket, begin);
                    for (const auto& [child, later] : pending->children)
                        runtime.trace.add_begin(child, begin + later);
                },
            .is_kernel = true};
    return cudaSuccess;
}

cudaError_t launch(Call& call, const LaunchRequest& request) {
    cudaError_t error = check_stream(call, request.stream);
    Capture* capture = nullptr;
    if (error == cudaSuccess) error = look_for_capture(call, request.stream, capture);
    if (error != cudaSuccess) {
        Trace::Ticket ticket = 0;
        tell(call, request, {}, error, ticket);
        return error;
    }
    // The stream's device runs it, as an H200 does; the programming guide ("Stream and Event
    // Behavior") says that such a launch fails.
    const int current = Call::current_device();
    const CurrentDevice runs_it(call.runtime.streams.device_of(request.stream, current));
    if (capture != nullptr) {
        auto content = std::make_shared<KernelContent>();
        content->request = request;
        content->device = Call::current_device();
        if (!Streams::is_default(request.stream))
            content->attributes[cudaLaunchAttributePriority].priority = request.stream->priority;
        if (error = complete(call, content->request); error != cudaSuccess) {
            capture->invalid = true;
            return error;
        }
        return capture_node(call, *capture, request.stream, cudaGraphNodeTypeKernel,
                            std::move(content));
    }
    Work work;
    error = work_of_launch(call, request, work);
    if (error == cudaSuccess) submit(call, request.stream, std::move(work));
    return error;
}

} // namespace vgpu::runtime
