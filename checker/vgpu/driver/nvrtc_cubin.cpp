// Preloaded into a program that uses NVRTC: what it compiles to machine code is given to it as PTX,
// which is what the virtual GPU executes. NVRTC has both after a compilation for sm_90, say.
#include <cstddef>
#include <dlfcn.h>

#define WORKBOOK_EXPORT extern "C" __attribute__((visibility("default"))) int

namespace {

constexpr int internal_error = 11; // NVRTC_ERROR_INTERNAL_ERROR, nvrtc.h

template <class Function>
Function of_nvrtc(const char* name) {
    return reinterpret_cast<Function>(dlsym(RTLD_NEXT, name));
}

} // namespace

WORKBOOK_EXPORT nvrtcGetCUBINSize(void* program, std::size_t* bytes) {
    static const auto ptx_size = of_nvrtc<int (*)(void*, std::size_t*)>("nvrtcGetPTXSize");
    return ptx_size != nullptr ? ptx_size(program, bytes) : internal_error;
}

WORKBOOK_EXPORT nvrtcGetCUBIN(void* program, char* code) {
    static const auto ptx = of_nvrtc<int (*)(void*, char*)>("nvrtcGetPTX");
    return ptx != nullptr ? ptx(program, code) : internal_error;
}
