// Contexts: which are there, and which one each thread has. The engine has none; what a context
// owns is its device's, so two contexts of a device share it.
#pragma once

#include <cuda.h>

// What a CUcontext points at.
struct CUctx_st {
    int device = 0;
    unsigned flags = 0;
    unsigned long long number = 0;
    bool is_primary = false;
    CUfunc_cache cache = CU_FUNC_CACHE_PREFER_NONE; // as it was asked for
};

namespace vgpu::driver {

// cuInit has been called, or the program uses the runtime, which does it.
bool is_initialised();
void note_initialised();

// The calling thread's current context; null: none. Where the thread has called the runtime since,
// it is that of the runtime's current device.
CUctx_st* current_context();

// The device's primary context, which is always there.
CUctx_st* primary_context(int device);
bool exists(CUctx_st* context);

CUctx_st* create_context(int device, unsigned flags);
// Forgets the context. True if no context is left that keeps its device's memory.
bool destroy_context(CUctx_st* context);

// The calling thread's contexts. The runtime's current device follows.
CUresult push_context(CUctx_st* context);
CUctx_st* pop_context();
CUresult set_context(CUctx_st* context);

// Counts of cuDevicePrimaryCtxRetain.
void retain_primary(int device);
bool release_primary(int device); // false: it was not retained
bool is_primary_retained(int device);

} // namespace vgpu::driver
