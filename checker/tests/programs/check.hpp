// What each of these programs would otherwise repeat: a call that fails, or a result that is not
// what the CPU computed, ends the program with a sentence and exit code 1.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

inline void check(cudaError_t error, int line = __builtin_LINE()) {
    if (error == cudaSuccess) return;
    std::fprintf(stderr, "line %d: %s\n", line, cudaGetErrorString(error));
    std::exit(1);
}

inline void require(bool holds, const char* what, int line = __builtin_LINE()) {
    if (holds) return;
    std::fprintf(stderr, "line %d: wrong: %s\n", line, what);
    std::exit(1);
}

// After a launch: it was accepted, and the kernel ran to its end.
inline void finish(int line = __builtin_LINE()) {
    check(cudaGetLastError(), line);
    check(cudaDeviceSynchronize(), line);
}
