// Attributes of cuBLASLt's descriptors: a number, and bytes that are copied from and to the
// program.
#pragma once

#include <cublasLt.h>

#include <cstddef>
#include <span>

namespace vgpu::cublaslt {

struct Attribute {
    int number;
    std::size_t offset, bytes; // in the descriptor
};
#define WORKBOOK_ATTRIBUTE(number, Descriptor, member)                                             \
    vgpu::cublaslt::Attribute { number, offsetof(Descriptor, member), sizeof(Descriptor::member) }

cublasStatus_t set_attribute(std::span<const Attribute> attributes, void* descriptor, int number,
                             const void* from, std::size_t bytes);
// If `bytes` is 0, only the attribute's size is written.
cublasStatus_t get_attribute(std::span<const Attribute> attributes, const void* descriptor,
                             int number, void* to, std::size_t bytes, std::size_t* written);

} // namespace vgpu::cublaslt
