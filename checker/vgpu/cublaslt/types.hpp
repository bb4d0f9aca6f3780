// Which types of A, B, C and D have a product, in which types of sums and scales.
#pragma once

#include "vgpu/cublaslt/problem.hpp"

#include <optional>

namespace vgpu::cublaslt {

struct Types {
    Kernel kernel;
    cudaDataType bias;
    bool has_epilogues;
};

std::optional<Types> types_of(const Operation& operation, const Layouts& layouts);

// The alignment of addresses and leading dimensions that tensor cores need, in bytes; 0: any.
std::uintptr_t alignment_of(Kernel kernel);

inline cudaDataType type_of(const Layout* layout) {
    return static_cast<cudaDataType>(layout->type);
}

std::int64_t size_of(cudaDataType type); // in bytes

} // namespace vgpu::cublaslt
