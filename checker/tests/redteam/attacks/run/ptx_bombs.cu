// Attack: PTX that is small as text and large for those who make a program of it
// Verdict: any
// Stage: run
#include "square_port.hpp"

#include <string>

static void load(const std::string& text) {
    cudaLibrary_t library = nullptr;
    cudaKernel_t kernel = nullptr;
    const std::string head = ".version 8.0\n.target sm_80\n.address_size 64\n";
    if (cudaLibraryLoadData(&library, (head + text).c_str(), nullptr, nullptr, 0, nullptr, nullptr,
                            0) == cudaSuccess &&
        cudaLibraryGetKernel(&kernel, library, "f") == cudaSuccess)
        cudaLaunchKernel(kernel, dim3(1), dim3(32), nullptr, 0, nullptr);
    cudaGetLastError();
}

void square(const std::int64_t* input, std::int64_t* output, std::size_t count) {
    load(".visible .entry f() { .reg .b64 %r<2000000000>; ret; }");
    load(".global .b8 a[1000000000000]; .visible .entry f() { ret; }");
    load(".visible .entry f() { .local .b8 a[100000000000]; .shared .b8 b[100000000000]; ret; }");
    load(".visible .entry f() " + std::string(100000, '{') + std::string(100000, '}'));
    load(".visible .entry f(.param .b8 a[4000000000]) { ret; }");
    std::string calls = ".func f0() { ret; }";
    for (int i = 1; i < 60; ++i) {
        const std::string below = "call f" + std::to_string(i - 1) + ";";
        calls += ".func f" + std::to_string(i) + "() { " + below + below + " ret; }";
    }
    load(calls + ".visible .entry f() { ret; }");
    load(".visible .entry f() { .maxntid 4000000000, 4000000000, 4000000000; ret; }");
    for (std::size_t i = 0; i < count; ++i) output[i] = input[i] * input[i];
}
