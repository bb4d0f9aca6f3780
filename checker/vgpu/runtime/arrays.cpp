#include "vgpu/runtime/arrays.hpp"

#include <utility>

namespace vgpu::runtime {

namespace {

// Handles are above all addresses of a program on Linux and above all device addresses.
constexpr std::uint64_t first_handle = 0x7a00'0000'0000'0000u;
constexpr std::uint64_t handle_step = 64;

} // namespace

int channels_of(const cudaChannelFormatDesc& format) {
    return (format.x != 0) + (format.y != 0) + (format.z != 0) + (format.w != 0);
}

bool is_element_format(const cudaChannelFormatDesc& format) {
    const int bits = format.x;
    if (bits != 8 && bits != 16 && bits != 32) return false;
    const int channels = channels_of(format);
    const int sizes[] = {format.x, format.y, format.z, format.w};
    for (int i = 0; i < 4; ++i)
        if (sizes[i] != (i < channels ? bits : 0)) return false;
    if (channels == 3) return false;
    switch (format.f) {
    case cudaChannelFormatKindSigned:
    case cudaChannelFormatKindUnsigned:
        return true;
    case cudaChannelFormatKindFloat:
        return bits != 8;
    default:
        return false;
    }
}

std::uint64_t Array::element_bytes() const {
    return static_cast<std::uint64_t>(format.x / 8) *
           static_cast<std::uint64_t>(channels_of(format));
}

std::uint64_t Arrays::next_handle() { return first_handle + handle_step * ++handles_; }

cudaArray_t Arrays::add(const Array& array) {
    const std::uint64_t number = next_handle();
    arrays_.emplace(number, array);
    return reinterpret_cast<cudaArray_t>(number);
}

const Array* Arrays::find(cudaArray_const_t handle) const {
    const auto found = arrays_.find(number_of(handle));
    return found == arrays_.end() ? nullptr : &found->second;
}

cudaMipmappedArray_t Arrays::add(MipmappedArray array) {
    const std::uint64_t number = next_handle();
    mipmapped_.emplace(number, std::move(array));
    return reinterpret_cast<cudaMipmappedArray_t>(number);
}

const MipmappedArray* Arrays::find(cudaMipmappedArray_const_t handle) const {
    const auto found = mipmapped_.find(number_of(handle));
    return found == mipmapped_.end() ? nullptr : &found->second;
}

bool Arrays::was_there(const void* handle) const {
    const std::uint64_t number = number_of(handle) - first_handle;
    return number % handle_step == 0 && number != 0 && number / handle_step <= handles_;
}

void Arrays::remove(cudaMipmappedArray_const_t handle) {
    const auto found = mipmapped_.find(number_of(handle));
    if (found == mipmapped_.end()) return;
    for (const cudaArray_t level : found->second.levels) remove(level);
    mipmapped_.erase(found);
}

void Arrays::clear(int device) {
    std::erase_if(arrays_, [&](const auto& entry) { return entry.second.device == device; });
    std::erase_if(mipmapped_, [&](const auto& entry) { return entry.second.device == device; });
}

} // namespace vgpu::runtime
