#include "learner/cuda_runtime.hpp"

#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>

namespace workbook::learner {
namespace {

constexpr const char* runtime_names[] = {"libcudart.so.13", "libcudart.so.12"};

// A handle of the runtime; looking symbols up in it rather than in the whole program means that a
// function of the same name in the learner's code is not mistaken for it.
void* runtime_library(bool load) {
    for (const char* name : runtime_names)
        if (void* library = dlopen(name, RTLD_NOW | RTLD_NOLOAD)) return library;
    if (!load) return nullptr;
    for (const char* name : runtime_names)
        if (void* library = dlopen(name, RTLD_NOW | RTLD_GLOBAL)) return library;
    return nullptr;
}

template <class Function>
bool look_up(void* library, const char* name, Function*& function) {
    function = reinterpret_cast<Function*>(dlsym(library, name));
    return function != nullptr;
}

} // namespace

bool CudaRuntime::end_call() const {
    if (call_ended_) call_ended_();
    return call_ended_ != nullptr;
}

bool CudaRuntime::bind(void* library) {
    // These are asked for on the virtual GPU alone.
    look_up(library, "cudaHostRegister", host_register_);
    look_up(library, "cudaMallocManaged", malloc_managed_);
    if (std::getenv(wire::door_variable)) look_up(library, wire::call_ended_name, call_ended_);
    return look_up(library, "cudaMalloc", malloc_) && look_up(library, "cudaFree", free_) &&
           look_up(library, "cudaMemcpy", memcpy_) &&
           look_up(library, "cudaDeviceSynchronize", synchronise_) &&
           look_up(library, "cudaGetLastError", last_error_) &&
           look_up(library, "cudaGetErrorName", error_name_) &&
           look_up(library, "cudaGetErrorString", error_string_);
}

CudaRuntime* CudaRuntime::find(bool load) {
    static CudaRuntime runtime;
    static bool found = false;
    if (!found)
        if (void* library = runtime_library(load)) found = runtime.bind(library);
    return found ? &runtime : nullptr;
}

wire::CudaError CudaRuntime::describe(int code) const {
    wire::CudaError error;
    error.code = code;
    if (code != 0) {
        std::snprintf(error.name, sizeof error.name, "%s", error_name_(code));
        std::snprintf(error.message, sizeof error.message, "%s", error_string_(code));
    }
    return error;
}

TraceSource TraceSource::find() {
    TraceSource source;
    const char* path = std::getenv(wire::tracer_variable);
    void* library = path ? dlopen(path, RTLD_NOW | RTLD_GLOBAL) : nullptr;
    if (!library) return source;
    source.begin = reinterpret_cast<wire::TraceBegin>(dlsym(library, wire::trace_begin_name));
    source.end = reinterpret_cast<wire::TraceEnd>(dlsym(library, wire::trace_end_name));
    source.activity =
        reinterpret_cast<wire::TraceActivity>(dlsym(library, wire::trace_activity_name));
    if (!source.begin || !source.end) source = TraceSource();
    return source;
}

} // namespace workbook::learner
