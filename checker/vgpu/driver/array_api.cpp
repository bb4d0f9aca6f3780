// Arrays, and the textures and surfaces that read and write them.
#include "vgpu/driver/driver_call.hpp"

#include <algorithm>
#include <iterator>
#include <optional>

using namespace vgpu::driver;

namespace {

struct Format {
    CUarray_format number;
    int bits;
    cudaChannelFormatKind kind;
};
constexpr Format formats[] = {
    {CU_AD_FORMAT_UNSIGNED_INT8, 8, cudaChannelFormatKindUnsigned},
    {CU_AD_FORMAT_UNSIGNED_INT16, 16, cudaChannelFormatKindUnsigned},
    {CU_AD_FORMAT_UNSIGNED_INT32, 32, cudaChannelFormatKindUnsigned},
    {CU_AD_FORMAT_SIGNED_INT8, 8, cudaChannelFormatKindSigned},
    {CU_AD_FORMAT_SIGNED_INT16, 16, cudaChannelFormatKindSigned},
    {CU_AD_FORMAT_SIGNED_INT32, 32, cudaChannelFormatKindSigned},
    {CU_AD_FORMAT_HALF, 16, cudaChannelFormatKindFloat},
    {CU_AD_FORMAT_FLOAT, 32, cudaChannelFormatKindFloat},
};

// nullopt, with an error reported, if the virtual GPU has no such texels.
std::optional<cudaChannelFormatDesc> channels_of(CUarray_format number, unsigned channels) {
    const auto* format = std::ranges::find(formats, number, &Format::number);
    if (format == std::end(formats) || (channels != 1 && channels != 2 && channels != 4)) {
        fail(CUDA_ERROR_NOT_SUPPORTED,
             "arrays of the virtual GPU have 1, 2 or 4 channels of 8, 16 or 32 bits; this is "
             "format " +
                 std::to_string(number) + " with " + std::to_string(channels) + " channels");
        return std::nullopt;
    }
    const auto bits = [&](unsigned index) { return index < channels ? format->bits : 0; };
    return cudaChannelFormatDesc{bits(0), bits(1), bits(2), bits(3), format->kind};
}

CUresult create(CUarray* array, const CUDA_ARRAY3D_DESCRIPTOR& wanted) {
    const auto channels = channels_of(wanted.Format, wanted.NumChannels);
    if (!channels) return CUDA_ERROR_NOT_SUPPORTED;
    return result_of(WORKBOOK_RUNTIME(cudaMalloc3DArray)(
        reinterpret_cast<cudaArray_t*>(array), &*channels,
        {wanted.Width, wanted.Height, wanted.Depth}, wanted.Flags));
}

CUresult resource_of(const CUDA_RESOURCE_DESC& wanted, cudaResourceDesc& resource) {
    switch (wanted.resType) {
    case CU_RESOURCE_TYPE_ARRAY:
        resource.resType = cudaResourceTypeArray;
        resource.res.array.array = reinterpret_cast<cudaArray_t>(wanted.res.array.hArray);
        return CUDA_SUCCESS;
    case CU_RESOURCE_TYPE_LINEAR: {
        const auto& from = wanted.res.linear;
        const auto channels = channels_of(from.format, from.numChannels);
        if (!channels) return CUDA_ERROR_NOT_SUPPORTED;
        resource.resType = cudaResourceTypeLinear;
        resource.res.linear = {pointer_of(from.devPtr), *channels, from.sizeInBytes};
        return CUDA_SUCCESS;
    }
    case CU_RESOURCE_TYPE_PITCH2D: {
        const auto& from = wanted.res.pitch2D;
        const auto channels = channels_of(from.format, from.numChannels);
        if (!channels) return CUDA_ERROR_NOT_SUPPORTED;
        resource.resType = cudaResourceTypePitch2D;
        resource.res.pitch2D = {pointer_of(from.devPtr), *channels, from.width, from.height,
                                from.pitchInBytes};
        return CUDA_SUCCESS;
    }
    default:
        return fail(CUDA_ERROR_NOT_SUPPORTED,
                    "the virtual GPU's driver has textures of arrays, of linear and of pitched "
                    "memory; mipmapped arrays are the runtime's (cudaCreateTextureObject)");
    }
}

// The width of an integer texel's channel, which decides whether it can be read as a float.
int bits_of_channel(const cudaResourceDesc& resource, cudaChannelFormatKind& kind) {
    cudaChannelFormatDesc channels{};
    const auto describe = WORKBOOK_RUNTIME(cudaArrayGetInfo);
    if (resource.resType == cudaResourceTypeArray)
        describe(&channels, nullptr, nullptr, resource.res.array.array);
    else if (resource.resType == cudaResourceTypeLinear)
        channels = resource.res.linear.desc;
    else
        channels = resource.res.pitch2D.desc;
    kind = channels.f;
    return channels.x;
}

cudaTextureDesc texture_of(const CUDA_TEXTURE_DESC& wanted, const cudaResourceDesc& resource) {
    cudaTextureDesc texture{};
    for (int i = 0; i < 3; ++i)
        texture.addressMode[i] = static_cast<cudaTextureAddressMode>(wanted.addressMode[i]);
    texture.filterMode = static_cast<cudaTextureFilterMode>(wanted.filterMode);
    cudaChannelFormatKind kind = cudaChannelFormatKindNone;
    const int bits = bits_of_channel(resource, kind);
    const bool is_float = kind == cudaChannelFormatKindFloat;
    texture.readMode = (wanted.flags & CU_TRSF_READ_AS_INTEGER) != 0 || is_float || bits == 32
                           ? cudaReadModeElementType
                           : cudaReadModeNormalizedFloat;
    texture.sRGB = (wanted.flags & CU_TRSF_SRGB) != 0;
    texture.normalizedCoords = (wanted.flags & CU_TRSF_NORMALIZED_COORDINATES) != 0;
    texture.disableTrilinearOptimization =
        (wanted.flags & CU_TRSF_DISABLE_TRILINEAR_OPTIMIZATION) != 0;
    texture.seamlessCubemap = (wanted.flags & CU_TRSF_SEAMLESS_CUBEMAP) != 0;
    texture.maxAnisotropy = wanted.maxAnisotropy;
    texture.mipmapFilterMode = static_cast<cudaTextureFilterMode>(wanted.mipmapFilterMode);
    texture.mipmapLevelBias = wanted.mipmapLevelBias;
    texture.minMipmapLevelClamp = wanted.minMipmapLevelClamp;
    texture.maxMipmapLevelClamp = wanted.maxMipmapLevelClamp;
    std::copy_n(wanted.borderColor, 4, texture.borderColor);
    return texture;
}

} // namespace

