// Names: of results, and of this library's functions, by which programs look for them.
#include "vgpu/driver/driver_call.hpp"
#include "vgpu/driver/unsupported.hpp"

#include <algorithm>
#include <cctype>
#include <cstring>
#include <dlfcn.h>
#include <iterator>
#include <string>
#include <string_view>

using namespace vgpu::driver;

// The first version, which cuda.h declares only for the driver itself.
#undef cuGetProcAddress
extern "C" CUresult cuGetProcAddress(const char* symbol, void** function, int version,
                                     cuuint64_t flags);

namespace {

// Functions of which CUDA 13.0's cuda.h takes another version than the second one, or than the
// first: by the version of CUDA that brought it (cudaTypedefs.h, PFN_cuCtxCreate_v12050).
struct Revision {
    std::string_view name;
    int number;
    int since;
};
constexpr Revision revisions[] = {
    {"cuCtxCreate", 4, 12050},
    {"cuCtxCreate", 3, 11040},
    {"cuCtxCreate", 2, 3020},
    {"cuDevicePrimaryCtxRelease", 2, 11000},
    {"cuDevicePrimaryCtxReset", 2, 11000},
    {"cuDevicePrimaryCtxSetFlags", 2, 11000},
    {"cuDeviceGetUuid", 2, 11040},
    {"cuEventElapsedTime", 2, 12080},
    {"cuGetProcAddress", 2, 12000},
    {"cuMemAdvise", 2, 12020},
    {"cuMemPrefetchAsync", 2, 12020},
    {"cuMemcpy3DBatchAsync", 2, 13000},
    {"cuMemcpyBatchAsync", 2, 13000},
    {"cuStreamBeginCapture", 2, 10010},
    {"cuStreamGetCaptureInfo", 3, 12030},
    {"cuStreamGetCaptureInfo", 2, 11030},
};

// The version of CUDA that brought a function, by cudaTypedefs.h (CMakeLists.txt); 0: not known.
int first_version(std::string_view name) {
    struct Since {
        std::string_view name;
        int version;
    };
    static constexpr Since functions[] = {
#include "vgpu/driver/first_versions.inc"
    };
    const Since* found = std::ranges::find(functions, name, &Since::name);
    return found == std::end(functions) ? 0 : found->version;
}

// "cuMemAlloc_v2": programs ask for cuMemAlloc and a version.
bool has_suffix(std::string_view name) {
    const auto line = name.rfind('_');
    if (line == std::string_view::npos) return false;
    const std::string_view suffix = name.substr(line + 1);
    return suffix == "ptsz" || suffix == "ptds" ||
           (suffix.size() > 1 && suffix[0] == 'v' &&
            std::ranges::all_of(suffix.substr(1), [](unsigned char c) { return std::isdigit(c); }));
}

bool has_revisions(std::string_view name) {
    for (const Revision& revision : revisions)
        if (revision.name == name) return true;
    return false;
}

void* own_symbol(const std::string& name) {
    static void* const self = [] {
        Dl_info info;
        return dladdr(reinterpret_cast<const void*>(&has_revisions), &info) != 0
                   ? dlopen(info.dli_fname, RTLD_NOW | RTLD_NOLOAD)
                   : nullptr;
    }();
    if (self == nullptr || is_unsupported(name)) return nullptr;
    return dlsym(self, name.c_str());
}

// The function under the names of its twins, if the program's default stream is per-thread.
void* with_suffix(const std::string& name, bool per_thread) {
    if (per_thread)
        for (const char* suffix : {"_ptsz", "_ptds"})
            if (void* found = own_symbol(name + suffix)) return found;
    return own_symbol(name);
}

void* find(const std::string& name, int version, bool per_thread) {
    if (has_suffix(name)) return nullptr;
    if (has_revisions(name)) {
        for (const Revision& revision : revisions)
            if (revision.name == name && version >= revision.since)
                return with_suffix(name + "_v" + std::to_string(revision.number), per_thread);
        return with_suffix(name, per_thread);
    }
    // CUDA 3.2 made addresses 64 bits wide: all that it changed is called _v2.
    if (void* found = with_suffix(name + "_v2", per_thread)) return found;
    return with_suffix(name, per_thread);
}

CUresult proc_address(const char* symbol, void** function, int version, cuuint64_t flags,
                      CUdriverProcAddressQueryResult* status) {
    if (symbol == nullptr || function == nullptr ||
        (flags &
         ~(CU_GET_PROC_ADDRESS_LEGACY_STREAM | CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM)) != 0)
        return CUDA_ERROR_INVALID_VALUE;
    const bool per_thread = (flags & CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM) != 0;
    *function = find(symbol, version, per_thread);
    const bool is_too_new = *function != nullptr && version < first_version(symbol);
    if (is_too_new) *function = nullptr;
    if (status != nullptr)
        *status = *function != nullptr ? CU_GET_PROC_ADDRESS_SUCCESS
                  : is_too_new         ? CU_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT
                                       : CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND;
    return CUDA_SUCCESS;
}

template <class Function>
Function encoder(const char* name) {
    void* function = nullptr;
    cudaDriverEntryPointQueryResult found{};
    WORKBOOK_RUNTIME(cudaGetDriverEntryPointByVersion)(name, &function, 12000, 0, &found);
    return reinterpret_cast<Function>(function);
}

} // namespace

