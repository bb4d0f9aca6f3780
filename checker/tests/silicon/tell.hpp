// One line an answer: the question, what the call returned, what it gave, and what the next
// cudaGetLastError says.
#pragma once

#include <cstdio>
#include <cuda_runtime.h>

inline const char* name(cudaError_t error) { return cudaGetErrorName(error); }

inline void tell(const char* question, cudaError_t answer) {
    std::printf("%-58s %s", question, name(answer));
    std::printf(", then %s\n", name(cudaGetLastError()));
}

// A reference: the value is looked at after the call that fills it.
template <class Value>
void tell(const char* question, cudaError_t answer, const Value& value) {
    std::printf("%-58s %s %lld", question, name(answer), static_cast<long long>(value));
    std::printf(", then %s\n", name(cudaGetLastError()));
}
