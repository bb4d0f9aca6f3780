// Attack: fat binaries that claim other sizes than they have
// Verdict: any
// Stage: run
#include "square_port.hpp"

void square(const std::int64_t* input, std::int64_t* output, std::size_t count) {
    // A container's header, then an entry's: kind and header size, bytes, compressed bytes, architecture, ...
    for (const std::uint64_t lie :
         {0ull, 1ull, 65ull, 1ull << 20, 1ull << 32, 1ull << 62, ~0ull, ~15ull})
        for (const std::uint64_t flags : {0ull, 0x2000ull, 0x8000ull})
            for (int field = 1; field < 10; ++field) {
                std::uint64_t data[512] = {0x0010'0001'ba55'ed50,
                                           sizeof data - 16,
                                           0x0000'0040'0101'0001,
                                           sizeof data - 80,
                                           64,
                                           80ull << 32,
                                           0,
                                           flags,
                                           0,
                                           4096};
                data[field] = lie;
                cudaLibrary_t library = nullptr;
                cudaLibraryLoadData(&library, data, nullptr, nullptr, 0, nullptr, nullptr, 0);
                const void* wrapper[] = {reinterpret_cast<void*>(0x0000'0001'4662'43b1), data,
                                         nullptr};
                cudaLibraryLoadData(&library, wrapper, nullptr, nullptr, 0, nullptr, nullptr, 0);
            }
    for (std::size_t i = 0; i < count; ++i) output[i] = input[i] * input[i];
}
