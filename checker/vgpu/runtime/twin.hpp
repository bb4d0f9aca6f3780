// Second names of functions. Programs built with --default-stream per-thread call many functions
// under names with the suffix _ptsz or _ptds: there the null stream is the calling thread's own.
#pragma once

#include "vgpu/runtime/streams.hpp"

// The same function.
#define WORKBOOK_TWIN(function, suffix)                                                            \
    extern "C" __attribute__((visibility("default"),                                               \
                              alias(#function))) decltype(function) function##suffix

// WORKBOOK_PER_THREAD(cudaMemset, _ptds, (void* p, int v, size_t n), (p, v, n))
#define WORKBOOK_PER_THREAD(function, suffix, parameters, arguments)                               \
    extern "C" __attribute__((visibility("default"))) cudaError_t function##suffix parameters {    \
        const vgpu::runtime::Streams::PerThreadDefault per_thread;                                 \
        return function arguments;                                                                 \
    }
