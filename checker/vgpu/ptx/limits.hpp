// Bounds on what one PTX text may ask for, so that a hostile text costs an error and not the
// machine.
//
// Each is far above what nvcc emits: the largest modules seen hold a few hundred thousand
// instructions and tens of thousands of registers a function.
#pragma once

#include <cstddef>
#include <cstdint>

namespace vgpu::ptx::limits {

inline constexpr std::size_t text_size = 64u << 20;   // bytes of PTX
inline constexpr std::size_t elements = 4u << 20;     // instructions, operands, labels, ...: all
inline constexpr int scope_depth = 256;               // nested { } in a function
inline constexpr int expression_depth = 64;           // parentheses of a constant expression
inline constexpr int initializer_depth = 16;          // nested { } of an initialiser
inline constexpr std::size_t modifiers = 32;          // of one instruction
inline constexpr std::size_t operands = 1024;         // of one instruction, vector or list
inline constexpr std::uint64_t registers = 1'000'000; // declared in one function
inline constexpr std::uint64_t module_registers = 16'000'000; // declared in all functions together
inline constexpr std::uint64_t variable_size = 1ull << 40;    // bytes of one variable
inline constexpr std::uint64_t initialized_size = 64u << 20;  // bytes of all initialised variables
inline constexpr std::uint64_t alignment = 1u << 20;
inline constexpr std::size_t function_name = 1024; // characters of a name in a report

} // namespace vgpu::ptx::limits
