#include "vgpu/runtime/watched_call.hpp"

#include "vgpu/runtime/runtime.hpp"
#include "wire/trace_fields.hpp"

#include <nlohmann/json.hpp>

#include <utility>
#include <vector>

namespace vgpu::runtime {

namespace field = workbook::wire::trace_field;

namespace {

using nlohmann::json;

constexpr std::size_t most_named = 20; // things that are left, of a kind

template <class Handle>
std::uint64_t number_of(const Handle* handle) {
    return reinterpret_cast<std::uint64_t>(handle);
}

// What is there now and was not there before.
std::vector<std::uint64_t> left_of(const std::set<std::uint64_t>& before,
                                   const std::set<std::uint64_t>& now) {
    std::vector<std::uint64_t> left;
    for (const std::uint64_t one : now)
        if (!before.contains(one) && left.size() < most_named) left.push_back(one);
    return left;
}

void add_left(json& left, const char* kind, const std::vector<std::uint64_t>& these,
              const std::map<std::uint64_t, std::string>& places, const Runtime& runtime) {
    for (const std::uint64_t one : these) {
        const auto place = places.find(one);
        json& object = left.emplace_back(
            json{{field::kind, kind}, {field::place, place == places.end() ? "" : place->second}});
        if (const auto owned = runtime.owned.find(one); owned != runtime.owned.end()) {
            object[field::bytes] = owned->second.bytes;
            if (owned->second.kind == MemoryKind::registered) object[field::kind] = "page lock";
            if (owned->second.kind == MemoryKind::pinned) object[field::kind] = "pinned memory";
            if (owned->second.kind == MemoryKind::managed) object[field::kind] = "managed memory";
            if (owned->second.kind == MemoryKind::array) object[field::kind] = "array";
        }
    }
}

} // namespace

cudaError_t refusal_of(std::string_view api) {
    using Row = std::pair<std::string_view, cudaError_t>;
    // Each row names the beginning of functions' names; longer ones come first.
    static constexpr Row rows[] = {
        {"cudaMallocHost", cudaErrorMemoryAllocation},
        {"cudaMalloc", cudaErrorMemoryAllocation},
        {"cudaHostAlloc", cudaErrorMemoryAllocation},
        {"cudaHostRegister", cudaErrorMemoryAllocation},
        {"cudaMemPoolCreate", cudaErrorMemoryAllocation},
        {"cudaStreamCreate", cudaErrorMemoryAllocation},
        {"cudaEventCreate", cudaErrorMemoryAllocation},
        {"cudaGraphCreate", cudaErrorMemoryAllocation},
        {"cudaGraphClone", cudaErrorMemoryAllocation},
        {"cudaGraphAdd", cudaErrorMemoryAllocation},
        {"cudaGraphInstantiate", cudaErrorMemoryAllocation},
        {"cudaGraphUpload", cudaErrorMemoryAllocation},
        {"cudaGraphLaunch", cudaErrorLaunchOutOfResources},
        {"cudaGraphExecUpdate", cudaErrorGraphExecUpdateFailure},
        {"cudaStreamBeginCapture", cudaErrorMemoryAllocation},
        {"cudaMemcpy", cudaErrorInvalidValue},
        {"cudaMemset", cudaErrorInvalidValue},
        {"cudaMemPrefetchAsync", cudaErrorInvalidValue},
        {"cudaMemAdvise", cudaErrorInvalidValue},
        {"cudaLaunch", cudaErrorLaunchOutOfResources},
        {"cudaEventRecord", cudaErrorInvalidResourceHandle},
        {"cudaEventElapsedTime", cudaErrorInvalidResourceHandle},
        {"cudaStreamWaitEvent", cudaErrorInvalidResourceHandle},
        {"cudaDeviceSynchronize", cudaErrorUnknown},
        {"cudaStreamSynchronize", cudaErrorUnknown},
        {"cudaEventSynchronize", cudaErrorUnknown},
        {"cudaGetDeviceProperties", cudaErrorInvalidDevice},
        {"cudaGetDeviceCount", cudaErrorNoDevice},
        {"cudaGetDevice", cudaErrorNoDevice},
        {"cudaSetDevice", cudaErrorInvalidDevice},
        {"cudaDeviceCanAccessPeer", cudaErrorInvalidDevice},
        {"cudaDeviceEnablePeerAccess", cudaErrorUnknown}, // above that of access that is open
        {"cudaDeviceGetAttribute", cudaErrorInvalidDevice},
        {"cudaFuncGetAttributes", cudaErrorInvalidDeviceFunction},
        {"cudaFuncSetAttribute", cudaErrorInvalidDeviceFunction},
        {"cudaOccupancy", cudaErrorInvalidDeviceFunction},
        {"cudaGetSymbol", cudaErrorInvalidSymbol},
        {"cudaLibraryLoad", cudaErrorInvalidKernelImage},
        {"cudaLibraryGetKernel", cudaErrorSymbolNotFound},
    };
    for (const auto& [beginning, error] : rows)
        if (api.starts_with(beginning)) return error;
    return cudaSuccess;
}

Inventory Inventory::of(const Runtime& runtime) {
    Inventory now;
    for (const auto& [address, memory] : runtime.owned)
        if (!memory.released) now.memory.insert(address);
    runtime.streams.for_each_stream(
        [&](const CUstream_st& stream) { now.streams.insert(number_of(&stream)); });
    runtime.streams.for_each_event(
        [&](const CUevent_st& event) { now.events.insert(number_of(&event)); });
    runtime.pools.for_each_created(
        [&](const CUmemPoolHandle_st& pool) { now.pools.insert(number_of(&pool)); });
    runtime.modules.for_each_library(
        [&](const Module& module) { now.libraries.insert(number_of(&module)); });
    runtime.graphs.for_each_graph(
        [&](const CUgraph_st& graph) { now.graphs.insert(number_of(&graph)); });
    runtime.graphs.for_each_exec(
        [&](const CUgraphExec_st& exec) { now.execs.insert(number_of(&exec)); });
    now.peers = runtime.peers;
    return now;
}

void WatchedCall::begin(const Runtime& runtime, std::uint32_t refuse) {
    *this = WatchedCall();
    refuse_ = refuse;
    before_ = Inventory::of(runtime);
}

cudaError_t WatchedCall::next(const char* api) {
    ++calls_[api];
    const cudaError_t refusal = refusal_of(api);
    if (refusal == cudaSuccess || ++refusable_ != refuse_) return cudaSuccess;
    refused_ = {api, refusal, host_program().line_of(host_program().call_stack())};
    return refusal;
}

void WatchedCall::ended(const Runtime& runtime) {
    device_ = current_device_of_thread();
    const Inventory now = Inventory::of(runtime);
    for (const auto kind :
         {&Inventory::memory, &Inventory::streams, &Inventory::events, &Inventory::pools,
          &Inventory::libraries, &Inventory::graphs, &Inventory::execs})
        for (const std::uint64_t one : left_of(before_.*kind, now.*kind))
            places_.try_emplace(one, runtime.allocation_places.line(one));
}

// Values that came to the device as those of variables, with the code that has them. The checker
// knows which code may bring any: each is counted apart.
static json brought_with_code(Runtime& runtime) {
    json all = json::array();
    for (const Modules::Brought& brought : runtime.modules.brought()) {
        runtime.given_values.count_anew();
        all.push_back(
            {{field::name, brought.name.substr(0, 4096)},
             {field::text, brought.text},
             {field::bytes, brought.values.size() + brought.more},
             {field::own_bytes, runtime.given_values.own_bytes(brought.values, 0) + brought.more}});
    }
    return all;
}

json WatchedCall::to_json(Runtime& runtime) const {
    json left = json::array();
    const Inventory now = Inventory::of(runtime);
    const auto add = [&](const char* kind, std::set<std::uint64_t> Inventory::*member) {
        add_left(left, kind, left_of(before_.*member, now.*member), places_, runtime);
    };
    add("memory", &Inventory::memory);
    add("stream", &Inventory::streams);
    add("event", &Inventory::events);
    add("memory pool", &Inventory::pools);
    add("library", &Inventory::libraries);
    add("graph", &Inventory::graphs);
    add("executable graph", &Inventory::execs);
    if (now.peers != before_.peers)
        left.push_back({{field::kind, "peer access"}, {field::place, ""}});
    if (device_ && *device_ != runtime.settings.current_device)
        left.push_back({{field::kind, "current device"}, {field::place, ""}});
    json object = {{field::calls, calls_},
                   {field::refusable, refusable_},
                   {field::left, std::move(left)},
                   {field::variables, brought_with_code(runtime)}};
    if (refused_)
        object[field::refused] = {{field::api, refused_->api},
                                  {field::error, static_cast<int>(refused_->error)},
                                  {field::name, error_name(refused_->error)},
                                  {field::place, refused_->place}};
    if (const observe::Reach* reach = runtime.reach()) {
        json rows = json::array();
        for (const observe::Reach::Row& row : reach->rows())
            rows.push_back(
                {{field::address, row.address}, {field::bytes, row.bytes}, {field::end, row.end}});
        object[field::reach] = {{field::cut, reach->was_cut()},
                                {field::allocations, std::move(rows)}};
    }
    return object;
}

} // namespace vgpu::runtime
