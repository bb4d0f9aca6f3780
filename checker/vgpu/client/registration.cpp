#include "vgpu/client/registration.hpp"

#include "vgpu/client/link.hpp"
#include "vgpu/client/nvcc_registration.hpp"
#include "wire/source_files.hpp"

#include <algorithm>
#include <atomic>
#include <deque>
#include <dlfcn.h>
#include <mutex>
#include <string>
#include <unordered_set>
#include <vector>

namespace vgpu::client {
namespace {

using calls::Function;

struct Entry {
    Function kind = Function::workbook_register_module;
    std::uint64_t handle = 0, address = 0, bytes = 0;
    std::string name;
    int constant = 0, managed = 0;
};

struct Registrations {
    std::mutex mutex;
    std::deque<Entry> entries;
    std::size_t sent = 0;
    std::atomic<bool> all_sent{true};
    std::unordered_set<std::uint64_t> kernels; // host functions
    std::uint64_t last_handle = 0;

    void add(Entry entry) {
        const std::lock_guard lock(mutex);
        if (entry.kind == Function::workbook_register_kernel) kernels.insert(entry.address);
        entries.push_back(std::move(entry));
        all_sent = false;
    }
};

Registrations& registrations() {
    static Registrations& only = *new Registrations; // used before and after main
    return only;
}

cudaError_t send(const Entry& entry) {
    if (entry.kind == Function::workbook_register_variable)
        return typed_call(entry.kind, 0, entry.handle, entry.address, entry.name.c_str(),
                          entry.bytes, entry.constant, entry.managed);
    return typed_call(entry.kind, 0, entry.handle, entry.address, entry.name.c_str());
}

// The program or library that the image lies in.
std::string name_of_object(const void* image) {
    Dl_info info;
    if (dladdr(image, &info) == 0 || info.dli_fname == nullptr) return "the program";
    return std::string(workbook::wire::file_name(info.dli_fname));
}

struct CallConfiguration {
    dim3 grid, block;
    std::size_t shared_bytes;
    cudaStream_t stream;
};

// `kernel<<<grid, block>>>(f())`: f may launch too, hence a stack.
std::vector<CallConfiguration>& call_configurations() {
    thread_local std::vector<CallConfiguration> stack;
    return stack;
}

} // namespace

void send_registrations() {
    Registrations& it = registrations();
    if (it.all_sent) return;
    const std::lock_guard lock(it.mutex);
    for (; it.sent < it.entries.size(); ++it.sent)
        if (send(it.entries[it.sent]) != cudaSuccess) return;
    it.all_sent = true;
}

void send_registrations_again() {
    Registrations& it = registrations();
    it.sent = 0;
    it.all_sent = it.entries.empty();
}

} // namespace vgpu::client

using namespace vgpu::client;

extern "C" {

void** __cudaRegisterFatBinary(void* wrapper) {
    Registrations& it = registrations();
    std::uint64_t handle = 0;
    {
        const std::lock_guard lock(it.mutex);
        handle = ++it.last_handle << 4; // like a pointer, and no null pointer
    }
    it.add({Function::workbook_register_module, handle, number_of(wrapper), 0,
            name_of_object(wrapper)});
    return reinterpret_cast<void**>(handle);
}

void __cudaRegisterFatBinaryEnd(void**) {}

void __cudaUnregisterFatBinary(void** handle) {
    const std::uint64_t number = number_of(handle);
    if (is_linked()) typed_call(Function::workbook_unregister_module, 0, number);
    Registrations& it = registrations();
    const std::lock_guard lock(it.mutex);
    for (std::size_t i = 0; i < it.entries.size();) {
        if (it.entries[i].handle != number) {
            ++i;
            continue;
        }
        it.entries.erase(it.entries.begin() + static_cast<std::ptrdiff_t>(i));
        if (i < it.sent) --it.sent;
    }
}

void __cudaRegisterFunction(void** handle, const char* host_function, char*,
                            const char* device_name, int, uint3*, uint3*, dim3*, dim3*, int*) {
    registrations().add({Function::workbook_register_kernel, number_of(handle),
                         number_of(host_function), 0, device_name});
}

void __cudaRegisterVar(void** handle, char* host_variable, char*, const char* device_name, int,
                       size_t bytes, int constant, int) {
    registrations().add({Function::workbook_register_variable, number_of(handle),
                         number_of(host_variable), bytes, device_name, constant, 0});
}

void __cudaRegisterManagedVar(void** handle, void** host_pointer, char*, const char* device_name,
                              int, size_t bytes, int, int) {
    registrations().add({Function::workbook_register_variable, number_of(handle),
                         number_of(host_pointer), bytes, device_name, 0, 1});
}

// Runs before the host's first access to a __managed__ variable of the module.
char __cudaInitModule(void** handle) {
    return typed_call(Function::workbook_load_module, 0, number_of(handle)) == cudaSuccess ? 1 : 0;
}

unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared_bytes,
                                     cudaStream_t stream) {
    call_configurations().push_back({grid, block, shared_bytes, stream});
    return 0;
}

cudaError_t __cudaPopCallConfiguration(dim3* grid, dim3* block, size_t* shared_bytes,
                                       void* stream) {
    auto& stack = call_configurations();
    if (stack.empty())
        return fail("kernel launch", cudaErrorMissingConfiguration,
                    "a kernel was called without <<<grid, block>>>");
    const CallConfiguration top = stack.back();
    stack.pop_back();
    *grid = top.grid;
    *block = top.block;
    *shared_bytes = top.shared_bytes;
    *static_cast<cudaStream_t*>(stream) = top.stream;
    return cudaSuccess;
}

// Does not load the module: a program that never launches the kernel need not be runnable. The
// engine knows kernels by their host functions, too.
cudaError_t __cudaGetKernel(cudaKernel_t* kernel, const void* host_function) {
    Registrations& it = registrations();
    const std::lock_guard lock(it.mutex);
    const bool known = it.kernels.contains(number_of(host_function));
    *kernel = known ? reinterpret_cast<cudaKernel_t>(const_cast<void*>(host_function)) : nullptr;
    return known ? cudaSuccess : cudaErrorInvalidDeviceFunction;
}

} // extern "C"
