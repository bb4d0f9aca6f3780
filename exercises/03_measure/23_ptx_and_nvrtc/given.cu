// Lesson 23, given: counts the calls of the compiler.
#include "ptx_and_nvrtc.hpp"

#include <dlfcn.h>
#include <nvrtc.h>

static int compilation_count = 0;

// All calls of the program come by here, and go on to NVRTC's function, which the linker finds
// after this one of its name.
extern "C" nvrtcResult nvrtcCompileProgram(nvrtcProgram program, int count,
                                           const char* const* options) {
    ++compilation_count;
    static auto* const next =
        reinterpret_cast<decltype(&nvrtcCompileProgram)>(dlsym(RTLD_NEXT, "nvrtcCompileProgram"));
    return next(program, count, options);
}

int compilations() { return compilation_count; }
