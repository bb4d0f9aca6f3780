#include "vgpu/runtime/graph_memory.hpp"

#include "vgpu/runtime/graph_conditions.hpp"
#include "vgpu/runtime/virtual_time.hpp"
#include "wire/trace_fields.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>
#include <utility>

namespace vgpu::runtime {

namespace field = workbook::wire::trace_field;
namespace event_type = workbook::wire::trace_event;

namespace {

bool has_memory_nodes(const CUgraph_st& graph) {
    return std::ranges::any_of(graph.nodes, [](const auto& node) {
        return node->type == cudaGraphNodeTypeMemAlloc || node->type == cudaGraphNodeTypeMemFree;
    });
}

// It has no children that are: those are refused.
bool is_single(const CUgraph_st& graph) { return has_memory_nodes(graph) || has_conditions(graph); }

// The steps of a graph that is ready: those of its children too.
template <class Body>
void for_each_memory_step(const CUgraphExec_st& exec, Body&& body) {
    for (const GraphStep& step : exec.plan.steps) {
        if (step.node == nullptr || !step.node->content) continue;
        if (const auto* node = dynamic_cast<const AllocationContent*>(step.node->content.get()))
            body(node->address, true);
        else if (const auto* end = dynamic_cast<const FreeContent*>(step.node->content.get()))
            body(end->address, false);
    }
}

void allocate_now(Runtime& runtime, const AllocationContent& node, const char* api,
                  const WorkPlace& place) {
    exec::Device* device = runtime.device_if_created();
    if (device == nullptr || runtime.device_lost()) return;
    const std::uint64_t bytes = node.request.bytes;
    if (!device->memory().resume(node.address)) {
        exec::Fault fault;
        fault.kind = exec::FaultKind::api_misuse;
        fault.tool = exec::Tool::memcheck;
        fault.message = fmt::format("A memory node of a graph found no {} bytes free", bytes);
        fault.detail = fmt::format(
            "{} of {} bytes are used (WORKBOOK_MEMORY sets the device's size)",
            device->memory().used_bytes(static_cast<std::uint32_t>(node.request.device)),
            device->memory().total_bytes());
        runtime.trace.report(std::move(fault));
        runtime.fault_happened(cudaErrorMemoryAllocation);
        return;
    }
    device->memory().set_users(node.address, node.request.users, 0);
    runtime.graph_memory.map(node.address);
    device->notify_birth({api, place.queue, place.number, place.after}, node.address, bytes);
}

void free_now(Runtime& runtime, std::uint64_t address) {
    exec::Device* device = runtime.device_if_created();
    GraphMemoryRange* range = runtime.graph_memory.find(address);
    if (device == nullptr || range == nullptr) return;
    device->memory().suspend(address);
    if (!range->orphaned || range->allocated) return;
    device->memory().free(address);
    runtime.graph_memory.forget(address);
}

Work work_of_free(Runtime& runtime, std::uint64_t address, const char* api) {
    return {.name = api, .run = [&runtime, address, api](const WorkPlace& place) {
                if (exec::Device* device = runtime.device_if_created())
                    runtime.begin_work(*device, place, api, true);
                free_now(runtime, address);
                return nanoseconds_of_event;
            }};
}

void record(Call& call, std::string_view type, std::uint64_t address, std::uint64_t bytes,
            int device, cudaStream_t stream) {
    nlohmann::json event = {
        {field::type, type},       {field::api, call.api},
        {field::address, address}, {field::bytes, bytes},
        {field::device, device},   {field::error, static_cast<int>(cudaSuccess)}};
    call.runtime.note_order(event, stream);
    call.runtime.record(std::move(event));
}

} // namespace

AllocationContent::~AllocationContent() {
    GraphMemoryRange* range = runtime.graph_memory.find(address);
    if (range == nullptr) return;
    range->orphaned = true;
    exec::Device* device = runtime.device_if_created();
    // What a launch allocated stays until it is freed, and so does what has not run yet.
    const auto there = device == nullptr ? std::nullopt : device->memory().find(address);
    if (range->allocated || (there && !there->suspended)) return;
    if (device != nullptr) device->memory().free(address);
    runtime.graph_memory.forget(address);
}

FreeContent::~FreeContent() {
    if (GraphMemoryRange* range = runtime.graph_memory.find(address)) range->has_free_node = false;
}

cudaError_t AllocationContent::make_work(Call& call, cudaStream_t stream, Work& work) const {
    record(call, event_type::allocate, address, request.bytes, request.device, stream);
    // A launch may outlive the graph: the work keeps what it needs.
    work = {.name = call.api,
            .run = [self = shared_from_this(), api = call.api](const WorkPlace& place) {
                allocate_now(self->runtime, *self, api, place);
                return nanoseconds_of_event;
            }};
    return cudaSuccess;
}

cudaError_t FreeContent::make_work(Call& call, cudaStream_t stream, Work& work) const {
    const GraphMemoryRange* range = call.runtime.graph_memory.find(address);
    if (range == nullptr)
        return call.fail(cudaErrorInvalidValue,
                         "the memory that a node of the graph frees is gone with its graph");
    record(call, event_type::free, address, range->bytes, range->device, stream);
    work = work_of_free(call.runtime, address, call.api);
    return cudaSuccess;
}

void AllocationContent::before(Call& /*call*/, QueueId /*queue*/) const {
    runtime.graph_memory.find(address)->allocated = true;
}

void FreeContent::before(Call& call, QueueId /*queue*/) const {
    if (GraphMemoryRange* range = call.runtime.graph_memory.find(address)) range->allocated = false;
}

std::string AllocationContent::describe(Call& /*call*/) const {
    return fmt::format("allocate\n{} bytes at {:#x}", request.bytes, address);
}

std::string FreeContent::describe(Call& /*call*/) const {
    return fmt::format("free\n{:#x}", address);
}

cudaError_t content_of(Call& call, const MemoryRequest& request,
                       std::shared_ptr<const AllocationContent>& content) {
    if (request.bytes == 0)
        return call.fail(cudaErrorInvalidValue, "a memory node allocates at least one byte");
    exec::Memory& memory = call.memory();
    const auto address =
        memory.allocate(request.bytes, call.api, static_cast<std::uint32_t>(request.device));
    if (!address)
        return call.fail(cudaErrorMemoryAllocation,
                         fmt::format("{} was asked for {} bytes of {} (WORKBOOK_MEMORY sets the "
                                     "device's size)",
                                     call.api, request.bytes, memory.total_bytes()));
    memory.suspend(*address);
    call.runtime.allocation_places.note(*address);
    call.runtime.graph_memory.add(*address, {request.bytes, request.device});
    auto made = std::make_shared<AllocationContent>(call.runtime);
    made->request = request;
    made->address = *address;
    content = std::move(made);
    return cudaSuccess;
}

cudaError_t request_of(Call& call, const cudaMemPoolProps& pool,
                       const cudaMemAccessDesc* descriptions, std::size_t count,
                       std::uint64_t bytes, MemoryRequest& request) {
    if (pool.allocType != cudaMemAllocationTypePinned ||
        pool.location.type != cudaMemLocationTypeDevice || !call.has_device(pool.location.id) ||
        pool.handleTypes != cudaMemHandleTypeNone)
        return call.fail(cudaErrorInvalidValue,
                         "a memory node needs allocType cudaMemAllocationTypePinned, the location "
                         "of a device, and no handle types");
    request = {bytes, pool.location.id, 1u << pool.location.id};
    for (std::size_t index = 0; index < count; ++index) {
        const auto wanted = host_program().get<cudaMemAccessDesc>(
            reinterpret_cast<std::uint64_t>(descriptions + index));
        if (!wanted || wanted->location.type != cudaMemLocationTypeDevice ||
            !call.has_device(wanted->location.id))
            return call.fail(cudaErrorInvalidValue,
                             "access to a memory node's memory is a device's");
        if (wanted->flags == cudaMemAccessFlagsProtReadWrite)
            request.users |= 1u << wanted->location.id;
    }
    return cudaSuccess;
}

cudaError_t content_of_free(Call& call, const void* pointer,
                            std::shared_ptr<const NodeContent>& content) {
    const auto address = reinterpret_cast<std::uint64_t>(pointer);
    GraphMemoryRange* range = call.runtime.graph_memory.find(address);
    if (range == nullptr)
        return call.fail(cudaErrorInvalidValue,
                         fmt::format("{} was given {:#x}, which no memory node of a graph has: a "
                                     "graph frees what graphs allocate",
                                     call.api, address));
    if (std::exchange(range->has_free_node, true))
        return call.fail(cudaErrorInvalidValue,
                         fmt::format("another node of a graph frees {:#x} already", address));
    auto made = std::make_shared<FreeContent>(call.runtime);
    made->address = address;
    content = std::move(made);
    return cudaSuccess;
}

cudaError_t refuse_single(Call& call, const CUgraph_st& graph) {
    if (!is_single(graph)) return cudaSuccess;
    return call.fail(cudaErrorNotSupported,
                     fmt::format("{} was given a graph with memory nodes or conditional nodes, "
                                 "which belong to that one graph: it cannot be copied or made a "
                                 "child",
                                 call.api));
}

cudaError_t refuse_memory_nodes(Call& call, const CUgraph_st& graph) {
    if (!has_memory_nodes(graph)) return cudaSuccess;
    return call.fail(cudaErrorNotSupported,
                     fmt::format("{} was given a graph with memory nodes, which keeps its nodes "
                                 "and edges",
                                 call.api));
}

cudaError_t check_ready_once(Call& call, const CUgraph_st& graph) {
    if (!is_single(graph)) return cudaSuccess;
    bool is_ready = false;
    call.runtime.graphs.for_each_exec([&](const CUgraphExec_st& exec) {
        for (const auto& node : graph.nodes) is_ready |= find_copy(*exec.graph, *node) != nullptr;
    });
    if (!is_ready) return cudaSuccess;
    return call.fail(cudaErrorNotSupported,
                     "a graph with memory or conditional nodes can be made ready only once at a "
                     "time: destroy the "
                     "executable graph that was made of it (cudaGraphExecDestroy)");
}

cudaError_t begin_launch(Call& call, const CUgraphExec_st& exec, QueueId queue) {
    GraphMemoryRanges& memory = call.runtime.graph_memory;
    const bool frees_itself = (exec.flags & cudaGraphInstantiateFlagAutoFreeOnLaunch) != 0;
    std::map<std::uint64_t, bool> allocated; // as the steps so far leave it
    std::vector<std::uint64_t> left_over;
    cudaError_t error = cudaSuccess;
    for_each_memory_step(exec, [&](std::uint64_t address, bool allocates) {
        const GraphMemoryRange* range = memory.find(address);
        if (error != cudaSuccess || range == nullptr) return; // make_work() says so
        const auto [place, is_first] = allocated.emplace(address, range->allocated);
        if (allocates && is_first && place->second && frees_itself) {
            left_over.push_back(address);
        } else if (place->second == allocates) {
            error = call.fail(
                cudaErrorInvalidValue,
                allocates
                    ? fmt::format("the {} bytes at {:#x} that an earlier launch allocated have not "
                                  "been freed: free them before the next launch, or make the graph "
                                  "ready with cudaGraphInstantiateFlagAutoFreeOnLaunch",
                                  range->bytes, address)
                    : fmt::format("the graph frees the memory at {:#x}, which is not allocated",
                                  address));
        }
        place->second = allocates;
    });
    if (error != cudaSuccess) return error;
    for (const std::uint64_t address : left_over) {
        memory.find(address)->allocated = false;
        submit(call, queue, work_of_free(call.runtime, address, call.api));
    }
    return cudaSuccess;
}

cudaError_t release_graph_memory(Call& call, std::uint64_t address, std::optional<QueueId> queue) {
    GraphMemoryRange& range = *call.runtime.graph_memory.find(address);
    if (!range.allocated)
        return call.fail(cudaErrorInvalidValue,
                         fmt::format("{} was given memory of a graph's node that no launch has "
                                     "allocated, or that was freed since",
                                     call.api));
    range.allocated = false;
    call.runtime.record({{field::type, event_type::free},
                         {field::api, call.api},
                         {field::address, address},
                         {field::bytes, range.bytes},
                         {field::error, static_cast<int>(cudaSuccess)}});
    if (queue)
        submit(call, *queue, work_of_free(call.runtime, address, call.api));
    else
        free_now(call.runtime, address);
    return cudaSuccess;
}

} // namespace vgpu::runtime
