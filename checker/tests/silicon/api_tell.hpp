// How the questions to the CUDA runtime print their answers, one line each.
#pragma once

#include <cstdio>
#include <cstring>
#include <cuda_runtime.h>

// The code, and the last error that it left, which is cleared.
inline void tell(const char* question, cudaError_t answer) {
    const char* left = cudaGetErrorName(cudaGetLastError());
    std::printf("%-58s %s, left %s\n", question, cudaGetErrorName(answer), left);
}

inline void tell(const char* question, long long value) {
    std::printf("%-58s %lld\n", question, value);
}

struct Section {
    const char* name;
    void (*ask)();
};

// Without arguments: the names of the sections; else runs the one that is named.
template <int count>
int run_sections(const Section (&sections)[count], int words, char** text) {
    std::setvbuf(stdout, nullptr, _IOLBF, 0); // what was answered before a crash is kept
    for (const Section& section : sections) {
        if (words < 2)
            std::printf("%s\n", section.name);
        else if (std::strcmp(section.name, text[1]) == 0)
            section.ask();
    }
    return 0;
}