CUresult cuArrayCreate(CUarray* array, const CUDA_ARRAY_DESCRIPTOR* wanted) {
    return with_context(__func__, [&]() -> CUresult {
        if (array == nullptr || wanted == nullptr) return null_argument();
        return create(array,
                      {wanted->Width, wanted->Height, 0, wanted->Format, wanted->NumChannels, 0});
    });
}

CUresult cuArray3DCreate(CUarray* array, const CUDA_ARRAY3D_DESCRIPTOR* wanted) {
    return with_context(__func__, [&]() -> CUresult {
        if (array == nullptr || wanted == nullptr) return null_argument();
        return create(array, *wanted);
    });
}

CUresult cuArrayDestroy(CUarray array) {
    return with_context(__func__, [&] {
        return WORKBOOK_RUNTIME(cudaFreeArray)(reinterpret_cast<cudaArray_t>(array));
    });
}

CUresult cuTexObjectCreate(CUtexObject* object, const CUDA_RESOURCE_DESC* resource,
                           const CUDA_TEXTURE_DESC* texture, const CUDA_RESOURCE_VIEW_DESC* view) {
    return with_context(__func__, [&]() -> CUresult {
        if (object == nullptr || resource == nullptr || texture == nullptr) return null_argument();
        if (view != nullptr)
            return fail(CUDA_ERROR_NOT_SUPPORTED,
                        "the virtual GPU's driver has no views of a texture's resource");
        cudaResourceDesc of{};
        if (const CUresult error = resource_of(*resource, of); error != CUDA_SUCCESS) return error;
        const cudaTextureDesc how = texture_of(*texture, of);
        return result_of(WORKBOOK_RUNTIME(cudaCreateTextureObject)(object, &of, &how, nullptr));
    });
}

CUresult cuTexObjectDestroy(CUtexObject object) {
    return with_context(__func__,
                        [&] { return WORKBOOK_RUNTIME(cudaDestroyTextureObject)(object); });
}

CUresult cuSurfObjectCreate(CUsurfObject* object, const CUDA_RESOURCE_DESC* resource) {
    return with_context(__func__, [&]() -> CUresult {
        if (object == nullptr || resource == nullptr) return null_argument();
        cudaResourceDesc of{};
        if (const CUresult error = resource_of(*resource, of); error != CUDA_SUCCESS) return error;
        return result_of(WORKBOOK_RUNTIME(cudaCreateSurfaceObject)(object, &of));
    });
}

CUresult cuSurfObjectDestroy(CUsurfObject object) {
    return with_context(__func__,
                        [&] { return WORKBOOK_RUNTIME(cudaDestroySurfaceObject)(object); });
}
