// Device code that the program brings itself: modules and libraries, their kernels and variables.
#include "vgpu/driver/code_images.hpp"

using namespace vgpu::driver;

namespace {

// A module is a library of the runtime's.
cudaLibrary_t library_of(CUmodule module) { return reinterpret_cast<cudaLibrary_t>(module); }

constexpr const char* unnamed = "a module of the program";

} // namespace

CUresult cuModuleLoad(CUmodule* module, const char* name) {
    return with_context(__func__,
                        [&] { return load_file(reinterpret_cast<cudaLibrary_t*>(module), name); });
}

CUresult cuModuleLoadData(CUmodule* module, const void* image) {
    return with_context(
        __func__, [&] { return load(reinterpret_cast<cudaLibrary_t*>(module), image, unnamed); });
}

CUresult cuModuleLoadDataEx(CUmodule* module, const void* image, unsigned count,
                            CUjit_option* options, void** values) {
    return with_context(__func__, [&] {
        return load(reinterpret_cast<cudaLibrary_t*>(module), image, unnamed, count, options,
                    values);
    });
}

CUresult cuModuleLoadFatBinary(CUmodule* module, const void* image) {
    return with_context(
        __func__, [&] { return load(reinterpret_cast<cudaLibrary_t*>(module), image, unnamed); });
}

CUresult cuModuleUnload(CUmodule module) {
    return with_context(__func__,
                        [&] { return WORKBOOK_RUNTIME(cudaLibraryUnload)(library_of(module)); });
}

CUresult cuModuleGetLoadingMode(CUmoduleLoadingMode* mode) {
    return initialised(__func__, [&]() -> CUresult {
        if (mode == nullptr) return null_argument();
        *mode = CU_MODULE_LAZY_LOADING;
        return CUDA_SUCCESS;
    });
}

CUresult cuModuleGetFunction(CUfunction* function, CUmodule module, const char* name) {
    return with_context(__func__, [&] {
        if (name != nullptr && *name == '\0')
            return fail(CUDA_ERROR_INVALID_VALUE, "the name of the function is empty");
        return result_of(WORKBOOK_RUNTIME(cudaLibraryGetKernel)(
            reinterpret_cast<cudaKernel_t*>(function), library_of(module), name));
    });
}

CUresult cuModuleGetFunctionCount(unsigned* count, CUmodule module) {
    return with_context(__func__, [&] {
        return WORKBOOK_RUNTIME(cudaLibraryGetKernelCount)(count, library_of(module));
    });
}

CUresult cuModuleEnumerateFunctions(CUfunction* functions, unsigned count, CUmodule module) {
    return with_context(__func__, [&] {
        return WORKBOOK_RUNTIME(cudaLibraryEnumerateKernels)(
            reinterpret_cast<cudaKernel_t*>(functions), count, library_of(module));
    });
}

CUresult cuModuleGetGlobal(CUdeviceptr* address, size_t* bytes, CUmodule module, const char* name) {
    return with_context(__func__, [&] {
        return WORKBOOK_RUNTIME(cudaLibraryGetGlobal)(reinterpret_cast<void**>(address), bytes,
                                                      library_of(module), name);
    });
}

CUresult cuLibraryLoadData(CUlibrary* library, const void* code, CUjit_option* options,
                           void** values, unsigned count, CUlibraryOption*, void**, unsigned) {
    return initialised(__func__, [&] {
        return load(library, code, "a library of the program", count, options, values);
    });
}

CUresult cuLibraryLoadFromFile(CUlibrary* library, const char* name, CUjit_option* options,
                               void** values, unsigned count, CUlibraryOption*, void**, unsigned) {
    return initialised(__func__, [&] { return load_file(library, name, count, options, values); });
}

CUresult cuLibraryUnload(CUlibrary library) {
    return initialised(__func__, [&] { return WORKBOOK_RUNTIME(cudaLibraryUnload)(library); });
}

CUresult cuLibraryGetKernel(CUkernel* kernel, CUlibrary library, const char* name) {
    return initialised(
        __func__, [&] { return WORKBOOK_RUNTIME(cudaLibraryGetKernel)(kernel, library, name); });
}

CUresult cuLibraryGetKernelCount(unsigned* count, CUlibrary library) {
    return initialised(__func__,
                       [&] { return WORKBOOK_RUNTIME(cudaLibraryGetKernelCount)(count, library); });
}

CUresult cuLibraryEnumerateKernels(CUkernel* kernels, unsigned count, CUlibrary library) {
    return initialised(__func__, [&] {
        return WORKBOOK_RUNTIME(cudaLibraryEnumerateKernels)(kernels, count, library);
    });
}

CUresult cuLibraryGetModule(CUmodule* module, CUlibrary library) {
    return with_context(__func__, [&]() -> CUresult {
        if (module == nullptr) return null_argument();
        unsigned kernels = 0; // whether it exists
        const cudaError_t error = WORKBOOK_RUNTIME(cudaLibraryGetKernelCount)(&kernels, library);
        if (error == cudaSuccess) *module = reinterpret_cast<CUmodule>(library);
        return result_of(error);
    });
}

CUresult cuLibraryGetGlobal(CUdeviceptr* address, size_t* bytes, CUlibrary library,
                            const char* name) {
    return with_context(__func__, [&] {
        return WORKBOOK_RUNTIME(cudaLibraryGetGlobal)(reinterpret_cast<void**>(address), bytes,
                                                      library, name);
    });
}

CUresult cuLibraryGetManaged(CUdeviceptr* address, size_t* bytes, CUlibrary library,
                             const char* name) {
    return with_context(__func__, [&] {
        return WORKBOOK_RUNTIME(cudaLibraryGetManaged)(reinterpret_cast<void**>(address), bytes,
                                                       library, name);
    });
}
