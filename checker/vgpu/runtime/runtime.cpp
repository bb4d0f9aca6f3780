#include "vgpu/runtime/runtime.hpp"

#include "vgpu/runtime/allocations.hpp"
#include "vgpu/runtime/host_access.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <cstdio>
#include <new>
#include <stdexcept>

namespace vgpu::runtime {

Runtime& Runtime::instance() {
    static Runtime& runtime = *new Runtime;
    return runtime;
}

exec::Device& Runtime::device() {
    if (device_) return *device_;
    exec::DeviceOptions options;
    options.memory_bytes = settings.memory_bytes;
    options.sm_count = model.sm_count;
    options.schedule_seed = settings.schedule_seed;
    device_ = exec::Device::create(options);

    observe::Options wanted;
    wanted.race = settings.wants("racecheck");
    wanted.initialised = settings.wants("initcheck");
    wanted.traffic = wanted.lines = settings.wants("counters");
    wanted.race_shadow_bytes = settings.race_memory_bytes;
    wanted.notice = [this](const std::string& text) {
        fmt::print(stderr, "virtual GPU: {}\n", text);
        trace.add_event({{"type", "notice"}, {"message", text}});
    };
    if (wanted.race || wanted.initialised || wanted.traffic) {
        observers_ = observe::Observers::create(wanted, trace);
        device_->add_observer(observers_);
    }
    install_host_access_handler();
    return *device_;
}

observe::LaunchTraffic Runtime::last_traffic(const exec::LaunchCounters& executed) const {
    if (observers_) return observers_->last_launch(executed);
    observe::LaunchTraffic traffic;
    traffic.total.warp_instructions = executed.warp_instructions;
    traffic.total.thread_instructions = executed.thread_instructions;
    traffic.total.active_lane_sum = executed.thread_instructions;
    return traffic;
}

void Runtime::fault_happened(cudaError_t error) {
    if (!device_lost()) pending_ = error;
}

cudaError_t Runtime::wait() {
    if (sticky_ == cudaSuccess) sticky_ = std::exchange(pending_, cudaSuccess);
    return sticky_;
}

void Runtime::reset() {
    report_leaks(*this);
    pending_ = sticky_ = cudaSuccess;
    last_error() = cudaSuccess;
    streams.clear();
    limits.clear();
    if (!device_) return;
    modules.unload_all(*device_);
    for (const auto& [address, memory] : owned) device_->memory().free(address);
    owned.clear();
}

cudaError_t Call::fail(cudaError_t error, std::string why) {
    explanation = std::move(why);
    return error;
}

cudaError_t& last_error() {
    thread_local cudaError_t error = cudaSuccess;
    return error;
}

cudaError_t finish(Call& call, cudaError_t error) {
    if (is_answer(error)) return error;
    last_error() = error;
    call.runtime.trace.report_api_error(call.api, error, call.explanation, call.loud);
    return error;
}

// Keeps exceptions of our own machinery out of the program, which may be C.
cudaError_t run_guarded(Call& call, cudaError_t (*body)(Call&, void*), void* context) {
    try {
        return body(call, context);
    } catch (const std::bad_alloc&) {
        return call.fail(cudaErrorMemoryAllocation, "the host has no memory left");
    } catch (const std::exception& error) {
        return call.fail(cudaErrorInitializationError, error.what());
    }
}

} // namespace vgpu::runtime
