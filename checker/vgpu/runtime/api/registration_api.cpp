// Registration of device code by nvcc's start-up code, and the stack of launch configurations.
#include "vgpu/runtime/registration.hpp"

#include "vgpu/runtime/runtime.hpp"

#include <dlfcn.h>

#include <string_view>
#include <vector>

using namespace vgpu::runtime;

namespace {

struct CallConfiguration {
    dim3 grid, block;
    size_t shared_bytes;
    cudaStream_t stream;
};

// `kernel<<<grid, block>>>(f())`: f may launch too, hence a stack.
std::vector<CallConfiguration>& call_configurations() {
    thread_local std::vector<CallConfiguration> stack;
    return stack;
}

// The program or library that the image lies in.
std::string name_of_object(const void* image) {
    Dl_info info;
    if (dladdr(image, &info) == 0 || info.dli_fname == nullptr) return "the program";
    std::string_view file = info.dli_fname;
    file.remove_prefix(file.rfind('/') + 1);
    return std::string(file);
}

Module* module_of(Runtime& runtime, void** handle) { return runtime.modules.find_module(handle); }

} // namespace

extern "C" {

void** __cudaRegisterFatBinary(void* wrapper) {
    Runtime& runtime = Runtime::instance();
    const CallLock lock(runtime);
    return reinterpret_cast<void**>(&runtime.modules.add(wrapper, name_of_object(wrapper)));
}

void __cudaRegisterFatBinaryEnd(void**) {}

void __cudaUnregisterFatBinary(void** handle) {
    Runtime& runtime = Runtime::instance();
    const CallLock lock(runtime);
    runtime.finish_or_forget();
    if (Module* module = module_of(runtime, handle))
        runtime.modules.remove(*module, runtime.device_if_created());
}

void __cudaRegisterFunction(void** handle, const char* host_function, char*,
                            const char* device_name, int, uint3*, uint3*, dim3*, dim3*, int*) {
    Runtime& runtime = Runtime::instance();
    const CallLock lock(runtime);
    if (Module* module = module_of(runtime, handle))
        runtime.modules.add_kernel(*module, host_function, device_name);
}

void __cudaRegisterVar(void** handle, char* host_variable, char*, const char* device_name, int,
                       size_t bytes, int constant, int) {
    Runtime& runtime = Runtime::instance();
    const CallLock lock(runtime);
    if (Module* module = module_of(runtime, handle))
        runtime.modules.add_variable(*module, host_variable,
                                     {nullptr, device_name, bytes, nullptr, 0, constant != 0});
}

void __cudaRegisterManagedVar(void** handle, void** host_pointer, char*, const char* device_name,
                              int, size_t bytes, int, int) {
    Runtime& runtime = Runtime::instance();
    const CallLock lock(runtime);
    runtime.shares_memory = true;
    if (Module* module = module_of(runtime, handle))
        runtime.modules.add_variable(*module, host_pointer,
                                     {nullptr, device_name, bytes, host_pointer, 0});
}

// Runs before the host's first access to a __managed__ variable of the module, which lives where
// the loaded module puts it.
char __cudaInitModule(void** handle) {
    const cudaError_t error = api_call(__func__, [&](Call& call) {
        Module* module = module_of(call.runtime, handle);
        if (module == nullptr)
            return call.fail(cudaErrorInvalidResourceHandle, "the module is not registered");
        Outcome loaded = call.runtime.modules.load(*module, call.device());
        return loaded.error == cudaSuccess ? cudaSuccess : call.fail(std::move(loaded));
    });
    return error == cudaSuccess ? 1 : 0;
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
        return api_call("kernel launch", [](Call& call) {
            return call.fail(cudaErrorMissingConfiguration,
                             "a kernel was called without <<<grid, block>>>");
        });
    const CallConfiguration top = stack.back();
    stack.pop_back();
    *grid = top.grid;
    *block = top.block;
    *shared_bytes = top.shared_bytes;
    *static_cast<cudaStream_t*>(stream) = top.stream;
    return cudaSuccess;
}

// Does not load the module: a program that never launches the kernel need not be runnable.
cudaError_t __cudaGetKernel(cudaKernel_t* kernel, const void* host_function) {
    Runtime& runtime = Runtime::instance();
    const CallLock lock(runtime);
    Kernel* found = runtime.modules.find_kernel(host_function);
    *kernel = reinterpret_cast<cudaKernel_t>(found);
    return found != nullptr ? cudaSuccess : cudaErrorInvalidDeviceFunction;
}

} // extern "C"
