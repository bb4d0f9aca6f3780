// What a program's libcudart (vgpu/client) asks for that is no function of the runtime API: device
// code that becomes known, the end of a call or of the program, words on what it did itself.
#include "vgpu/runtime/program_api.hpp"
#include "vgpu/runtime/allocations.hpp"
#include "vgpu/runtime/copies.hpp"
#include "vgpu/runtime/fatbin/image.hpp"
#include "vgpu/runtime/launch.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <mutex>
#include <set>
#include <thread>

using namespace vgpu::runtime;

namespace {

Module* module_of(Runtime& runtime, std::uint64_t handle) {
    return runtime.modules.find_module(reinterpret_cast<const void*>(handle));
}

const void* key_of(std::uint64_t address) { return reinterpret_cast<const void*>(address); }

std::string own_recording; // of a program without a checker; under the runtime's lock

// The allocation, still in use, that begins right behind this address, if the address itself is in
// none. free() and delete look there, in front of the memory that they are given, for its size.
std::optional<vgpu::exec::Allocation> freed_by_the_heap(vgpu::exec::Device& device,
                                                        std::uint64_t address) {
    if (device.memory().find(address)) return std::nullopt;
    for (const std::uint64_t step : {8, 16})
        if (const auto behind = device.memory().find(address + step); behind && !behind->freed)
            return behind;
    return std::nullopt;
}

vgpu::exec::Fault host_access(vgpu::exec::Device& device, std::uint64_t address,
                              HostAccessDirection direction, const std::string& place) {
    const char* verb = direction == HostAccessDirection::write  ? "wrote to"
                       : direction == HostAccessDirection::read ? "read"
                                                                : "accessed";
    vgpu::exec::Fault fault;
    fault.kind = vgpu::exec::FaultKind::host_access;
    fault.tool = vgpu::exec::Tool::program;
    fault.space = vgpu::ptx::Space::global;
    fault.address = address;
    std::string what = "memory of the device";
    if (const auto behind = freed_by_the_heap(device, address)) {
        fault.allocation = device.describe(*behind);
        fault.message =
            fmt::format("Host code {} the bytes before a {} pointer", verb, behind->origin);
        fault.detail = fmt::format("That is where free() and delete look{}: device memory is given "
                                   "back with cudaFree",
                                   place);
        return fault;
    }
    if (const auto allocation = device.memory().find(address)) {
        fault.allocation = device.describe(*allocation) + (allocation->freed ? " (freed)" : "");
        what = allocation->origin.starts_with("cuda")
                   ? fmt::format("a {} pointer", allocation->origin)
                   : fmt::format("the __device__ variable {}", allocation->origin);
    }
    fault.message = fmt::format("Host code {} {}", verb, what);
    if (fault.allocation.ends_with(" (freed)")) {
        fault.detail =
            fmt::format("Address {:#x} is in memory that has been freed{}", address, place);
        return fault;
    }
    fault.detail = fmt::format("Address {:#x} is in device memory, which host code cannot touch{}; "
                               "copy it with cudaMemcpy first",
                               address, place);
    return fault;
}

// The lock, unless a thread keeps it for two seconds: a host function of the program's may take for
// ever.
std::unique_lock<std::recursive_mutex> lock_at_the_end(Runtime& runtime) {
    using namespace std::chrono_literals;
    std::unique_lock lock(runtime.mutex, std::try_to_lock);
    for (int i = 0; i < 2000 && !lock.owns_lock(); ++i) {
        std::this_thread::sleep_for(1ms);
        lock.try_lock();
    }
    return lock;
}

} // namespace

const char* vgpu::runtime::kept_name(const char* name) {
    constexpr std::size_t most = 1000;
    static std::mutex mutex;
    static std::set<std::string, std::less<>> names;
    if (name == nullptr) return "";
    const std::lock_guard lock(mutex);
    if (names.size() == most && !names.contains(name)) return "a CUDA function";
    return names.insert(name).first->c_str();
}