CUresult cuGetErrorName(CUresult error, const char** name) {
    if (name == nullptr) return CUDA_ERROR_INVALID_VALUE;
    *name = vgpu::runtime::driver_result_name(error);
    return *name != nullptr ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

// The runtime has the same texts, but for two of which it does not have the codes.
CUresult cuGetErrorString(CUresult error, const char** text) {
    if (text == nullptr) return CUDA_ERROR_INVALID_VALUE;
    *text = nullptr;
    if (!has_runtime() || vgpu::runtime::driver_result_name(error) == nullptr)
        return CUDA_ERROR_INVALID_VALUE;
    if (error == CUDA_ERROR_CONTEXT_ALREADY_CURRENT)
        *text = "context already current";
    else if (error == CUDA_ERROR_KEY_ROTATION)
        *text = "an error happened during the key rotation sequence";
    else
        *text = WORKBOOK_RUNTIME(cudaGetErrorString)(static_cast<cudaError_t>(error));
    return CUDA_SUCCESS;
}

CUresult cuGetProcAddress(const char* symbol, void** function, int version, cuuint64_t flags) {
    const CUresult result = proc_address(symbol, function, version, flags, nullptr);
    return result == CUDA_SUCCESS && *function == nullptr ? CUDA_ERROR_NOT_FOUND : result;
}

extern "C" CUresult cuGetProcAddress_v2(const char* symbol, void** function, int version,
                                        cuuint64_t flags, CUdriverProcAddressQueryResult* status) {
    return proc_address(symbol, function, version, flags, status);
}

// Tables of functions that no document describes; NVIDIA's own libraries, NVRTC for one, ask for
// them and do without.
CUresult cuGetExportTable(const void** table, const CUuuid*) {
    if (table != nullptr) *table = nullptr;
    return CUDA_ERROR_NOT_FOUND;
}

CUresult cuTensorMapEncodeTiled(CUtensorMap* map, CUtensorMapDataType type, cuuint32_t rank,
                                void* address, const cuuint64_t* dims, const cuuint64_t* strides,
                                const cuuint32_t* box, const cuuint32_t* steps,
                                CUtensorMapInterleave interleave, CUtensorMapSwizzle swizzle,
                                CUtensorMapL2promotion promotion, CUtensorMapFloatOOBfill fill) {
    return initialised(__func__, [&] {
        static const auto encode =
            encoder<decltype(&cuTensorMapEncodeTiled)>("cuTensorMapEncodeTiled");
        return encode(map, type, rank, address, dims, strides, box, steps, interleave, swizzle,
                      promotion, fill);
    });
}

CUresult cuTensorMapEncodeIm2col(CUtensorMap* map, CUtensorMapDataType type, cuuint32_t rank,
                                 void* address, const cuuint64_t* dims, const cuuint64_t* strides,
                                 const int* lower, const int* upper, cuuint32_t channels,
                                 cuuint32_t pixels, const cuuint32_t* steps,
                                 CUtensorMapInterleave interleave, CUtensorMapSwizzle swizzle,
                                 CUtensorMapL2promotion promotion, CUtensorMapFloatOOBfill fill) {
    return initialised(__func__, [&] {
        static const auto encode =
            encoder<decltype(&cuTensorMapEncodeIm2col)>("cuTensorMapEncodeIm2col");
        return encode(map, type, rank, address, dims, strides, lower, upper, channels, pixels,
                      steps, interleave, swizzle, promotion, fill);
    });
}

CUresult cuTensorMapReplaceAddress(CUtensorMap* map, void* address) {
    return initialised(__func__, [&] {
        static const auto replace =
            encoder<decltype(&cuTensorMapReplaceAddress)>("cuTensorMapReplaceAddress");
        return replace(map, address);
    });
}
