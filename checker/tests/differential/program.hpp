// One random program: the text of a kernel, how it is launched, and what it works on. Every kernel
// has the same parameters: where its inputs lie, where each thread's results go, memory that all
// threads share, and a number. The results and the shared memory are what two devices must agree
// on.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace differential {

enum class Kind { ptx, cuda };

struct Program {
    Kind kind = Kind::ptx;
    std::uint64_t seed = 0;
    std::string text; // PTX, or CUDA C++ for NVRTC
    std::array<unsigned, 3> grid{1, 1, 1}, block{1, 1, 1};
    unsigned dynamic_shared_bytes = 0;
    unsigned slots = 0;                 // 8-byte results a thread
    std::vector<std::uint64_t> input;   // read only
    std::vector<std::uint64_t> scratch; // what the shared global memory holds before the launch
    std::uint64_t salt = 0;

    unsigned threads_per_block() const { return block[0] * block[1] * block[2]; }
    unsigned threads() const { return grid[0] * grid[1] * grid[2] * threads_per_block(); }
};

struct Options {
    // Each value that an instruction leaves in a register is recorded too (see trace_ptx.hpp). The
    // digest stays that of the same program without it.
    bool trace = false;
};

std::string_view name_of(Kind kind);

Program generate(Kind kind, std::uint64_t seed, const Options& options = {});
Program generate_ptx(std::uint64_t seed, const Options& options);
Program generate_cuda(std::uint64_t seed);

inline constexpr const char* entry_name = "kernel";

} // namespace differential
