// The CUDA runtime inside a program that was linked with libcudart_static.a: where its functions
// are, by the program's symbol table, and which of them lead to the virtual GPU.
#pragma once

#include "vgpu/runtime/fatbin/elf_file.hpp"

#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

namespace vgpu::static_runtime {

// The preloaded library, in the folder of the virtual GPU's libcudart.
inline constexpr const char* preloaded_library = "libworkbook_static_runtime.so";

#ifdef __x86_64__
inline constexpr bool is_available = true;
#else
inline constexpr bool is_available = false; // the jumps are instructions of x86-64
#endif

// jmp *0(%rip), and the address.
inline constexpr std::uint64_t jump_bytes = 14;

struct Function {
    std::string_view name;     // refers to the file's bytes
    std::uint64_t address = 0; // as the file has it; the loader adds where it put the file
    std::uint64_t room = 0;    // bytes up to the next function, or to the section's end
};

// The functions of the program that are called cuda... or __cuda..., in the order of their
// addresses. None if the program was stripped.
std::vector<Function> cuda_functions(const runtime::fatbin::ElfFile& program);

enum class Version { none, too_old, cuda_12, cuda_13 };

// The version of the runtime that these functions belong to; none if there is no runtime among
// them.
Version version_of(const std::vector<Function>& functions);

struct Redirections {
    std::vector<Function> replaced; // lead to our function of that name
    std::vector<Function> refused;  // the virtual GPU has none of that name
    std::vector<Function> cramped;  // there is no room for a jump
};

// `is_ours`: whether the virtual GPU's libcudart has a function of this name. Refused are only
// those among the runtime's, which is one object file: nvcc writes functions such as
// __cudaUnregisterBinaryUtil into the program, which are to run as they are.
Redirections redirections_of(const std::vector<Function>& functions,
                             const std::function<bool(std::string_view)>& is_ours);

} // namespace vgpu::static_runtime
