// Device code that the program brings itself: modules, libraries, their kernels and variables, and
// the linker, which here gathers PTX.
#include "vgpu/driver/driver_call.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <iterator>
#include <mutex>
#include <set>
#include <vector>

using namespace vgpu::driver;

namespace {

// A module is a library of the runtime's.
cudaLibrary_t library_of(CUmodule module) { return reinterpret_cast<cudaLibrary_t>(module); }

// What a program's options ask of the JIT: the texts of errors. The others change nothing here.
struct JitLog {
    char* error = nullptr;
    std::size_t error_bytes = 0;
    void** error_size = nullptr; // where the size goes
    char* info = nullptr;
    void** info_size = nullptr;

    JitLog(unsigned count, const CUjit_option* options, void** values) {
        for (unsigned i = 0; i < count && options != nullptr && values != nullptr; ++i) {
            if (options[i] == CU_JIT_ERROR_LOG_BUFFER) error = static_cast<char*>(values[i]);
            if (options[i] == CU_JIT_INFO_LOG_BUFFER) info = static_cast<char*>(values[i]);
            if (options[i] == CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES) error_size = &values[i];
            if (options[i] == CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES) info_size = &values[i];
        }
        // The value is a number where a pointer would be; 32 bits count.
        if (error != nullptr && error_size != nullptr)
            error_bytes = static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(*error_size));
        if (error_bytes > 0) *error = '\0';
        if (info != nullptr && info_size != nullptr &&
            static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(*info_size)) > 0)
            *info = '\0';
    }
    void finish() const {
        const std::size_t length = error_bytes > 0 ? std::strlen(error) : 0;
        if (error_size != nullptr) *error_size = reinterpret_cast<void*>(length);
        if (info_size != nullptr) *info_size = nullptr;
    }
};

// PTX begins with a directive, after blanks and comments; else it is for the engine to say what a
// fat binary or a cubin lacks.
bool is_image(const void* image) {
    const auto* text = static_cast<const char*>(image);
    constexpr std::uint32_t cubin = 0x464c457f, wrapper = 0x466243b1, fat_binary = 0xba55ed50;
    if (std::strlen(text) >= sizeof cubin) {
        std::uint32_t number = 0;
        std::memcpy(&number, text, sizeof number);
        if (number == cubin || number == wrapper || number == fat_binary) return true;
    }
    for (;;) {
        text += std::strspn(text, " \t\r\n\f\v");
        const char* behind = nullptr;
        if (std::strncmp(text, "//", 2) == 0)
            behind = std::strchr(text, '\n');
        else if (std::strncmp(text, "/*", 2) == 0)
            behind = std::strstr(text + 2, "*/");
        if (behind == nullptr) return *text == '.';
        text = behind + (*behind == '*' ? 2 : 1);
    }
}

CUresult load(cudaLibrary_t* library, const void* image, const char* name, unsigned count = 0,
              const CUjit_option* options = nullptr, void** values = nullptr) {
    if (library == nullptr || image == nullptr) return null_argument();
    const JitLog log(count, options, values);
    if (!is_image(image)) {
        log.finish();
        return fail(CUDA_ERROR_INVALID_IMAGE,
                    "the code is no PTX, which begins with .version, and no fat binary");
    }
    const cudaError_t error =
        WORKBOOK_RUNTIME(workbook_load_image)(library, image, name, log.error, log.error_bytes);
    log.finish();
    return result_of(error);
}

bool read_file(const char* name, std::string& content) {
    std::ifstream file(name, std::ios::binary);
    if (!file) return false;
    content.assign(std::istreambuf_iterator<char>(file), {});
    return true;
}

CUresult load_file(cudaLibrary_t* library, const char* name, unsigned count = 0,
                   const CUjit_option* options = nullptr, void** values = nullptr) {
    if (library == nullptr || name == nullptr) return null_argument();
    std::string content;
    if (!read_file(name, content))
        return fail(CUDA_ERROR_FILE_NOT_FOUND, std::string(name) + " cannot be read");
    return load(library, content.c_str(), name, count, options, values);
}

constexpr const char* unnamed = "a module of the program";

