#include "vgpu/runtime/texture_objects.hpp"

#include "vgpu/exec/textures.hpp"
#include "vgpu/runtime/array_copies.hpp"

#include <fmt/core.h>

#include <utility>

namespace vgpu::runtime {

namespace {

exec::TexelFormat texel_format(const cudaChannelFormatDesc& format) {
    using exec::ChannelKind;
    return {format.f == cudaChannelFormatKindSigned     ? ChannelKind::signed_integer
            : format.f == cudaChannelFormatKindUnsigned ? ChannelKind::unsigned_integer
                                                        : ChannelKind::floating,
            format.x, channels_of(format)};
}

exec::Image image_of(const Array& array) {
    exec::Image image;
    image.address = array.address;
    image.width = static_cast<std::int64_t>(array.extent.width);
    image.height = static_cast<std::int64_t>(array.rows());
    image.slices = static_cast<std::int64_t>(array.slices());
    image.pitch = array.row_bytes();
    image.slice_pitch = array.row_bytes() * array.rows();
    image.format = texel_format(array.format);
    return image;
}

std::uint64_t limit(const Call& call, cudaDeviceAttr attribute) {
    return static_cast<std::uint64_t>(device_attribute(call.model(), attribute).value_or(0));
}

cudaError_t wrong(Call& call, const std::string& why) {
    return call.fail(cudaErrorInvalidValue, fmt::format("{} was given {}", call.api, why));
}

cudaError_t refuse(Call& call, const char* what) {
    call.loud = call.unsupported = true;
    return call.fail(cudaErrorNotSupported, fmt::format("the virtual GPU has no {} yet", what));
}

void note_shape(const Array& array, exec::Texture& texture) {
    texture.is_layered = array.is_layered();
    texture.is_cube = array.is_cubemap();
    const bool has_slices = array.extent.depth != 0 && !array.is_layered() && !array.is_cubemap();
    texture.dimensions = array.extent.height == 0 ? 1 : has_slices ? 3 : 2;
}

cudaError_t use_array(Call& call, cudaArray_t handle, exec::Texture& texture,
                      cudaChannelFormatDesc& format) {
    const Array* array = nullptr;
    if (const cudaError_t error = find_array(call, handle, array); error != cudaSuccess)
        return error;
    texture.levels.push_back(image_of(*array));
    note_shape(*array, texture);
    format = array->format;
    return cudaSuccess;
}

cudaError_t use_levels(Call& call, cudaMipmappedArray_t handle, exec::Texture& texture,
                       cudaChannelFormatDesc& format) {
    const MipmappedArray* mipmapped = call.runtime.arrays.find(handle);
    if (mipmapped == nullptr)
        return call.fail(
            cudaErrorInvalidResourceHandle,
            fmt::format("{} was given something that is no mipmapped array", call.api));
    for (const cudaArray_t level : mipmapped->levels) {
        const Array* array = call.runtime.arrays.find(level);
        texture.levels.push_back(image_of(*array));
        note_shape(*array, texture);
        format = array->format;
    }
    return cudaSuccess;
}

// Memory that a pointer leads to. Whether all elements are in it is looked at when they are read,
// as on a GPU.
cudaError_t check_memory(Call& call, const void* pointer) {
    const Pointer found = classify(call, pointer);
    if (!found.device_side() || !found.allocation)
        return wrong(call, "a pointer that is none to memory of the device");
    if (found.address % limit(call, cudaDevAttrTextureAlignment) != 0)
        return wrong(call, fmt::format("memory at {:#x}: a texture's is aligned to {} bytes",
                                       found.address, limit(call, cudaDevAttrTextureAlignment)));
    return cudaSuccess;
}

cudaError_t check_format(Call& call, const cudaChannelFormatDesc& format) {
    if (is_element_format(format)) return cudaSuccess;
    return call.fail(cudaErrorInvalidChannelDescriptor,
                     fmt::format("{} was given a format that no texture has", call.api));
}

cudaError_t use_linear(Call& call, const cudaResourceDesc& resource, exec::Texture& texture,
                       cudaChannelFormatDesc& format) {
    const auto& linear = resource.res.linear;
    format = linear.desc;
    cudaError_t error = check_format(call, format);
    if (error == cudaSuccess) error = check_memory(call, linear.devPtr);
    if (error != cudaSuccess) return error;
    exec::Image image;
    image.format = texel_format(format);
    const std::uint64_t width = linear.sizeInBytes / image.format.bytes();
    if (width > std::uint64_t{1} << 30) return wrong(call, "more elements than a texture can have");
    image.address = reinterpret_cast<std::uint64_t>(linear.devPtr);
    image.width = static_cast<std::int64_t>(width);
    image.pitch = image.slice_pitch = width * image.format.bytes();
    texture.levels.push_back(image);
    texture.is_linear_memory = true;
    texture.dimensions = 1;
    return cudaSuccess;
}

cudaError_t use_pitched(Call& call, const cudaResourceDesc& resource, exec::Texture& texture,
                        cudaChannelFormatDesc& format) {
    const auto& pitched = resource.res.pitch2D;
    format = pitched.desc;
    cudaError_t error = check_format(call, format);
    if (error == cudaSuccess) error = check_memory(call, pitched.devPtr);
    if (error != cudaSuccess) return error;
    exec::Image image;
    image.format = texel_format(format);
    const bool fits = pitched.width <= limit(call, cudaDevAttrMaxTexture2DLinearWidth) &&
                      pitched.height <= limit(call, cudaDevAttrMaxTexture2DLinearHeight) &&
                      pitched.pitchInBytes <= limit(call, cudaDevAttrMaxTexture2DLinearPitch);
    if (!fits)
        return wrong(call, fmt::format("{} x {} elements with a pitch of {} bytes, which no "
                                       "texture has",
                                       pitched.width, pitched.height, pitched.pitchInBytes));
    if (pitched.pitchInBytes % limit(call, cudaDevAttrTexturePitchAlignment) != 0 ||
        pitched.pitchInBytes < pitched.width * image.format.bytes())
        return wrong(call, fmt::format("a pitch of {} bytes for rows of {}: it is a multiple of {} "
                                       "and not less than a row",
                                       pitched.pitchInBytes, pitched.width * image.format.bytes(),
                                       limit(call, cudaDevAttrTexturePitchAlignment)));
    image.address = reinterpret_cast<std::uint64_t>(pitched.devPtr);
    image.width = static_cast<std::int64_t>(pitched.width);
    image.height = static_cast<std::int64_t>(pitched.height);
    image.pitch = image.slice_pitch = pitched.pitchInBytes;
    texture.levels.push_back(image);
    return cudaSuccess;
}

cudaError_t use_resource(Call& call, const cudaResourceDesc& resource, exec::Texture& texture,
                         cudaChannelFormatDesc& format) {
    switch (resource.resType) {
    case cudaResourceTypeArray:
        return use_array(call, resource.res.array.array, texture, format);
    case cudaResourceTypeMipmappedArray:
        return use_levels(call, resource.res.mipmap.mipmap, texture, format);
    case cudaResourceTypeLinear:
        return use_linear(call, resource, texture, format);
    case cudaResourceTypePitch2D:
        return use_pitched(call, resource, texture, format);
    default:
        return wrong(call, fmt::format("a resource of the kind {}, which there is not",
                                       static_cast<int>(resource.resType)));
    }
}

std::optional<exec::AddressMode> address_mode(cudaTextureAddressMode mode) {
    switch (mode) {
    case cudaAddressModeWrap:
        return exec::AddressMode::wrap;
    case cudaAddressModeClamp:
        return exec::AddressMode::clamp;
    case cudaAddressModeMirror:
        return exec::AddressMode::mirror;
    case cudaAddressModeBorder:
        return exec::AddressMode::border;
    default:
        return std::nullopt;
    }
}

cudaError_t use_sampler(Call& call, const cudaTextureDesc& texture,
                        const cudaChannelFormatDesc& format, exec::Texture& made) {
    exec::Sampler& sampler = made.sampler;
    for (std::size_t i = 0; i < 3; ++i) {
        const auto mode = address_mode(texture.addressMode[i]);
        if (!mode) return wrong(call, "an address mode that there is not");
        sampler.modes[i] = *mode;
    }
    for (const cudaTextureFilterMode filter : {texture.filterMode, texture.mipmapFilterMode})
        if (filter != cudaFilterModePoint && filter != cudaFilterModeLinear)
            return wrong(call, "a filter mode that there is not");
    if (texture.sRGB != 0) return refuse(call, "textures in sRGB");
    if (texture.seamlessCubemap != 0) return refuse(call, "seamless filters of cubemaps");
    const bool is_float = format.f == cudaChannelFormatKindFloat;
    sampler.reads_normalised = texture.readMode == cudaReadModeNormalizedFloat;
    if (sampler.reads_normalised && (is_float || format.x == 32))
        return call.fail(cudaErrorInvalidNormSetting,
                         fmt::format("{} was asked for elements read as normalised floats, which "
                                     "integers of 8 or 16 bits can be",
                                     call.api));
    sampler.is_linear = texture.filterMode == cudaFilterModeLinear;
    if (sampler.is_linear && !is_float && !sampler.reads_normalised)
        return call.fail(cudaErrorInvalidFilterSetting,
                         fmt::format("{} was asked for a linear filter of elements that are read "
                                     "as integers",
                                     call.api));
    sampler.has_normalised_coordinates = texture.normalizedCoords != 0;
    sampler.is_linear_between_levels = texture.mipmapFilterMode == cudaFilterModeLinear;
    sampler.bias = texture.mipmapLevelBias;
    sampler.least_level = texture.minMipmapLevelClamp;
    sampler.most_level = texture.maxMipmapLevelClamp;
    for (std::size_t i = 0; i < 4; ++i) sampler.border[i] = texture.borderColor[i];
    return cudaSuccess;
}

} // namespace

cudaError_t create_texture(Call& call, cudaTextureObject_t* handle,
                           const cudaResourceDesc* resource, const cudaTextureDesc* texture,
                           const cudaResourceViewDesc* view) {
    if (handle == nullptr || resource == nullptr) return wrong(call, "a null pointer");
    if (texture == nullptr)
        return call.fail(cudaErrorInvalidResourceHandle,
                         fmt::format("{} was given no description of a texture", call.api));
    if (view != nullptr) return refuse(call, "resource views");
    exec::Texture made;
    cudaChannelFormatDesc format{};
    cudaError_t error = use_resource(call, *resource, made, format);
    if (error == cudaSuccess) error = use_sampler(call, *texture, format, made);
    if (error != cudaSuccess) return error;
    *handle = call.device().textures().add(std::move(made));
    call.runtime.textures.add(*handle, {*resource, *texture, Call::current_device(), false});
    return cudaSuccess;
}

cudaError_t create_surface(Call& call, cudaSurfaceObject_t* handle,
                           const cudaResourceDesc* resource) {
    if (handle == nullptr || resource == nullptr) return wrong(call, "a null pointer");
    if (resource->resType != cudaResourceTypeArray)
        return wrong(call, "a resource that is no array");
    exec::Texture made;
    made.kind = exec::Texture::Kind::surface;
    cudaChannelFormatDesc format{};
    if (const cudaError_t error = use_array(call, resource->res.array.array, made, format);
        error != cudaSuccess)
        return error;
    *handle = call.device().textures().add(std::move(made));
    call.runtime.textures.add(*handle, {*resource, {}, Call::current_device(), true});
    return cudaSuccess;
}

} // namespace vgpu::runtime
