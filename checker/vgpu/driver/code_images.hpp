// Loads device code that the program has in memory or in a file: PTX or a fat binary.
#pragma once

#include "vgpu/driver/driver_call.hpp"

#include <cstddef>
#include <string>

namespace vgpu::driver {

// What a program's options ask of the JIT: the texts of errors. The others change nothing here.
struct JitLog {
    char* error = nullptr;
    std::size_t error_bytes = 0;
    void** error_size = nullptr; // where the size goes
    char* info = nullptr;
    void** info_size = nullptr;

    // Makes the texts empty.
    JitLog(unsigned count, const CUjit_option* options, void** values);
    void finish() const;
};

CUresult load(cudaLibrary_t* library, const void* image, const char* name, unsigned count = 0,
              const CUjit_option* options = nullptr, void** values = nullptr);
CUresult load_file(cudaLibrary_t* library, const char* name, unsigned count = 0,
                   const CUjit_option* options = nullptr, void** values = nullptr);

// The content of a file, or an error that names it.
CUresult read_file(const char* name, std::string& content);

} // namespace vgpu::driver