// Attributes that cudaFuncGetAttributes answers, by the driver's numbers.
CUresult function_attribute(int* value, CUfunction_attribute attribute, const void* function) {
    if (value == nullptr) return null_argument();
    cudaFuncAttributes known{};
    if (const cudaError_t error = WORKBOOK_RUNTIME(cudaFuncGetAttributes)(&known, function);
        error != cudaSuccess)
        return result_of(error);
    switch (attribute) {
    case CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK:
        *value = known.maxThreadsPerBlock;
        break;
    case CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES:
        *value = static_cast<int>(known.sharedSizeBytes);
        break;
    case CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES:
        *value = static_cast<int>(known.constSizeBytes);
        break;
    case CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES:
        *value = static_cast<int>(known.localSizeBytes);
        break;
    case CU_FUNC_ATTRIBUTE_NUM_REGS:
        *value = known.numRegs;
        break;
    case CU_FUNC_ATTRIBUTE_PTX_VERSION:
        *value = known.ptxVersion;
        break;
    case CU_FUNC_ATTRIBUTE_BINARY_VERSION:
        *value = known.binaryVersion;
        break;
    case CU_FUNC_ATTRIBUTE_CACHE_MODE_CA:
        *value = known.cacheModeCA;
        break;
    case CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES:
        *value = known.maxDynamicSharedSizeBytes;
        break;
    case CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT:
        *value = known.preferredShmemCarveout;
        break;
    case CU_FUNC_ATTRIBUTE_CLUSTER_SIZE_MUST_BE_SET:
        *value = known.clusterDimMustBeSet;
        break;
    case CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH:
        *value = known.requiredClusterWidth;
        break;
    case CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_HEIGHT:
        *value = known.requiredClusterHeight;
        break;
    case CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_DEPTH:
        *value = known.requiredClusterDepth;
        break;
    case CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED:
        *value = known.nonPortableClusterSizeAllowed;
        break;
    case CU_FUNC_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE:
        *value = known.clusterSchedulingPolicyPreference;
        break;
    default:
        return fail(CUDA_ERROR_INVALID_VALUE,
                    std::to_string(attribute) + " is no attribute of a function");
    }
    return CUDA_SUCCESS;
}

cudaError_t set_function_attribute(const void* function, CUfunction_attribute attribute,
                                   int value) {
    return WORKBOOK_RUNTIME(cudaFuncSetAttribute)(function,
                                                  static_cast<cudaFuncAttribute>(attribute), value);
}

// What cuLinkCreate makes: PTX that becomes one image when it is complete.
struct Linking {
    std::vector<std::string> units;
    std::vector<CUjit_option> options;
    void** values = nullptr; // the program's: sizes of texts go there
    std::string image;
};

struct Linkings {
    std::mutex mutex;
    std::set<Linking*> all;
};

Linkings& linkings() {
    static Linkings& only = *new Linkings;
    return only;
}

Linking* linking_of(CUlinkState state) {
    const std::lock_guard lock(linkings().mutex);
    auto* linking = reinterpret_cast<Linking*>(state);
    return linkings().all.contains(linking) ? linking : nullptr;
}

CUresult no_linking() {
    return fail(CUDA_ERROR_INVALID_HANDLE, "the CUlinkState does not exist, or is destroyed");
}

CUresult add(CUlinkState state, CUjitInputType type, std::string data) {
    Linking* linking = linking_of(state);
    if (linking == nullptr) return no_linking();
    if (type != CU_JIT_INPUT_PTX)
        return fail(CUDA_ERROR_NOT_SUPPORTED,
                    "the virtual GPU links PTX alone (CU_JIT_INPUT_PTX), no cubins, fat binaries, "
                    "objects or libraries");
    if (!linking->units.empty())
        return fail(CUDA_ERROR_NOT_SUPPORTED,
                    "the virtual GPU links one PTX text by cuLinkAddData; more than one becomes a "
                    "program's device code by nvcc -rdc=true");
    while (!data.empty() && data.back() == '\0') data.pop_back();
    // Loaded for a try: what is wrong with it is told here.
    cudaLibrary_t tried = nullptr;
    const CUresult result = load(&tried, data.c_str(), "the code to link",
                                 static_cast<unsigned>(linking->options.size()),
                                 linking->options.data(), linking->values);
    if (result != CUDA_SUCCESS) return result;
    WORKBOOK_RUNTIME(cudaLibraryUnload)(tried);
    linking->units.push_back(std::move(data));
    return CUDA_SUCCESS;
}

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

CUresult cuKernelGetFunction(CUfunction* function, CUkernel kernel) {
    return with_context(__func__, [&]() -> CUresult {
        if (function == nullptr) return null_argument();
        *function = reinterpret_cast<CUfunction>(kernel);
        return CUDA_SUCCESS;
    });
}

CUresult cuKernelGetName(const char** name, CUkernel kernel) {
    return initialised(__func__, [&] { return WORKBOOK_RUNTIME(cudaFuncGetName)(name, kernel); });
}

CUresult cuKernelGetAttribute(int* value, CUfunction_attribute attribute, CUkernel kernel,
                              CUdevice) {
    return initialised(__func__, [&] { return function_attribute(value, attribute, kernel); });
}

