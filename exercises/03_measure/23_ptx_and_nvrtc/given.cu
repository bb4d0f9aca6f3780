// Lesson 23, given: counts the calls of the compiler, and lets calls of NVRTC fail.
#include "ptx_and_nvrtc.hpp"

#include <dlfcn.h>
#include <nvrtc.h>

static int compilation_count = 0, question_count = 0, refused_question = 0;

// All calls of the program come by here, and go on to NVRTC's function, which the linker finds
// after this one of its name.
template <typename Function, typename... Arguments>
static nvrtcResult go_on(Function*, const char* name, Arguments... arguments) {
    return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name))(arguments...);
}

extern "C" nvrtcResult nvrtcCompileProgram(nvrtcProgram program, int count,
                                           const char* const* options) {
    ++compilation_count;
    return go_on(nvrtcCompileProgram, "nvrtcCompileProgram", program, count, options);
}

int compilations() { return compilation_count; }

template <typename Function, typename... Arguments>
static nvrtcResult ask(Function* function, const char* name, Arguments... arguments) {
    if (++question_count == refused_question) {
        return NVRTC_ERROR_INTERNAL_ERROR;
    }
    return go_on(function, name, arguments...);
}

extern "C" nvrtcResult nvrtcAddNameExpression(nvrtcProgram program, const char* expression) {
    return ask(nvrtcAddNameExpression, "nvrtcAddNameExpression", program, expression);
}

extern "C" nvrtcResult nvrtcGetProgramLogSize(nvrtcProgram program, size_t* size) {
    return ask(nvrtcGetProgramLogSize, "nvrtcGetProgramLogSize", program, size);
}

extern "C" nvrtcResult nvrtcGetProgramLog(nvrtcProgram program, char* log) {
    return ask(nvrtcGetProgramLog, "nvrtcGetProgramLog", program, log);
}

extern "C" nvrtcResult nvrtcGetPTXSize(nvrtcProgram program, size_t* size) {
    return ask(nvrtcGetPTXSize, "nvrtcGetPTXSize", program, size);
}

extern "C" nvrtcResult nvrtcGetPTX(nvrtcProgram program, char* ptx) {
    return ask(nvrtcGetPTX, "nvrtcGetPTX", program, ptx);
}

extern "C" nvrtcResult nvrtcGetLoweredName(nvrtcProgram program, const char* expression,
                                           const char** lowered) {
    return ask(nvrtcGetLoweredName, "nvrtcGetLoweredName", program, expression, lowered);
}

int refuse_question(int number) {
    const int asked = question_count;
    question_count = 0;
    refused_question = number;
    return asked;
}
