// CUDA arrays: made, asked about and freed.
#include "vgpu/runtime/allocations.hpp"
#include "vgpu/runtime/array_copies.hpp"
#include "vgpu/runtime/call_checks.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <bit>

using namespace vgpu::runtime;

namespace {

constexpr unsigned known_flags = cudaArrayLayered | cudaArrayCubemap | cudaArraySurfaceLoadStore |
                                 cudaArrayTextureGather | cudaArrayColorAttachment;

std::uint64_t limit(const Call& call, cudaDeviceAttr attribute) {
    return static_cast<std::uint64_t>(device_attribute(call.model(), attribute).value_or(0));
}

// The greatest extent of an array of these flags, 0 where it has no such dimension.
cudaExtent greatest_extent(const Call& call, const cudaExtent& extent, unsigned flags) {
    const auto of = [&](cudaDeviceAttr attribute) { return limit(call, attribute); };
    const bool is_layered = (flags & cudaArrayLayered) != 0;
    if ((flags & cudaArrayCubemap) != 0) {
        const std::uint64_t width = is_layered ? of(cudaDevAttrMaxTextureCubemapLayeredWidth)
                                               : of(cudaDevAttrMaxTextureCubemapWidth);
        return {width, width, is_layered ? of(cudaDevAttrMaxTextureCubemapLayeredLayers) : 6};
    }
    if (is_layered && extent.height == 0)
        return {of(cudaDevAttrMaxTexture1DLayeredWidth), 0,
                of(cudaDevAttrMaxTexture1DLayeredLayers)};
    if (is_layered)
        return {of(cudaDevAttrMaxTexture2DLayeredWidth), of(cudaDevAttrMaxTexture2DLayeredHeight),
                of(cudaDevAttrMaxTexture2DLayeredLayers)};
    if (extent.depth != 0)
        return {of(cudaDevAttrMaxTexture3DWidth), of(cudaDevAttrMaxTexture3DHeight),
                of(cudaDevAttrMaxTexture3DDepth)};
    if ((flags & cudaArrayTextureGather) != 0)
        return {of(cudaDevAttrMaxTexture2DGatherWidth), of(cudaDevAttrMaxTexture2DGatherHeight), 0};
    if (extent.height != 0)
        return {of(cudaDevAttrMaxTexture2DWidth), of(cudaDevAttrMaxTexture2DHeight), 0};
    return {of(cudaDevAttrMaxTexture1DWidth), 0, 0};
}

cudaError_t check_extent(Call& call, const cudaExtent& extent, unsigned flags) {
    const auto wrong = [&](const char* why) {
        return call.fail(cudaErrorInvalidValue,
                         fmt::format("{} was asked for an array of {} x {} x {} elements: {}",
                                     call.api, extent.width, extent.height, extent.depth, why));
    };
    if (extent.width == 0) return wrong("it has no width");
    const bool is_cubemap = (flags & cudaArrayCubemap) != 0;
    const bool is_layered = (flags & cudaArrayLayered) != 0;
    if (is_cubemap && (extent.width != extent.height || extent.depth == 0 ||
                       extent.depth % 6 != 0 || (!is_layered && extent.depth != 6)))
        return wrong("a cubemap has 6 square faces, one of layers a multiple of 6");
    if (is_layered && extent.depth == 0) return wrong("it has no layers");
    if (!is_layered && !is_cubemap && extent.height == 0 && extent.depth != 0)
        return wrong("it has a depth and no height");
    const bool is_plane = extent.height != 0 && extent.depth == 0;
    if ((flags & cudaArrayTextureGather) != 0 && !is_plane)
        return wrong("gathers are for arrays of two dimensions");
    const cudaExtent most = greatest_extent(call, extent, flags);
    if (extent.width > most.width || extent.height > most.height || extent.depth > most.depth)
        return wrong("that is more than the device allows");
    return cudaSuccess;
}

cudaError_t check_array(Call& call, const cudaChannelFormatDesc* format, const cudaExtent& extent,
                        unsigned flags) {
    if (format == nullptr)
        return call.fail(cudaErrorInvalidValue,
                         fmt::format("{} was given no format of the elements", call.api));
    if ((flags & ~known_flags) != 0) {
        constexpr unsigned special = cudaArraySparse | cudaArrayDeferredMapping;
        call.loud = call.unsupported = (flags & ~known_flags & ~special) == 0;
        return call.fail(call.unsupported ? cudaErrorNotSupported : cudaErrorInvalidValue,
                         call.unsupported
                             ? "the virtual GPU has no sparse arrays and none that are mapped later"
                             : fmt::format("{:#x} are no flags of {}", flags, call.api));
    }
    if (!is_element_format(*format))
        return call.fail(cudaErrorInvalidChannelDescriptor,
                         fmt::format("{} was given a format that no array has: 1, 2 or 4 channels, "
                                     "each of 8, 16 or 32 bits (floats: 16 or 32)",
                                     call.api));
    return check_extent(call, extent, flags);
}

template <class Handle>
cudaError_t check_answer(Call& call, Handle* handle) {
    return handle != nullptr ? cudaSuccess : null_answer(call);
}

cudaError_t make_array(Call& call, cudaArray_t* handle, const cudaChannelFormatDesc* format,
                       const cudaExtent& extent, unsigned flags) {
    if (const cudaError_t error = check_answer(call, handle); error != cudaSuccess) return error;
    if (const cudaError_t error = check_array(call, format, extent, flags); error != cudaSuccess)
        return error;
    Array array;
    array.format = *format;
    array.extent = extent;
    array.flags = flags;
    array.device = Call::current_device();
    void* pointer = nullptr;
    if (const cudaError_t error = allocate(call, &pointer, array.bytes(), MemoryKind::array);
        error != cudaSuccess)
        return error;
    array.address = array.allocation = reinterpret_cast<std::uint64_t>(pointer);
    *handle = call.runtime.arrays.add(array);
    return cudaSuccess;
}

std::uint64_t halved(std::uint64_t size, unsigned times) {
    return size == 0 ? 0 : std::max<std::uint64_t>(size >> times, 1);
}

cudaError_t make_levels(Call& call, cudaMipmappedArray_t* handle,
                        const cudaChannelFormatDesc* format, const cudaExtent& extent,
                        unsigned count, unsigned flags) {
    if (const cudaError_t error = check_answer(call, handle); error != cudaSuccess) return error;
    if (const cudaError_t error = check_array(call, format, extent, flags); error != cudaSuccess)
        return error;
    const bool is_layered = (flags & (cudaArrayLayered | cudaArrayCubemap)) != 0;
    const std::size_t longest =
        std::max({extent.width, extent.height, is_layered ? std::size_t{0} : extent.depth});
    count = std::clamp(count, 1u, static_cast<unsigned>(std::bit_width(longest)));
    std::vector<Array> levels(count);
    std::uint64_t bytes = 0;
    for (unsigned i = 0; i < count; ++i) {
        Array& level = levels[i];
        level.format = *format;
        level.extent = {halved(extent.width, i), halved(extent.height, i),
                        is_layered ? extent.depth : halved(extent.depth, i)};
        level.flags = flags;
        level.device = Call::current_device();
        level.is_level = true;
        level.address = bytes;
        bytes += (level.bytes() + 255) / 256 * 256;
    }
    void* pointer = nullptr;
    if (const cudaError_t error = allocate(call, &pointer, bytes, MemoryKind::array);
        error != cudaSuccess)
        return error;
    MipmappedArray mipmapped;
    mipmapped.allocation = reinterpret_cast<std::uint64_t>(pointer);
    mipmapped.device = Call::current_device();
    for (Array& level : levels) {
        level.allocation = mipmapped.allocation;
        level.address += mipmapped.allocation;
        mipmapped.levels.push_back(call.runtime.arrays.add(level));
    }
    *handle = call.runtime.arrays.add(std::move(mipmapped));
    return cudaSuccess;
}

cudaError_t free_storage(Call& call, std::uint64_t address) {
    ReleaseRequest request;
    request.array = true;
    return release(call, reinterpret_cast<void*>(address), request);
}

} // namespace