CUresult cuKernelSetAttribute(CUfunction_attribute attribute, int value, CUkernel kernel,
                              CUdevice device) {
    return initialised(__func__, [&] {
        return WORKBOOK_RUNTIME(cudaKernelSetAttributeForDevice)(
            kernel, static_cast<cudaFuncAttribute>(attribute), value, device);
    });
}

CUresult cuKernelGetParamInfo(CUkernel kernel, size_t index, size_t* offset, size_t* bytes) {
    return initialised(__func__, [&] {
        return WORKBOOK_RUNTIME(cudaFuncGetParamInfo)(kernel, index, offset, bytes);
    });
}

CUresult cuFuncGetName(const char** name, CUfunction function) {
    return with_context(__func__,
                        [&] { return WORKBOOK_RUNTIME(cudaFuncGetName)(name, function); });
}

CUresult cuFuncGetAttribute(int* value, CUfunction_attribute attribute, CUfunction function) {
    return with_context(__func__, [&] { return function_attribute(value, attribute, function); });
}

CUresult cuFuncSetAttribute(CUfunction function, CUfunction_attribute attribute, int value) {
    return with_context(__func__,
                        [&] { return set_function_attribute(function, attribute, value); });
}

CUresult cuFuncSetCacheConfig(CUfunction function, CUfunc_cache config) {
    return with_context(__func__, [&] {
        return WORKBOOK_RUNTIME(cudaFuncSetCacheConfig)(function,
                                                        static_cast<cudaFuncCache>(config));
    });
}

CUresult cuFuncGetParamInfo(CUfunction function, size_t index, size_t* offset, size_t* bytes) {
    return with_context(__func__, [&] {
        return WORKBOOK_RUNTIME(cudaFuncGetParamInfo)(function, index, offset, bytes);
    });
}

CUresult cuFuncLoad(CUfunction function) {
    return with_context(__func__, [&] {
        cudaFuncAttributes known{};
        return WORKBOOK_RUNTIME(cudaFuncGetAttributes)(&known, function);
    });
}

CUresult cuFuncIsLoaded(CUfunctionLoadingState* state, CUfunction) {
    return with_context(__func__, [&]() -> CUresult {
        if (state == nullptr) return null_argument();
        *state = CU_FUNCTION_LOADING_STATE_LOADED;
        return CUDA_SUCCESS;
    });
}

CUresult cuLinkCreate(unsigned count, CUjit_option* options, void** values, CUlinkState* state) {
    return with_context(__func__, [&]() -> CUresult {
        if (state == nullptr || (count > 0 && (options == nullptr || values == nullptr)))
            return null_argument();
        JitLog(count, options, values); // the texts are empty until something is wrong
        auto* linking = new Linking;
        linking->options.assign(options, options + count);
        linking->values = values;
        const std::lock_guard lock(linkings().mutex);
        linkings().all.insert(linking);
        *state = reinterpret_cast<CUlinkState>(linking);
        return CUDA_SUCCESS;
    });
}

CUresult cuLinkAddData(CUlinkState state, CUjitInputType type, void* data, size_t bytes,
                       const char*, unsigned, CUjit_option*, void**) {
    return with_context(__func__, [&]() -> CUresult {
        if (data == nullptr) return null_argument();
        return add(state, type, std::string(static_cast<const char*>(data), bytes));
    });
}

CUresult cuLinkAddFile(CUlinkState state, CUjitInputType type, const char* name, unsigned,
                       CUjit_option*, void**) {
    return with_context(__func__, [&]() -> CUresult {
        if (name == nullptr) return null_argument();
        std::string content;
        if (!read_file(name, content))
            return fail(CUDA_ERROR_FILE_NOT_FOUND, std::string(name) + " cannot be read");
        return add(state, type, std::move(content));
    });
}

CUresult cuLinkComplete(CUlinkState state, void** image, size_t* bytes) {
    return with_context(__func__, [&]() -> CUresult {
        Linking* linking = linking_of(state);
        if (linking == nullptr) return no_linking();
        if (linking->units.empty())
            return fail(CUDA_ERROR_INVALID_VALUE, "nothing was added to link");
        linking->image = linking->units.front();
        if (image != nullptr) *image = linking->image.data();
        if (bytes != nullptr) *bytes = linking->image.size() + 1;
        return CUDA_SUCCESS;
    });
}

CUresult cuLinkDestroy(CUlinkState state) {
    return with_context(__func__, [&] {
        Linking* linking = linking_of(state);
        if (linking == nullptr) return no_linking();
        const std::lock_guard lock(linkings().mutex);
        linkings().all.erase(linking);
        delete linking;
        return CUDA_SUCCESS;
    });
}
