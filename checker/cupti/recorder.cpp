#include "cupti/recorder.hpp"

#include "vgpu/ptx/demangle.hpp"
#include "wire/trace_fields.hpp"

#include <cstdlib>
#include <string_view>

namespace workbook::cupti {

namespace field = workbook::wire::trace_field;
namespace event_type = workbook::wire::trace_event;

namespace {

using nlohmann::json;

constexpr std::size_t most_event_bytes = 64 << 20;

std::uint64_t number(const void* pointer) { return reinterpret_cast<std::uintptr_t>(pointer); }

std::string dump(const json& value) {
    return value.dump(-1, ' ', false, json::error_handler_t::replace);
}

std::string member(std::string_view name, const std::string& value) {
    return '"' + std::string(name) + "\":" + value;
}

// A program compiled for per-thread default streams calls functions of its own.
std::string plain_name(std::string_view api) {
    for (const std::string_view suffix : {"_ptsz", "_ptds"})
        if (api.ends_with(suffix)) api.remove_suffix(suffix.size());
    return std::string(api);
}

const char* name_of(cudaMemcpyKind kind) {
    switch (kind) {
    case cudaMemcpyHostToHost:
        return "cudaMemcpyHostToHost";
    case cudaMemcpyHostToDevice:
        return "cudaMemcpyHostToDevice";
    case cudaMemcpyDeviceToHost:
        return "cudaMemcpyDeviceToHost";
    case cudaMemcpyDeviceToDevice:
        return "cudaMemcpyDeviceToDevice";
    case cudaMemcpyDefault:
        return "cudaMemcpyDefault";
    }
    return "invalid";
}

// Managed memory is where the program says it is.
bool on_device(Place place, bool asked_for_device) {
    return place == Place::device || (place == Place::managed && asked_for_device);
}

const char* direction(const RuntimeCall& call, const Recorder::Places& places) {
    const bool from_device = on_device(places.source, call.kind == cudaMemcpyDeviceToHost ||
                                                          call.kind == cudaMemcpyDeviceToDevice ||
                                                          call.kind == cudaMemcpyDefault);
    const bool to_device =
        on_device(places.destination, call.kind == cudaMemcpyHostToDevice ||
                                          call.kind == cudaMemcpyDeviceToDevice ||
                                          call.kind == cudaMemcpyDefault);
    return workbook::wire::direction_of_copy(from_device, to_device);
}

} // namespace

void Recorder::begin() {
    events_.clear();
    truncated_ = false;
}

void Recorder::add_event(const json& event) {
    if (truncated_) return;
    const std::string text = dump(event);
    if (events_.size() + text.size() > most_event_bytes) {
        truncated_ = true;
        return;
    }
    if (!events_.empty()) events_ += ',';
    events_ += text;
}

json Recorder::allocation(const RuntimeCall& call, int error) {
    std::uint64_t address = 0, bytes = call.bytes;
    if (error == 0) {
        address = number(*call.allocated);
        if (call.pitch != nullptr) bytes *= *call.pitch;
        allocated_[address] = bytes;
    }
    return {{field::type, event_type::allocate}, {field::address, address}, {field::bytes, bytes}};
}

json Recorder::release(const RuntimeCall& call, int error) {
    std::uint64_t bytes = 0;
    if (const auto known = allocated_.find(number(call.address));
        known != allocated_.end() && error == 0) {
        bytes = known->second;
        allocated_.erase(known);
    }
    return {{field::type, event_type::free},
            {field::address, number(call.address)},
            {field::bytes, bytes}};
}

void Recorder::add(const RuntimeCall& call, const char* api, const char* symbol, int error,
                   const Places& places, std::uint64_t static_shared_bytes) {
    json event;
    switch (call.what) {
    case RuntimeCall::What::allocate:
        event = allocation(call, error);
        break;
    case RuntimeCall::What::free:
        if (call.address == nullptr) return; // as if it had not been called
        event = release(call, error);
        break;
    case RuntimeCall::What::copy:
        if (call.bytes == 0) return;
        event = {{field::type, event_type::copy},
                 {field::requested, name_of(call.kind)},
                 {field::direction, direction(call, places)},
                 {field::destination, number(call.destination)},
                 {field::source, number(call.source)},
                 {field::bytes, call.bytes}};
        break;
    case RuntimeCall::What::set:
        if (call.bytes == 0) return;
        event = {{field::type, event_type::set},
                 {field::address, number(call.address)},
                 {field::bytes, call.bytes}};
        break;
    case RuntimeCall::What::synchronize:
        event = {{field::type, event_type::synchronize}};
        break;
    case RuntimeCall::What::launch:
        event = {{field::type, event_type::launch},
                 {field::kernel, vgpu::ptx::demangle(symbol == nullptr ? "" : symbol)},
                 {field::grid, {call.grid.x, call.grid.y, call.grid.z}},
                 {field::block, {call.block.x, call.block.y, call.block.z}},
                 {field::static_shared_bytes, static_shared_bytes},
                 {field::dynamic_shared_bytes, call.dynamic_shared_bytes},
                 {field::cooperative, call.cooperative},
                 {field::stream, number(call.stream)},
                 {field::counters, json::object()}};
        break;
    }
    event[field::api] = plain_name(api);
    event[field::error] = error;
    add_event(event);
}

const std::string& Recorder::end(const Driver* driver, const std::string& unavailable) {
    json device = {{field::kind, "gpu"}, {field::name, ""}, {field::compute_capability, {0, 0}}};
    if (driver != nullptr) {
        if (const auto error = driver->synchronize())
            add_event({{field::type, event_type::error},
                       {field::api, "workbook_trace_end"},
                       {field::error, error->code},
                       {field::name, error->name},
                       {field::message, "a kernel failed on the device: " + error->text}});
        if (const auto found = driver->device()) {
            device[field::name] = found->name;
            device[field::compute_capability] = {found->major, found->minor};
        }
    }
    text_ = '{' + member(field::device, dump(device));
    if (!unavailable.empty()) text_ += ',' + member(field::unavailable, dump(unavailable));
    const bool truncated = truncated_ || !unavailable.empty();
    text_ += ',' + member(field::truncated, truncated ? "true" : "false");
    text_ += ',' + member(field::events, '[' + events_ + ']');
    text_ += ',' + member(field::faults, "[]") + '}';
    events_.clear();
    return text_;
}

} // namespace workbook::cupti
