#include "vgpu/engine/control.hpp"

#include "vgpu/engine/connection.hpp"
#include "vgpu/exec/device_memory.hpp"
#include "vgpu/exec/sampling.hpp"
#include "vgpu/runtime/activity.hpp"
#include "vgpu/runtime/allocations.hpp"
#include "vgpu/runtime/errors.hpp"
#include "vgpu/runtime/runtime.hpp"
#include "wire/trace_source.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstring>
#include <stdexcept>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>

namespace vgpu::engine {
namespace {

namespace wire = workbook::wire;

static_assert(wire::fresh_memory_word == exec::poison_word,
              "the harness recognises fresh memory by the word that exec fills it with");

static_assert(wire::long_array_period == exec::period,
              "copies between long arrays of the host and the device move one period");

using runtime::Call;
using runtime::Runtime;

wire::CudaError describe(cudaError_t code) {
    wire::CudaError error;
    error.code = code;
    if (code == cudaSuccess) return error;
    std::snprintf(error.name, sizeof error.name, "%s", runtime::error_name(code));
    std::snprintf(error.message, sizeof error.message, "%s", runtime::error_text(code));
    return error;
}

void fail(wire::EngineReply& reply, const char* what, cudaError_t error) {
    if (reply.failed != 0) return;
    reply.failed = 1;
    std::snprintf(reply.text, sizeof reply.text, "%s: %s (%s)", what, runtime::error_name(error),
                  runtime::error_text(error));
}

// An empty array is not on the device: it is a null pointer, as cudaMalloc(0) gives.
bool is_on_device(const wire::CallArray& array) {
    return array.bytes != 0 && array.host_address == 0;
}

} // namespace

Control::Control() {
    wire::Setup setup;
    if (recv(wire::engine_control_descriptor, &setup, sizeof setup, 0) != sizeof setup ||
        setup.version != wire::engine_version)
        throw std::runtime_error("no checker of this version has started this engine");
    setup.profile[sizeof setup.profile - 1] = 0;
    if (setup.profile[0] != 0) settings_.profile = setup.profile;
    setup.other_profile[sizeof setup.other_profile - 1] = 0;
    settings_.other_profile = setup.other_profile;
    settings_.schedule_seed = setup.schedule_seed;
    settings_.trace_lines = setup.count_lines != 0;
    settings_.arrays = setup.keep_arrays != 0;
    settings_.trace_file = std::to_string(wire::engine_fault_log_descriptor);
    settings_.text_key = setup.text_key;
    settings_.devices = setup.devices;
    settings_.current_device = static_cast<int>(setup.current_device);
    settings_.peer_access = setup.no_peer_access == 0;
    if (setup.sampling != 0) {
        settings_.sampling = true;
        settings_.memory_bytes = 512ull << 30;
        settings_.checks = {"memcheck"};
        settings_.instruction_limit = exec::most_instructions;
    }
    runtime::host_thread().device = settings_.current_device; // the checker's arrays are there
    exchange_bytes_ = setup.exchange_bytes;
    void* place = mmap(nullptr, exchange_bytes_, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE,
                       wire::engine_exchange_descriptor, 0);
    if (place == MAP_FAILED) throw std::runtime_error("the checker's memory cannot be mapped");
    exchange_ = static_cast<std::byte*>(place);
    runtime::Activity::set_board(reinterpret_cast<wire::Board*>(exchange_));
}

std::byte* Control::at(std::uint64_t offset, std::uint64_t bytes) const {
    if (offset > exchange_bytes_ || bytes > exchange_bytes_ - offset)
        throw std::runtime_error("a request names memory that is not there");
    return exchange_ + offset;
}

void Control::tell_memory() const {
    struct stat file {};
    const int shared = Runtime::instance().shared_file;
    if (shared < 0 || fstat(shared, &file) != 0) return;
    auto& board = *reinterpret_cast<wire::Board*>(exchange_);
    std::atomic_ref(board.shared_bytes)
        .store(static_cast<std::uint64_t>(file.st_blocks) * 512 + LentStaging::bytes(),
               std::memory_order_relaxed);
}

bool Control::serve() {
    wire::EngineRequest request;
    if (recv(wire::engine_control_descriptor, &request, sizeof request, 0) != sizeof request ||
        request.array_count > wire::most_arguments)
        return false;
    wire::EngineReply reply;
    if (request.kind == wire::EngineRequestKind::begin)
        begin(request, reply);
    else
        end(request, reply);
    return send(wire::engine_control_descriptor, &reply, sizeof reply, MSG_NOSIGNAL) ==
           sizeof reply;
}

// Releases the last call's arrays. They stay until now, so that a call can have its arrays at the
// same addresses.
void Control::release_arrays(Call& call, const wire::EngineRequest& request) {
    for (std::size_t i = 0; i < arrays_.size(); ++i) {
        Array& array = arrays_[i];
        const bool stays = request.same_place != 0 && i < request.array_count &&
                           array.bytes == request.arrays[i].bytes &&
                           array.lead == request.arrays[i].lead;
        if (stays || array.address == 0) continue;
        if (call.memory().contains(array.address, 1))
            runtime::release(call, reinterpret_cast<void*>(array.address - array.lead), {});
        array = {};
    }
    arrays_.resize(request.array_count);
}

// The device memory, of any kind, that the program has allocated; 0 if the call's arrays would not
// fit on an empty device either.
std::uint64_t Control::bytes_of_program(Call& call, const wire::EngineRequest& request) const {
    const exec::Memory& memory = call.memory();
    std::uint64_t wanted = 0, placed = 0;
    for (std::size_t i = 0; i < request.array_count; ++i) {
        if (!is_on_device(request.arrays[i])) continue;
        const std::uint64_t bytes =
            request.arrays[i].lead + request.arrays[i].bytes * request.arrays[i].repeats;
        wanted += bytes;
        if (arrays_[i].address != 0) placed += bytes;
    }
    const std::uint64_t used = memory.used_bytes(settings_.current_device);
    return wanted > memory.total_bytes() ? 0 : used - std::min(used, placed);
}

// False: `reply` says why.
bool Control::place(Call& call, const wire::EngineRequest& request, std::size_t number,
                    wire::EngineReply& reply) {
    const wire::CallArray& array = request.arrays[number];
    Array& placed = arrays_[number];
    const std::uint64_t all = array.bytes * array.repeats;
    if (placed.address == 0) {
        void* pointer = nullptr;
        if (const cudaError_t error =
                runtime::allocate(call, &pointer, array.lead + all, runtime::MemoryKind::device);
            error != cudaSuccess) {
            fail(reply, "an array of the call could not be allocated", error);
            reply.taken_bytes = bytes_of_program(call, request);
            return false;
        }
        placed = {reinterpret_cast<std::uint64_t>(pointer) + array.lead, array.bytes, array.lead};
    }
    const std::byte* content = at(array.offset, array.bytes);
    // The first period of a large array stands for all of it (exec/sampling.hpp).
    const bool whole = array.repeats == 1 || array.lead + all < exec::repeated_from;
    const std::uint64_t filled = whole ? all : std::min(all, exec::period);
    std::byte* const begin = call.memory().host_view(placed.address);
    call.memory().want_huge_pages(placed.address, filled);
    for (std::uint64_t done = 0; done < filled; done += array.bytes)
        std::memcpy(begin + done, content, std::min(array.bytes, filled - done));
    call.device().notify_host_access({placed.address, all, true, 1, all, "cudaMemcpy"});
    return true;
}

void Control::tell_given_values(const wire::EngineRequest& request) {
    Runtime& runtime = Runtime::instance();
    if (settings_.sampling) return; // copies move a part of their bytes
    std::vector<runtime::GivenValues::Array> arrays;
    for (const wire::CallArray& array : std::span(request.arrays, request.array_count))
        if (array.given != 0 && array.bytes != 0)
            arrays.push_back({{at(array.offset, array.bytes), array.bytes}, array.host_address});
    runtime.given_values.begin(std::move(arrays));
    if (runtime.host_reads() != nullptr) runtime.host_reads()->begin_call();
}

void Control::begin(const wire::EngineRequest& request, wire::EngineReply& reply) {
    Runtime& runtime = Runtime::instance();
    const NoCalls none; // the program waits for its call
    const runtime::CallLock lock(runtime);
    // Work that was submitted before the call is not part of it and is in no record.
    runtime.current_api = "";
    while (runtime.work.pending() != 0) runtime.wait_for_all();
    Call call{runtime, "cudaMalloc"};
    release_arrays(call, request);
    for (std::size_t k = 0; k < request.array_count; ++k) {
        const std::size_t i = request.last_first != 0 ? request.array_count - 1 - k : k;
        if (!is_on_device(request.arrays[i])) continue;
        if (!place(call, request, i, reply)) break;
        reply.addresses[i] = arrays_[i].address;
    }
    if (runtime.reach() != nullptr) runtime.reach()->begin_call();
    tell_given_values(request);
    runtime.left_by_call.reset();
    runtime.watched.begin(runtime, request.refuse);
    runtime.modules.begin_call();
    runtime.begin_recording();
    runtime.wanted_launches.begin_call(request.wanted);
}

void Control::end(const wire::EngineRequest& request, wire::EngineReply& reply) {
    Runtime& runtime = Runtime::instance();
    const NoCalls none; // the checker has stopped the program
    const runtime::CallLock lock(runtime);
    // The learner program has asked for that already (workbook_call_ended), unless it is hostile.
    runtime.current_api = "";
    runtime.wait_for_all();
    reply.left = describe(runtime.left_by_call.value_or(cudaSuccess));
    const std::string& text = runtime.end_recording(runtime.watched.to_json(runtime));
    runtime.given_values.end();
    reply.trace_truncated = text.size() > request.trace_capacity;
    reply.trace_bytes = reply.trace_truncated != 0 ? 0 : text.size();
    std::memcpy(at(request.trace_offset, reply.trace_bytes), text.data(), reply.trace_bytes);
    Call call{runtime, "cudaFree"};
    reply.synchronised = describe(runtime.surface());
    for (std::size_t i = 0; i < request.array_count && i < arrays_.size(); ++i) {
        const std::uint64_t address = arrays_[i].address;
        if (address == 0) continue;
        const wire::CallArray& array = request.arrays[i];
        if (reply.synchronised.code != 0 || !call.memory().contains(address, array.bytes)) {
            fail(reply, "an array could not be copied back from the device",
                 reply.synchronised.code != 0 ? static_cast<cudaError_t>(reply.synchronised.code)
                                              : cudaErrorInvalidValue);
            continue;
        }
        std::memcpy(at(array.offset, array.bytes), call.memory().host_view(address), array.bytes);
    }
}

} // namespace vgpu::engine