extern "C" {

cudaError_t workbook_register_module(std::uint64_t handle, std::uint64_t image, const char* name) {
    Runtime& runtime = Runtime::instance();
    const CallLock lock(runtime);
    if (handle != 0 && name != nullptr && module_of(runtime, handle) == nullptr)
        runtime.modules.add(handle, image, name);
    return cudaSuccess;
}

cudaError_t workbook_register_kernel(std::uint64_t handle, std::uint64_t host_function,
                                     const char* name) {
    Runtime& runtime = Runtime::instance();
    const CallLock lock(runtime);
    if (Module* module = module_of(runtime, handle); module != nullptr && name != nullptr)
        runtime.modules.add_kernel(*module, key_of(host_function), name);
    return cudaSuccess;
}

cudaError_t workbook_register_variable(std::uint64_t handle, std::uint64_t host_variable,
                                       const char* name, std::uint64_t bytes, int constant,
                                       int managed) {
    Runtime& runtime = Runtime::instance();
    const CallLock lock(runtime);
    if (managed != 0) runtime.shares_memory = true;
    if (Module* module = module_of(runtime, handle); module != nullptr && name != nullptr) {
        Variable variable;
        variable.name = name;
        variable.bytes = bytes;
        variable.managed_slot = managed != 0 ? host_variable : 0;
        variable.constant = constant != 0;
        runtime.modules.add_variable(*module, key_of(host_variable), std::move(variable));
    }
    return cudaSuccess;
}

cudaError_t workbook_unregister_module(std::uint64_t handle) {
    Runtime& runtime = Runtime::instance();
    const CallLock lock(runtime);
    runtime.finish_or_forget();
    if (Module* module = module_of(runtime, handle))
        runtime.modules.remove(*module, runtime.device_if_created());
    return cudaSuccess;
}

cudaError_t workbook_load_module(std::uint64_t handle) {
    return api_call("__cudaInitModule", [&](Call& call) {
        Module* module = module_of(call.runtime, handle);
        if (module == nullptr)
            return call.fail(cudaErrorInvalidResourceHandle, "the module is not registered");
        Outcome loaded = call.runtime.modules.load(*module, call.device(), Call::current_device());
        return loaded.error == cudaSuccess ? cudaSuccess : call.fail(std::move(loaded));
    });
}

cudaError_t workbook_load_library(const char* api, cudaLibrary_t* library, const void* code,
                                  const char* name, std::uint64_t log, std::uint64_t log_bytes) {
    return api_call(kept_name(api), [&](Call& call) {
        if (library == nullptr || code == nullptr || name == nullptr)
            return call.fail(cudaErrorInvalidValue,
                             fmt::format("{} was given a null pointer", call.api));
        const auto told = [&](cudaError_t error) {
            const std::string text = call.explanation.substr(0, log_bytes == 0 ? 0 : log_bytes - 1);
            if (log_bytes != 0) host_program().write_bytes(log, text.c_str(), text.size() + 1);
            return error;
        };
        auto units =
            fatbin::units_of_image(memory_of_program(), reinterpret_cast<std::uint64_t>(code),
                                   call.runtime.model.architecture);
        if (!units) return told(call.fail(cudaErrorInvalidKernelImage, units.error().message));
        Module& module = call.runtime.modules.add(std::move(*units), name);
        Outcome loaded = call.runtime.modules.load(module, call.device(), Call::current_device());
        if (loaded.error != cudaSuccess) {
            call.runtime.modules.remove(module, call.runtime.device_if_created());
            return told(call.fail(std::move(loaded)));
        }
        *library = reinterpret_cast<cudaLibrary_t>(&module);
        return cudaSuccess;
    });
}

cudaError_t workbook_set_elements(const cudaMemsetParams* parameters, int asynchronous,
                                  cudaStream_t stream) {
    return api_call("cudaMemset", [&](Call& call) {
        const unsigned element = parameters->elementSize;
        std::uint64_t width = 0;
        if ((element != 1 && element != 2 && element != 4) ||
            __builtin_mul_overflow(parameters->width, std::uint64_t{element}, &width))
            return call.fail(cudaErrorInvalidValue, "elements have 1, 2 or 4 bytes");
        if (reinterpret_cast<std::uint64_t>(parameters->dst) % element != 0 ||
            (parameters->height > 1 && parameters->pitch % element != 0))
            return call.fail(cudaErrorInvalidValue,
                             fmt::format("the address or the pitch is not a multiple of the "
                                         "element's {} bytes",
                                         element));
        return set(call, {parameters->dst,
                          static_cast<int>(parameters->value),
                          {width, parameters->height},
                          {parameters->pitch},
                          asynchronous != 0,
                          stream,
                          element});
    });
}

cudaError_t workbook_address_range(std::uint64_t address, std::uint64_t* base, std::uint64_t* bytes,
                                   std::uint64_t* reserved, std::uint64_t* reserved_bytes) {
    return api_call("cuMemGetAddressRange", [&](Call& call) {
        VirtualMemory& virtual_memory = call.runtime.virtual_memory;
        const auto mapping = virtual_memory.mapping_at(address);
        *reserved = *reserved_bytes = 0;
        if (mapping != virtual_memory.mappings.end()) {
            const auto range = virtual_memory.range_around(address, 1);
            *reserved = range->first;
            *reserved_bytes = range->second.bytes;
            *base = mapping->first;
            *bytes = mapping->second.bytes;
            return cudaSuccess;
        }
        const auto found = call.memory().find(address);
        if (!found || found->freed)
            return call.fail(cudaErrorSymbolNotFound,
                             fmt::format("{:#x} lies in no allocation", address));
        *base = found->address;
        *bytes = found->bytes;
        return cudaSuccess;
    });
}

cudaError_t workbook_parameter_count(std::uint64_t function, std::uint64_t* count) {
    return api_call("cudaFuncGetParamInfo", [&](Call& call) {
        Kernel* kernel = nullptr;
        const cudaError_t error = find_kernel(call, key_of(function), kernel);
        if (error != cudaSuccess) return error;
        const auto& known = call.device().attributes(*kernel->on(Call::current_device()).id);
        *count = known.parameter_offsets.size();
        return cudaSuccess;
    });
}

cudaError_t workbook_function_name(std::uint64_t function, std::uint64_t room,
                                   std::uint64_t room_bytes) {
    return api_call("cudaFuncGetName", [&](Call& call) {
        Kernel* kernel = nullptr;
        const cudaError_t error = find_kernel(call, key_of(function), kernel);
        if (error != cudaSuccess) return error;
        const std::string& name = kernel->name;
        if (name.size() >= room_bytes ||
            !host_program().write_bytes(room, name.c_str(), name.size() + 1))
            return call.fail(cudaErrorInvalidValue, "the kernel's name is too long");
        return cudaSuccess;
    });
}

cudaError_t workbook_fail(const char* api, cudaError_t error, const char* explanation, int loud) {
    return api_call(kept_name(api), [&](Call& call) {
        call.loud = loud != 0;
        return call.fail(error, explanation == nullptr ? "" : explanation);
    });
}

cudaError_t workbook_host_access(std::uint64_t address, int direction, const char* place) {
    Runtime& runtime = Runtime::instance();
    // Another thread may hold the lock and wait for this one. Then the access cannot be reported.
    const std::unique_lock lock(runtime.mutex, std::try_to_lock);
    vgpu::exec::Device* device = lock ? runtime.device_if_created() : nullptr;
    if (device == nullptr) return cudaSuccess;
    if (!device->memory().is_device_address(address) && !freed_by_the_heap(*device, address))
        return cudaSuccess;
    runtime.trace.report_deadly(host_access(*device, address,
                                            static_cast<HostAccessDirection>(direction),
                                            place == nullptr ? "" : place));
    return cudaSuccess;
}

cudaError_t workbook_call_ended() {
    Runtime& runtime = Runtime::instance();
    const CallLock lock(runtime);
    if (host_thread().in_host_function) return cudaErrorNotPermitted; // it would wait for itself
    runtime.current_api = "";
    // Kernels that the call left running count as the call's; what they do wrong is another error.
    runtime.left_by_call = last_error();
    set_last_error(cudaSuccess);
    runtime.wait_for_all();
    runtime.watched.ended(runtime);
    return cudaSuccess;
}

cudaError_t workbook_recording_begin() {
    Runtime& runtime = Runtime::instance();
    const CallLock lock(runtime);
    if (runtime.is_watched) return cudaErrorNotPermitted;
    runtime.begin_recording();
    return cudaSuccess;
}

cudaError_t workbook_recording_end(std::uint64_t* bytes) {
    Runtime& runtime = Runtime::instance();
    const CallLock lock(runtime);
    if (runtime.is_watched) return cudaErrorNotPermitted;
    // Work that was not waited for runs now, so that it does not leak into the next recording.
    runtime.current_api = "";
    runtime.wait_for_all();
    own_recording = runtime.end_recording(nlohmann::json::object());
    if (bytes != nullptr) *bytes = own_recording.size();
    return cudaSuccess;
}

cudaError_t workbook_recording_fetch(std::uint64_t room, std::uint64_t room_bytes) {
    Runtime& runtime = Runtime::instance();
    const CallLock lock(runtime);
    const std::uint64_t bytes = std::min<std::uint64_t>(room_bytes, own_recording.size());
    return host_program().write_bytes(room, own_recording.data(), bytes) ? cudaSuccess
                                                                         : cudaErrorInvalidValue;
}

cudaError_t workbook_run_pending() {
    Runtime& runtime = Runtime::instance();
    const CallLock lock(runtime);
    if (host_thread().in_host_function) return cudaErrorNotPermitted; // it would wait for itself
    if (runtime.work.pending() != 0) runtime.run_pending();
    return cudaSuccess;
}

// Does not take the lock: the thread that holds it is stopped.
cudaError_t workbook_exiting() {
    Runtime::instance().begin_exit();
    return cudaSuccess;
}

cudaError_t workbook_ended() {
    Runtime& runtime = Runtime::instance();
    const auto lock = lock_at_the_end(runtime);
    if (!lock.owns_lock()) return cudaSuccess;
    runtime.program_ends();
    report_leaks(runtime);
    const std::uint64_t errors = runtime.trace.printed(), hidden = runtime.trace.hidden();
    if (errors != 0 || hidden != 0)
        say(fmt::format("========= ERROR SUMMARY: {} error{}{}\n", errors, errors == 1 ? "" : "s",
                        hidden == 0 ? "" : fmt::format(" ({} not shown, as asked for)", hidden)));
    return cudaSuccess;
}

} // extern "C"
