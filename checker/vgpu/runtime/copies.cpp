// What happens to a copy or set in its stream: when it runs, and whether the call waits for it.
#include "vgpu/runtime/copies.hpp"

#include "vgpu/runtime/copy_checks.hpp"
#include "vgpu/runtime/graph_nodes.hpp"
#include "vgpu/runtime/transfer.hpp"
#include "wire/trace_fields.hpp"

#include <nlohmann/json.hpp>

#include <set>

namespace vgpu::runtime {

namespace field = workbook::wire::trace_field;
namespace event_type = workbook::wire::trace_event;

namespace {

using Place = Pointer::Place;

// A copy between two devices that names no stream comes after what both were given, and what they
// are given later comes after it (CUDA C++ programming guide, "Peer-to-Peer Memory Copy"). On two
// H200s this holds for the default streams and for blocking streams, not for others (asked on
// 2026-11-29).
std::set<int> devices_to_hold(const CopyRequest& request, const Pointer& source,
                              const Pointer& destination) {
    if (request.asynchronous || source.place != Place::device || destination.place != Place::device)
        return {};
    const std::set<int> devices = {static_cast<int>(source.allocation->owner),
                                   static_cast<int>(destination.allocation->owner),
                                   Call::current_device()};
    return devices.size() == 1 ? std::set<int>() : devices;
}

// A copy without a stream is in the default stream of the device that owns the memory, even if
// another device is current.
int device_of(const CopyRequest& request, const Pointer& source, const Pointer& destination) {
    if (!request.asynchronous)
        for (const Pointer* it : {&destination, &source})
            if (it->place == Place::device) return static_cast<int>(it->allocation->owner);
    return Call::current_device();
}

// sent: the call waits for its stream and takes the bytes, but returns before all have arrived. An
// H200 gives a stream that nothing orders the old bytes (asked on 2026-11-29).
enum class Waiting { never, staged, sent, until_done };

// CUDA Runtime API, "API synchronization behavior".
Waiting waiting_of(const CopyRequest& request, const Pointer& source, const Pointer& destination) {
    const auto pinned = [](const Pointer& it) { return it.place == Place::both && !it.managed; };
    const auto on_host = [&](const Pointer& it) { return it.place == Place::host || pinned(it); };
    if (on_host(source) && on_host(destination)) return Waiting::until_done;
    if (!request.asynchronous) {
        if (destination.place != Place::device) return Waiting::until_done;
        if (source.place == Place::device) return Waiting::never;
        return source.place == Place::host && source.pageable ? Waiting::sent : Waiting::until_done;
    }
    if (destination.place == Place::host && destination.pageable) return Waiting::until_done;
    if (source.place == Place::host && source.pageable) return Waiting::staged;
    if (request.reads_at_once && source.place != Place::device) return Waiting::staged;
    return Waiting::never;
}

// The copy's event for the trace; null if the trace does not record.
nlohmann::json event_of(Call& call, const CopyRequest& request, const Pointer& source,
                        const Pointer& destination, cudaError_t error) {
    if (!call.runtime.trace.recording()) return {};
    const KindRow* row = row_of(request.kind);
    return {{field::type, event_type::copy},
            {field::api, call.api},
            {field::requested, row == nullptr ? "invalid" : row->name},
            {field::direction, direction_of(source, destination, row)},
            {field::destination, destination.address},
            {field::source, source.address},
            {field::bytes, request.box.bytes()},
            {field::stream, call.runtime.streams.number_of(request.stream)},
            {field::error, static_cast<int>(error)},
            {field::of_symbol,
             !describe_symbol(call, source).empty() || !describe_symbol(call, destination).empty()},
            {field::place, call.runtime.place_of_call()}};
}

std::shared_ptr<Transfer> transfer_of(Call& call, CopyRequest request, const Pointer& source,
                                      const Pointer& destination, const char* api,
                                      nlohmann::json event, Trace::Ticket ticket) {
    auto transfer = std::make_shared<Transfer>();
    if (call.runtime.settings.sampling) request.box = first_period(request.box);
    transfer->event = std::move(event);
    transfer->ticket = ticket;
    transfer->api = api;
    transfer->box = request.box;
    transfer->source = {source, source.address, extent(request.box, request.from), request.from,
                        "read"};
    transfer->destination = {destination, destination.address, extent(request.box, request.to),
                             request.to, "write"};
    return transfer;
}

Work work_of(Call& call, const std::shared_ptr<Transfer>& transfer) {
    return {
        .name = transfer->api,
        .run =
            [&runtime = call.runtime, device = call.runtime.device_if_created(), transfer](
                const WorkPlace& place) { return move_bytes(runtime, device, *transfer, place); },
        .began = [&runtime = call.runtime, transfer](
                     std::uint64_t begin) { runtime.trace.add_begin(transfer->ticket, begin); }};
}

// A call that waits has no place in a graph.
cudaError_t refuse_waiting(Call& call, cudaStream_t stream, bool asynchronous,
                           const Capture* capture) {
    if (asynchronous || !call.runtime.captures.any()) return cudaSuccess;
    return capture != nullptr ? refuse_capture(call, stream) : refuse_while_capturing(call);
}

} // namespace

cudaError_t refuse_arrays_in_graph(Call& call) {
    call.loud = true;
    return call.fail(cudaErrorNotSupported,
                     "the virtual GPU's graphs have no copies from or to arrays yet");
}

cudaError_t check(Call& call, const CopyRequest& request, Pointer& source, Pointer& destination) {
    source = classify(call, request.source, request.from_array);
    destination = classify(call, request.destination, request.to_array);
    return check_copy(call, request, row_of(request.kind), source, destination);
}

Work work_of_copy(Call& call, const CopyRequest& request, const Pointer& source,
                  const Pointer& destination, const char* api) {
    nlohmann::json event = event_of(call, request, source, destination, cudaSuccess);
    call.runtime.note_order(event, request.stream);
    const Trace::Ticket ticket = call.runtime.trace.add_event(event);
    const auto transfer =
        transfer_of(call, request, source, destination, api, std::move(event), ticket);
    transfer->of_graph = true;
    return work_of(call, transfer);
}

cudaError_t copy(Call& call, CopyRequest request) {
    Capture* capture = nullptr;
    if (const cudaError_t error = check_stream(call, request.stream, capture); error != cudaSuccess)
        return error;
    if (const cudaError_t error =
            refuse_waiting(call, request.stream, request.asynchronous, capture);
        error != cudaSuccess)
        return error;
    if (request.box.empty()) return cudaSuccess;

    Pointer source, destination;
    call.makes_node = capture != nullptr;
    const cudaError_t error = check(call, request, source, destination);
    if (capture != nullptr) {
        if (error != cudaSuccess) return error;
        if (request.to_array || request.from_array) return refuse_arrays_in_graph(call);
        auto content = std::make_shared<CopyContent>();
        content->request = request;
        content->source = source;
        content->destination = destination;
        content->api = call.api;
        return capture_node(call, *capture, request.stream, cudaGraphNodeTypeMemcpy,
                            std::move(content));
    }
    nlohmann::json event = event_of(call, request, source, destination, error);
    if (call.runtime.settings.trace_lines && !event.is_null() && error == cudaSuccess) {
        call.runtime.note_order(event, request.stream);
        event[field::waits] = waiting_of(request, source, destination) >= Waiting::sent;
    }
    const Trace::Ticket ticket = call.runtime.trace.add_event(event);
    if (error != cudaSuccess) return error;

    const auto transfer =
        transfer_of(call, request, source, destination, call.api, std::move(event), ticket);
    Waiting waiting = waiting_of(request, source, destination);
    if (waiting == Waiting::staged) {
        constexpr std::uint64_t most_staged = 64ull << 20;
        if (transfer->box.bytes() > most_staged)
            waiting = Waiting::until_done; // a GPU's driver does so too, for less
        else
            stage(*transfer);
    }
    transfer->returns_early = waiting == Waiting::sent;
    const std::set<int> devices = devices_to_hold(request, source, destination);
    WorkQueues& work = call.runtime.work;
    const QueueId here = call.runtime.streams.queue_of(request.stream, Call::current_device());
    const QueueId queue =
        call.runtime.streams.queue_of(request.stream, device_of(request, source, destination));
    if (queue != here) work.order_after(queue, work.point(here));
    for (const int held : devices) work.order_after(queue, work.point(work.legacy(held)));
    if (waiting == Waiting::sent) work.run_until(work.point(queue));
    submit(call, queue, work_of(call, transfer));
    for (const int held : devices) work.order_device_after(held, work.point(queue));
    if (waiting == Waiting::sent) {
        work.run_unordered(work.point(queue));
        return call.runtime.surface();
    }
    return waiting == Waiting::until_done ? call.runtime.wait_for(work.point(queue)) : cudaSuccess;
}

cudaError_t check(Call& call, const SetRequest& request, Pointer& destination) {
    destination = classify(call, request.destination);
    return check_set(call, request, destination);
}

Work work_of_set(Call& call, const SetRequest& request, const Pointer& destination,
                 const char* api) {
    nlohmann::json event = {{field::type, event_type::set},
                            {field::api, call.api},
                            {field::address, destination.address},
                            {field::bytes, request.box.bytes()},
                            {field::own_bytes, request.value == 0 ? 0 : request.element},
                            {field::error, 0}};
    call.runtime.note_order(event, request.stream);
    if (call.runtime.settings.trace_lines)
        event[field::waits] = destination.place == Place::both && !request.asynchronous;
    call.runtime.record(std::move(event));
    const Side side = {destination, destination.address, extent(request.box, request.to),
                       request.to, "write"};
    const Box box = call.runtime.settings.sampling ? first_period(request.box) : request.box;
    return {.name = api,
            .run = [&runtime = call.runtime, &device = call.device(), side, box,
                    value = request.value, element = request.element, api](const WorkPlace& place) {
                return set_bytes(runtime, device, side, box, value, element, api, place);
            }};
}

cudaError_t set(Call& call, SetRequest request) {
    Capture* capture = nullptr;
    if (const cudaError_t error = check_stream(call, request.stream, capture); error != cudaSuccess)
        return error;
    if (capture != nullptr && !request.asynchronous) return refuse_capture(call, request.stream);
    if (request.box.empty()) return cudaSuccess;
    Pointer destination;
    call.makes_node = capture != nullptr;
    if (const cudaError_t error = check(call, request, destination); error != cudaSuccess) {
        call.runtime.record({{field::type, event_type::set},
                             {field::api, call.api},
                             {field::address, destination.address},
                             {field::bytes, request.box.bytes()},
                             {field::error, static_cast<int>(error)}});
        return error;
    }
    if (capture != nullptr) {
        auto content = std::make_shared<SetContent>();
        content->request = request;
        content->destination = destination;
        content->api = call.api;
        return capture_node(call, *capture, request.stream, cudaGraphNodeTypeMemset,
                            std::move(content));
    }
    submit(call, request.stream, work_of_set(call, request, destination, call.api));
    // For memory that the host can see, all but the asynchronous functions wait.
    const bool waits = destination.place == Place::both && !request.asynchronous;
    return waits ? wait_for_stream(call, request.stream) : cudaSuccess;
}

} // namespace vgpu::runtime
