#include "vgpu/cublaslt/attribute.hpp"

#include <algorithm>
#include <cstring>

namespace vgpu::cublaslt {
namespace {

const Attribute* find(std::span<const Attribute> attributes, int number) {
    const auto found = std::ranges::find(attributes, number, &Attribute::number);
    return found == attributes.end() ? nullptr : &*found;
}

} // namespace

cublasStatus_t set_attribute(std::span<const Attribute> attributes, void* descriptor, int number,
                             const void* from, std::size_t bytes) {
    const Attribute* const attribute = find(attributes, number);
    if (descriptor == nullptr || from == nullptr || attribute == nullptr ||
        bytes != attribute->bytes)
        return CUBLAS_STATUS_INVALID_VALUE;
    std::memcpy(static_cast<char*>(descriptor) + attribute->offset, from, bytes);
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t get_attribute(std::span<const Attribute> attributes, const void* descriptor,
                             int number, void* to, std::size_t bytes, std::size_t* written) {
    const Attribute* const attribute = find(attributes, number);
    if (descriptor == nullptr || attribute == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
    const bool only_asks = bytes == 0;
    if (only_asks ? written == nullptr : to == nullptr || bytes != attribute->bytes)
        return CUBLAS_STATUS_INVALID_VALUE;
    if (!only_asks)
        std::memcpy(to, static_cast<const char*>(descriptor) + attribute->offset, attribute->bytes);
    if (written != nullptr) *written = attribute->bytes;
    return CUBLAS_STATUS_SUCCESS;
}

} // namespace vgpu::cublaslt
