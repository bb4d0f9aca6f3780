#include "vgpu/runtime/runtime.hpp"

#include "vgpu/exec/textures.hpp"

#include "vgpu/runtime/allocations.hpp"
#include "vgpu/runtime/device_limits.hpp"
#include "vgpu/runtime/graph_nodes.hpp"
#include "wire/trace_fields.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <chrono>
#include <new>
#include <stdexcept>
#include <thread>

namespace vgpu::runtime {

namespace field = workbook::wire::trace_field;
namespace event_type = workbook::wire::trace_event;

namespace {

Runtime* the_runtime = nullptr;

// Counts one more as long as it lives.
class Counted {
  public:
    explicit Counted(std::atomic<int>& count) : count_(count) { ++count_; }
    ~Counted() { --count_; }
    Counted(const Counted&) = delete;
    Counted& operator=(const Counted&) = delete;

  private:
    std::atomic<int>& count_;
};

} // namespace

Runtime& Runtime::create(Settings settings) {
    the_runtime = new Runtime(std::move(settings));
    return *the_runtime;
}

Runtime& Runtime::instance() { return *the_runtime; }

exec::Device& Runtime::device() {
    if (device_) return *device_;
    exec::DeviceOptions options;
    options.memory_bytes = settings.memory_bytes;
    options.devices = static_cast<std::uint32_t>(settings.devices);
    options.sm_count = model.sm_count;
    options.clock_kilohertz = model.clock_kilohertz;
    options.schedule_seed = settings.schedule_seed;
    options.instruction_limit = settings.instruction_limit;
    options.sampling = settings.sampling;
    device_ = exec::Device::create(options);

    observe::Options wanted;
    wanted.checks = settings.checks;
    if (settings.trace_lines) wanted.checks.emplace("counters");
    wanted.lines = wanted.wants("counters");
    wanted.instructions = settings.trace_lines;
    wanted.arrays = settings.arrays;
    wanted.race_shadow_bytes = settings.race_memory_bytes;
    wanted.notice = [this](const std::string& text) {
        say(fmt::format("virtual GPU: {}\n", text));
        trace.add_event({{field::type, event_type::notice}, {field::message, text}});
    };
    observers_ = observe::Observers::create(wanted, trace);
    if (observers_) device_->add_observer(observers_);
    if (settings.sampling) {
        reach_ = std::make_shared<observe::Reach>();
        device_->add_observer(reach_);
    }
    // Memory of malloc in a kernel has no call of the host's.
    device_->set_allocation_place([this](const exec::Allocation& allocation) {
        const bool is_of_host =
            allocation.origin.starts_with("cuda") || allocation.origin.starts_with("cuMem");
        return is_of_host ? allocation_places.line(allocation.address) : "";
    });
    shared_file = device_->memory().shared_range().file;
    device_->memory().set_visibility(
        [this](std::uint64_t address, std::uint64_t bytes, bool visible) {
            if (visible)
                host_program().show(address, bytes);
            else
                host_program().hide(address, bytes);
            note_shared(address, bytes, visible);
        });
    device_->set_host_memory(
        [](std::uint64_t address) { return host_program().memory_at(address); });
    device_->set_print([this](std::string_view text) {
        trace.note_printed(text);
        host_program().print(1, text);
    });
    device_->set_error_print(say);
    device_->set_conditions([this](std::uint64_t handle, std::uint32_t value) {
        return graph_conditions.set(handle, value);
    });
    device_->set_device_runtime(&child_grids);
    device_->set_waiting([this] {
        if (polling_threads_ == 0 || waiting_calls == 0) return;
        mutex.unlock();
        std::this_thread::sleep_for(std::chrono::microseconds(50));
        mutex.lock();
    });
    return *device_;
}

// Only a checker needs this, and a program that shares no memory pays nothing for it.
void Runtime::note_shared(std::uint64_t address, std::uint64_t bytes, bool visible) {
    if (!is_watched) return;
    if (!host_reads_) {
        host_reads_ = std::make_shared<observe::HostReads>(
            [&memory = device_->memory()](std::uint64_t at) { return memory.host_view(at); },
            [this] { return given_values.known(); });
        device_->add_observer(host_reads_);
        device_->set_shared_watch(host_reads_.get());
    }
    if (visible)
        host_reads_->show(address, bytes);
    else
        host_reads_->hide(address);
}

// A kernel may wait for the host to write, and the host may call CUDA before it does: while the
// kernel only looks at memory the lock is free for calls.
void Runtime::run_pending() {
    if (exiting_) return;
    const Counted polls(polling_threads_);
    current_api = "polling";
    work.run_until(work.point_of_all());
}

void Runtime::begin_exit() {
    if (is_watched) return; // a checker ends its program itself, and wants to know what it did
    using Clock = std::chrono::steady_clock;
    exiting_ = true;
    // A host function of the program's can take for ever.
    const auto longest = Clock::now() + std::chrono::seconds(2);
    while (polling_threads_ != 0 && Clock::now() < longest) {
        if (device_) device_->request_stop();
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
}

observe::LaunchTraffic Runtime::last_traffic(const exec::LaunchCounters& executed) const {
    if (observers_) return observers_->last_launch(executed);
    observe::LaunchTraffic traffic;
    traffic.add(executed);
    return traffic;
}

void Runtime::keep_arrays(const observe::ArrayWish& wish) {
    if (observers_) observers_->keep_arrays(wish);
}

void Runtime::fault_happened(cudaError_t error) {
    if (!device_lost()) pending_ = error;
}

cudaError_t Runtime::surface() {
    if (sticky_ == cudaSuccess) sticky_ = std::exchange(pending_, cudaSuccess);
    return sticky_;
}

cudaError_t Runtime::use(int device) {
    if (sticky_ == cudaSuccess) in_use_ |= 1u << device;
    return sticky_ == cudaSuccess || lost_in_use(device) ? sticky_ : cudaErrorDevicesUnavailable;
}

cudaError_t Runtime::wait_for(const WorkPoint& point) {
    work.run_until(point);
    return surface();
}

void Runtime::begin_work(exec::Device& device, const WorkPlace& place, std::string name,
                         bool frees) {
    if (!work.several() && !child_grids.any()) return;
    device.begin_work({std::move(name), place.queue, place.number, place.after, frees});
}

void Runtime::finish_or_forget() {
    if (exiting_)
        program_ends();
    else
        work.run_all();
}

void Runtime::program_ends() {
    if (is_watched) return;
    const std::vector<std::string> kernels = work.drop();
    if (kernels.empty()) return;
    const std::size_t others = kernels.size() - 1;
    say(fmt::format("========= {} was launched but the program ended before it ran{}: call "
                    "cudaDeviceSynchronize() before the program ends\n",
                    kernels.front(),
                    others == 0   ? std::string()
                    : others == 1 ? " (and another launch)"
                                  : fmt::format(" (and {} other launches)", others)));
}

// Work that is pending runs first: cudaDeviceReset shows what kernels printed.
void Runtime::reset() {
    const int current = current_device_of_thread();
    while (!work.reached(work.point_of_device(current)))
        work.run_until(work.point_of_device(current));
    report_leaks(*this, current);
    surface();
    in_use_ &= ~(1u << current);
    set_last_error(cudaSuccess);
    streams.for_each_stream([&](const CUstream_st& stream) {
        if (stream.device == current) captures.stream_gone(stream.queue, graphs);
    });
    captures.clear(graphs, current);
    graphs.clear(current);
    graph_memory.for_each([&](std::uint64_t address, const GraphMemoryRange& range) {
        if (device_ && range.device == current) device().memory().free(address);
    });
    graph_memory.clear(current);
    streams.clear(current);
    std::erase_if(stream_attributes,
                  [&](const auto& entry) { return !streams.knows(entry.first.first); });
    std::erase_if(limits, [&](const auto& entry) { return entry.first.first == current; });
    peers[static_cast<std::size_t>(current)] = 0;
    pools.clear(current);
    arrays.clear(current);
    textures.clear(current, [&](std::uint64_t handle) { device().textures().remove(handle); });
    if (!device_) return;
    modules.unload_all(*device_, current);
    exec::Memory& memory = device().memory();
    const auto is_here = [&](std::uint64_t address) {
        const auto there = memory.find(address);
        return !there || there->owner == static_cast<std::uint32_t>(current);
    };
    std::erase_if(owned, [&](const auto& entry) {
        const auto& [address, kept] = entry;
        if (!is_here(address)) return false;
        if (kept.kind == MemoryKind::managed) managed.forget(address, kept.bytes);
        if (kept.kind != MemoryKind::registered) memory.free(address);
        return true;
    });
    registered.remove_if(memory, [&](const auto& range) { return is_here(range.device_begin); });
}

std::string Runtime::place_of_call() {
    return trace.wants_place() ? host_program().line_of(host_program().call_stack()) : "";
}

void Runtime::record(nlohmann::json event) {
    if (!trace.recording()) return;
    event[field::place] = place_of_call();
    trace.add_event(event);
}

void Runtime::note_order(nlohmann::json& event, const CUstream_st* stream) const {
    if (!settings.trace_lines || event.is_null()) return;
    event[field::stream] = streams.number_of(stream);
    event[field::non_blocking] = streams.is_apart(stream);
    event[field::device] = streams.device_of(stream, current_device_of_thread());
    if (!graph_place) return;
    event[field::graph] = graph_place->launch;
    event[field::branch] = graph_place->branch;
    event[field::after] = graph_place->after;
    event[field::node] = graph_place->node;
}

void Runtime::record_order(nlohmann::json event, const CUstream_st* stream) {
    if (!settings.trace_lines || !trace.recording()) return;
    note_order(event, stream);
    record(std::move(event));
}

std::optional<std::uint64_t> Runtime::limit(cudaLimit which, int device) const {
    const auto known = device_limit(model, which);
    if (!known) return std::nullopt;
    const auto changed = limits.find({device, which});
    return changed == limits.end() ? known->standard : changed->second;
}

cudaError_t Call::fail(cudaError_t error, std::string why) {
    explanation = std::move(why);
    return error;
}

namespace {

// The driver API has no last error, and leaves the runtime's alone.
cudaError_t keep_error(cudaError_t error) {
    return host_thread().driver_function == nullptr ? set_last_error(error) : error;
}

} // namespace

std::optional<cudaError_t> refuse_early(Call& call) {
    Runtime& runtime = call.runtime;
    if (host_thread().in_host_function)
        return finish(call, call.fail(cudaErrorNotPermitted,
                                      fmt::format("{} was called in a host function of a stream, "
                                                  "which must not call CUDA",
                                                  call.api)));
    runtime.current_api = call.api;
    if (const cudaError_t lost = runtime.use(Call::current_device()); lost != cudaSuccess)
        return keep_error(lost);
    if (runtime.captures.any() && is_unsafe_while_capturing(call.function))
        if (const cudaError_t refusal = refuse_while_capturing(call); refusal != cudaSuccess)
            return finish(call, refusal);
    if (runtime.is_watched)
        if (const cudaError_t refusal = runtime.watched.next(call.function); refusal != cudaSuccess)
            return finish(call, call.fail(refusal, "the checker had this call refused"));
    return std::nullopt;
}

cudaError_t check_stream(Call& call, cudaStream_t stream) {
    if (call.runtime.streams.knows(stream)) return cudaSuccess;
    return call.fail(cudaErrorInvalidResourceHandle,
                     fmt::format("{} was given a stream that {}", call.api,
                                 call.runtime.streams.was_destroyed(stream) ? "has been destroyed"
                                                                            : "does not exist"));
}

WorkId submit(Call& call, QueueId queue, Work work) {
    if (work.run && !work.on_host)
        work.run = [&runtime = call.runtime, body = std::move(work.run),
                    name = work.name](const WorkPlace& place) -> Lasting {
            try {
                return body(place);
            } catch (const std::exception& error) {
                runtime.fault_happened(cudaErrorLaunchFailure); // the report may throw in its turn
                runtime.trace.report_api_error(name.c_str(), cudaErrorLaunchFailure, error.what(),
                                               true);
                return 0;
            }
        };
    const std::uint64_t number = call.runtime.work.submit(queue, std::move(work));
    return {queue, number};
}

WorkId submit(Call& call, cudaStream_t stream, Work work) {
    return submit(call, call.runtime.streams.queue_of(stream, call.current_device()),
                  std::move(work));
}

cudaError_t wait_for_stream(Call& call, cudaStream_t stream) {
    Runtime& runtime = call.runtime;
    return runtime.wait_for(
        runtime.work.point(runtime.streams.queue_of(stream, call.current_device())));
}

void run_destructors(Call& call) {
    WorkQueues& work = call.runtime.work;
    for (const UserObjects::Due& due : call.runtime.user_objects.take_due()) {
        const bool waits = due.after && !work.reached(*due.after);
        const QueueId queue = work.create(Call::current_device(), false);
        if (waits) work.order_after(queue, *due.after);
        work.submit(queue, work_of_host_function(call.api, [due] {
                        host_program().run_host_function(due.destructor, due.data);
                    }));
        const WorkPoint point = work.point(queue);
        work.close(queue);
        if (!waits) work.run_until(point);
    }
}

cudaError_t finish(Call& call, cudaError_t error) {
    if (call.runtime.user_objects.is_any_due()) run_destructors(call);
    if (is_answer(error)) return error;
    keep_error(error);
    const bool unsupported = call.unsupported || (call.loud && error == cudaErrorNotSupported);
    call.runtime.trace.report_api_error(call.api, error, call.explanation, call.loud, unsupported,
                                        call.runtime.place_of_call());
    return error;
}

// Keeps exceptions of our own machinery out of the program, which may be C. Making room runs
// functions of the program's: what the body has found is not used any more.
cudaError_t run_guarded(Call& call, cudaError_t (*body)(Call&, void*), void* context) {
    try {
        const cudaError_t error = body(call, context);
        call.runtime.work.make_room();
        return error;
    } catch (const std::bad_alloc&) {
        return call.fail(cudaErrorMemoryAllocation, "the host has no memory left");
    } catch (const std::exception& error) {
        return call.fail(cudaErrorInitializationError, error.what());
    }
}

} // namespace vgpu::runtime
