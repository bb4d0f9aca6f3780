// Device code that a program brings itself: PTX text or a fat binary, loaded by hand.
#include "vgpu/runtime/runtime.hpp"

#include <fmt/core.h>

using namespace vgpu::runtime;

namespace {

// The library's module, loaded (it may have been unloaded by cudaDeviceReset).
cudaError_t find(Call& call, cudaLibrary_t library, Module*& module) {
    module = call.runtime.modules.find_module(library);
    if (module == nullptr)
        return call.fail(cudaErrorInvalidResourceHandle, "the library does not exist");
    Outcome loaded = call.runtime.modules.load(*module, call.device(), Call::current_device());
    return loaded.error == cudaSuccess ? cudaSuccess : call.fail(std::move(loaded));
}

Kernel* kernel_of(Call& call, Module& module, const std::string& name) {
    if (Kernel* known = call.runtime.modules.kernel_named(module, name)) return known;
    if (!call.device().find_kernel(module.on(Call::current_device()).id, name)) return nullptr;
    return &call.runtime.modules.add_kernel(module, nullptr, name);
}

cudaError_t null_argument(Call& call) {
    return call.fail(cudaErrorInvalidValue, fmt::format("{} was given a null pointer", call.api));
}

cudaError_t find_global(Call& call, void** address, size_t* bytes, cudaLibrary_t library,
                        const char* name) {
    if (name == nullptr || (address == nullptr && bytes == nullptr)) return null_argument(call);
    Module* module = nullptr;
    if (const cudaError_t error = find(call, library, module); error != cudaSuccess) return error;
    const auto variable = call.device().find_variable(module->on(Call::current_device()).id, name);
    if (!variable && kernel_of(call, *module, name) != nullptr)
        return call.fail(cudaErrorInvalidValue, fmt::format("{} is a kernel, no variable", name));
    if (!variable)
        return call.fail(cudaErrorSymbolNotFound,
                         fmt::format("the library has no variable named {}", name));
    if (address != nullptr) *address = reinterpret_cast<void*>(variable->address);
    if (bytes != nullptr) *bytes = variable->bytes;
    return cudaSuccess;
}

} // namespace

extern "C" {

cudaError_t cudaLibraryUnload(cudaLibrary_t library) {
    return api_call(__func__, [&](Call& call) {
        Modules& modules = call.runtime.modules;
        // Its kernels may be among what has not run.
        if (modules.find_module(library) != nullptr) call.runtime.finish_or_forget();
        Module* module = modules.find_module(library);
        if (module == nullptr)
            return call.fail(cudaErrorInvalidResourceHandle, "the library does not exist");
        modules.remove(*module, call.runtime.device_if_created());
        return cudaSuccess;
    });
}

cudaError_t cudaLibraryGetKernel(cudaKernel_t* kernel, cudaLibrary_t library, const char* name) {
    return api_call(__func__, [&](Call& call) {
        if (kernel == nullptr || name == nullptr) return null_argument(call);
        Module* module = nullptr;
        if (const cudaError_t error = find(call, library, module); error != cudaSuccess)
            return error;
        Kernel* found = kernel_of(call, *module, name);
        if (found == nullptr)
            return call.fail(cudaErrorSymbolNotFound,
                             fmt::format("the library has no kernel named {}", name));
        *kernel = reinterpret_cast<cudaKernel_t>(found);
        return cudaSuccess;
    });
}

cudaError_t cudaLibraryGetKernelCount(unsigned* count, cudaLibrary_t library) {
    return api_call(__func__, [&](Call& call) {
        if (count == nullptr) return null_argument(call);
        Module* module = nullptr;
        if (const cudaError_t error = find(call, library, module); error != cudaSuccess)
            return error;
        *count = static_cast<unsigned>(
            call.device().kernel_names(module->on(Call::current_device()).id).size());
        return cudaSuccess;
    });
}

cudaError_t cudaLibraryEnumerateKernels(cudaKernel_t* kernels, unsigned count,
                                        cudaLibrary_t library) {
    return api_call(__func__, [&](Call& call) {
        if (kernels == nullptr) return null_argument(call);
        Module* module = nullptr;
        if (const cudaError_t error = find(call, library, module); error != cudaSuccess)
            return error;
        unsigned index = 0;
        for (const std::string& name :
             call.device().kernel_names(module->on(Call::current_device()).id)) {
            if (index == count) break;
            const auto place = reinterpret_cast<std::uint64_t>(kernels + index++);
            if (!host_program().put(place, kernel_of(call, *module, name)))
                return null_argument(call);
        }
        return cudaSuccess;
    });
}

cudaError_t cudaLibraryGetGlobal(void** address, size_t* bytes, cudaLibrary_t library,
                                 const char* name) {
    return api_call(__func__,
                    [&](Call& call) { return find_global(call, address, bytes, library, name); });
}

cudaError_t cudaLibraryGetManaged(void** address, size_t* bytes, cudaLibrary_t library,
                                  const char* name) {
    return api_call(__func__,
                    [&](Call& call) { return find_global(call, address, bytes, library, name); });
}

} // extern "C"
