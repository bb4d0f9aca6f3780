// What the questions about kernels that launch kernels share: notes and answers that kernels leave.
#pragma once

#include "api_tell.hpp"

namespace {

// What kernels note, in the order in which they come.
struct Notes {
    int count;
    int values[250];
};
__device__ Notes notes;
__device__ int flag;

__device__ void note(int value) {
    const int place = atomicAdd(&notes.count, 1);
    if (place < 250) notes.values[place] = value;
}

// The device's answers: the code that a call returned or left.
constexpr int places = 32;
__device__ int answers[places];

void clear() {
    static const Notes none{};
    static const int zeros[places] = {};
    static_cast<void>(cudaMemcpyToSymbol(notes, &none, sizeof none));
    static_cast<void>(cudaMemcpyToSymbol(answers, zeros, sizeof zeros));
    static_cast<void>(cudaMemcpyToSymbol(flag, zeros, sizeof flag));
}
void wait() { tell("cudaDeviceSynchronize", cudaDeviceSynchronize()); }
int answer(int index) {
    int all[places] = {};
    static_cast<void>(cudaMemcpyFromSymbol(all, answers, sizeof all));
    return all[index];
}
void tell_code(const char* question, int index) {
    std::printf("%-58s %s\n", question, cudaGetErrorName(static_cast<cudaError_t>(answer(index))));
}
void tell_answer(const char* question, int index) { tell(question, answer(index)); }
void tell_notes(const char* question) {
    Notes all{};
    static_cast<void>(cudaMemcpyFromSymbol(&all, notes, sizeof all));
    std::printf("%-58s %d:", question, all.count);
    for (int index = 0; index < all.count && index < 40; ++index)
        std::printf(" %d", all.values[index]);
    std::printf("\n");
}

__global__ void write_down(int value) { note(value); }
__global__ void nothing() {}

} // namespace
