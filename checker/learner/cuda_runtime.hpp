// The few functions of the CUDA runtime that the learner program itself needs.
//
// They are looked up in the runtime that the learner's code is linked with, so that a program
// without any CUDA still serves calls, and so that neither the toolkit's headers nor a runtime of a
// certain version are needed to build this part.
#pragma once

#include "wire/message.hpp"
#include "wire/trace_source.hpp"

#include <cstddef>

namespace workbook::learner {

// Values of cudaMemcpyKind (CUDA Runtime API, "Data types used by CUDA Runtime").
enum CopyKind : int { copy_host_to_device = 1, copy_device_to_host = 2 };

class CudaRuntime {
  public:
    // The runtime that is part of the process; with `load` it is brought in when it is not.
    static CudaRuntime* find(bool load);

    int allocate(void** pointer, std::size_t bytes) const { return malloc_(pointer, bytes); }
    int free(void* pointer) const { return free_(pointer); }
    int copy(void* to, const void* from, std::size_t bytes, CopyKind kind) const {
        return memcpy_(to, from, bytes, kind);
    }
    int pin(void* memory, std::size_t bytes) const {
        return host_register_ ? host_register_(memory, bytes, 0) : 801; // cudaErrorNotSupported
    }
    int allocate_managed(void** pointer, std::size_t bytes) const {
        constexpr unsigned attach_global = 1; // cudaMemAttachGlobal
        return malloc_managed_ ? malloc_managed_(pointer, bytes, attach_global) : 801;
    }
    // Leaves an error, as an earlier call of other code would that asked for more than there is.
    void fail() const {
        void* nothing = nullptr;
        malloc_(&nothing, ~std::size_t{0});
    }
    int synchronise() const { return synchronise_(); }
    int take_last_error() const { return last_error_(); }
    // The virtual GPU is told that the checker's call is over, and runs the work that is still
    // queued; the checker asks it what came of that. False on a real GPU.
    bool end_call() const;
    wire::CudaError describe(int code) const;

  private:
    bool bind(void* library);

    int (*malloc_)(void**, std::size_t) = nullptr;
    int (*free_)(void*) = nullptr;
    int (*memcpy_)(void*, const void*, std::size_t, int) = nullptr;
    int (*host_register_)(void*, std::size_t, unsigned) = nullptr;
    int (*malloc_managed_)(void**, std::size_t, unsigned) = nullptr;
    int (*synchronise_)() = nullptr;
    int (*last_error_)() = nullptr;
    const char* (*error_name_)(int) = nullptr;
    const char* (*error_string_)(int) = nullptr;
    void (*call_ended_)() = nullptr; // of the virtual GPU alone
};

// The trace functions of the library that WORKBOOK_TRACER names, on a real GPU. Both null when
// there is none.
struct TraceSource {
    wire::TraceBegin begin = nullptr;
    wire::TraceEnd end = nullptr;
    wire::TraceActivity activity = nullptr; // may be missing alone

    static TraceSource find();
};

} // namespace workbook::learner