extern "C" {

cudaError_t cudaMallocArray(cudaArray_t* array, const cudaChannelFormatDesc* format, size_t width,
                            size_t height, unsigned flags) {
    return api_call(__func__, [&](Call& call) {
        return make_array(call, array, format, {width, height, 0}, flags);
    });
}

cudaError_t cudaMalloc3DArray(cudaArray_t* array, const cudaChannelFormatDesc* format,
                              cudaExtent extent, unsigned flags) {
    return api_call(__func__,
                    [&](Call& call) { return make_array(call, array, format, extent, flags); });
}

cudaError_t cudaFreeArray(cudaArray_t array) {
    return api_call(__func__, [&](Call& call) {
        if (array == nullptr) return cudaSuccess;
        const Array* found = nullptr;
        if (const cudaError_t error = find_array(call, array, found); error != cudaSuccess)
            return error;
        if (found->is_level)
            return call.fail(cudaErrorInvalidValue,
                             "cudaFreeArray was given a level of a mipmapped array: "
                             "cudaFreeMipmappedArray frees all of them");
        const std::uint64_t address = found->allocation;
        const cudaError_t error = free_storage(call, address);
        if (error == cudaSuccess) call.runtime.arrays.remove(array);
        return error;
    });
}

cudaError_t cudaArrayGetInfo(cudaChannelFormatDesc* format, cudaExtent* extent, unsigned* flags,
                             cudaArray_t array) {
    return api_call(__func__, [&](Call& call) {
        const Array* found = nullptr;
        if (const cudaError_t error = find_array(call, array, found); error != cudaSuccess)
            return error;
        if (format != nullptr) *format = found->format;
        if (extent != nullptr) *extent = found->extent;
        if (flags != nullptr) *flags = found->flags;
        return cudaSuccess;
    });
}

cudaError_t cudaGetChannelDesc(cudaChannelFormatDesc* format, cudaArray_const_t array) {
    return api_call(__func__, [&](Call& call) {
        if (const cudaError_t error = check_answer(call, format); error != cudaSuccess)
            return error;
        const Array* found = nullptr;
        if (const cudaError_t error = find_array(call, array, found); error != cudaSuccess)
            return error;
        *format = found->format;
        return cudaSuccess;
    });
}

cudaError_t cudaMallocMipmappedArray(cudaMipmappedArray_t* array,
                                     const cudaChannelFormatDesc* format, cudaExtent extent,
                                     unsigned levels, unsigned flags) {
    return api_call(__func__, [&](Call& call) {
        return make_levels(call, array, format, extent, levels, flags);
    });
}

cudaError_t cudaGetMipmappedArrayLevel(cudaArray_t* level, cudaMipmappedArray_const_t array,
                                       unsigned number) {
    return api_call(__func__, [&](Call& call) {
        if (const cudaError_t error = check_answer(call, level); error != cudaSuccess) return error;
        const MipmappedArray* found = call.runtime.arrays.find(array);
        if (found == nullptr)
            return call.fail(
                cudaErrorInvalidResourceHandle,
                fmt::format("{} was given something that is no mipmapped array", call.api));
        if (number >= found->levels.size())
            return call.fail(cudaErrorInvalidValue,
                             fmt::format("{} was asked for level {} of a mipmapped array of {}",
                                         call.api, number, found->levels.size()));
        *level = found->levels[number];
        return cudaSuccess;
    });
}

cudaError_t cudaFreeMipmappedArray(cudaMipmappedArray_t array) {
    return api_call(__func__, [&](Call& call) {
        if (array == nullptr) return cudaSuccess;
        const MipmappedArray* found = call.runtime.arrays.find(array);
        if (found == nullptr)
            return call.fail(
                cudaErrorInvalidResourceHandle,
                fmt::format("{} was given something that is no mipmapped array", call.api));
        const std::uint64_t address = found->allocation;
        const cudaError_t error = free_storage(call, address);
        if (error == cudaSuccess) call.runtime.arrays.remove(array);
        return error;
    });
}

} // extern "C"
