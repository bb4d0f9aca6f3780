// Questions of api_textures.cu: which descriptors, sizes and handles the calls refuse, and by which
// error.
#pragma once
#include "api_textures.hpp"

inline void tell_object(const char* question, const cudaResourceDesc& resource,
                        const cudaTextureDesc& texture) {
    cudaTextureObject_t object = 0;
    tell(question, cudaCreateTextureObject(&object, &resource, &texture, nullptr));
    if (object != 0) cudaDestroyTextureObject(object);
}

inline void ask_about_errors() {
    cudaArray_t array = nullptr;
    const auto format = cudaCreateChannelDesc<float>(), bytes = cudaCreateChannelDesc<uchar4>();
    tell("array: no pointer", cudaMallocArray(nullptr, &format, 4, 4));
    tell("array: no format", cudaMallocArray(&array, nullptr, 4, 4));
    tell("array: width 0", cudaMallocArray(&array, &format, 0, 4));
    tell("array: three channels", [&] {
        const cudaChannelFormatDesc three = {32, 32, 32, 0, cudaChannelFormatKindFloat};
        return cudaMallocArray(&array, &three, 4, 4);
    }());
    tell("array: 8-bit floats", [&] {
        const cudaChannelFormatDesc odd = {8, 0, 0, 0, cudaChannelFormatKindFloat};
        return cudaMallocArray(&array, &odd, 4, 4);
    }());
    tell("array: unequal channels", [&] {
        const cudaChannelFormatDesc odd = {8, 16, 0, 0, cudaChannelFormatKindUnsigned};
        return cudaMallocArray(&array, &odd, 4, 4);
    }());
    tell("array: no kind", [&] {
        const cudaChannelFormatDesc odd = {8, 0, 0, 0, cudaChannelFormatKindNone};
        return cudaMallocArray(&array, &odd, 4, 4);
    }());
    tell("array: too wide", cudaMallocArray(&array, &format, 1 << 20, 4));
    tell("array: too wide, 1d", cudaMallocArray(&array, &format, 1 << 20, 0));
    tell("array: flags 0x8000", cudaMallocArray(&array, &format, 4, 4, 0x8000));
    tell("array: cubemap of 5",
         cudaMalloc3DArray(&array, &format, make_cudaExtent(4, 4, 5), cudaArrayCubemap));
    tell("array: cubemap 4 by 3",
         cudaMalloc3DArray(&array, &format, make_cudaExtent(4, 3, 6), cudaArrayCubemap));
    tell("array: depth without height",
         cudaMalloc3DArray(&array, &format, make_cudaExtent(4, 0, 3), 0));
    tell("array: gather of 1d", cudaMallocArray(&array, &format, 4, 0, cudaArrayTextureGather));
    tell("array: 1d layered",
         cudaMalloc3DArray(&array, &format, make_cudaExtent(4, 0, 3), cudaArrayLayered));
    tell("free", cudaFreeArray(array));
    tell("free: null", cudaFreeArray(nullptr));
    tell("array", cudaMallocArray(&array, &format, 4, 3));
    cudaChannelFormatDesc got = {};
    cudaExtent extent = {};
    unsigned flags = 99;
    tell("info", cudaArrayGetInfo(&got, &extent, &flags, array));
    std::printf("%d %d %d %d kind %d, %zu %zu %zu, flags %u\n", got.x, got.y, got.z, got.w, got.f,
                extent.width, extent.height, extent.depth, flags);
    tell("info: no pointers", cudaArrayGetInfo(nullptr, nullptr, nullptr, array));
    tell("info: null array", cudaArrayGetInfo(&got, &extent, &flags, nullptr));
    float host[16] = {};
    tell("copy: all", cudaMemcpy2DToArray(array, 0, 0, host, 16, 16, 3, cudaMemcpyHostToDevice));
    tell("copy: too wide",
         cudaMemcpy2DToArray(array, 4, 0, host, 16, 16, 3, cudaMemcpyHostToDevice));
    tell("copy: too high",
         cudaMemcpy2DToArray(array, 0, 1, host, 16, 16, 3, cudaMemcpyHostToDevice));
    tell("copy: half an element",
         cudaMemcpy2DToArray(array, 2, 0, host, 16, 4, 1, cudaMemcpyHostToDevice));
    tell("copy: pitch", cudaMemcpy2DToArray(array, 0, 0, host, 8, 16, 3, cudaMemcpyHostToDevice));
    tell("copy: kind", cudaMemcpy2DToArray(array, 0, 0, host, 16, 16, 3, cudaMemcpyDeviceToHost));
    tell("copy: device to device from host",
         cudaMemcpy2DToArray(array, 0, 0, host, 16, 16, 3, cudaMemcpyDeviceToDevice));
    tell("copy: null array",
         cudaMemcpy2DToArray(nullptr, 0, 0, host, 16, 16, 3, cudaMemcpyHostToDevice));
    tell("copy: null host",
         cudaMemcpy2DToArray(array, 0, 0, nullptr, 16, 16, 3, cudaMemcpyHostToDevice));
    tell("copy: nothing", cudaMemcpy2DToArray(array, 0, 0, host, 16, 0, 3, cudaMemcpyHostToDevice));
    tell("copy back", cudaMemcpy2DFromArray(host, 16, array, 0, 0, 16, 3, cudaMemcpyDeviceToHost));
    tell("copy back: too high",
         cudaMemcpy2DFromArray(host, 16, array, 0, 0, 16, 4, cudaMemcpyDeviceToHost));
    tell("copy within",
         cudaMemcpy2DArrayToArray(array, 0, 1, array, 0, 0, 16, 1, cudaMemcpyDeviceToDevice));
    cudaMemcpy3DParms box = {};
    box.srcPtr = make_cudaPitchedPtr(host, 16, 4, 3);
    box.dstArray = array;
    box.extent = {4, 3, 1};
    box.kind = cudaMemcpyHostToDevice;
    tell("box", cudaMemcpy3D(&box));
    box.extent = {4, 3, 2};
    tell("box: too deep", cudaMemcpy3D(&box));
    box.extent = {5, 3, 1};
    tell("box: too wide", cudaMemcpy3D(&box));
    box.extent = {4, 3, 0};
    tell("box: depth 0", cudaMemcpy3D(&box));
    box.extent = {2, 1, 1};
    box.dstPos = {2, 2, 0};
    tell("box: with a position in elements", cudaMemcpy3D(&box));
    box.dstPos = {3, 2, 0};
    tell("box: beyond", cudaMemcpy3D(&box));
    box.dstPos = {0, 0, 0};
    box.dstPtr = box.srcPtr;
    tell("box: two destinations", cudaMemcpy3D(&box));
    box.dstPtr = {};
    box.dstArray = nullptr;
    tell("box: no destination", cudaMemcpy3D(&box));

    const auto resource = resource_of(array);
    const auto texture = reading(cudaFilterModePoint);
    cudaTextureObject_t object = 0;
    tell("object", cudaCreateTextureObject(&object, &resource, &texture, nullptr));
    cudaResourceDesc its_resource = {};
    cudaTextureDesc its_texture = {};
    tell("resource", cudaGetTextureObjectResourceDesc(&its_resource, object));
    tell("  is of the array", static_cast<long long>(its_resource.res.array.array == array));
    tell("description", cudaGetTextureObjectTextureDesc(&its_texture, object));
    tell("  its modes",
         static_cast<long long>(its_texture.addressMode[0] * 100 + its_texture.addressMode[2] * 10 +
                                its_texture.filterMode));
    tell("  its greatest anisotropy", static_cast<long long>(its_texture.maxAnisotropy));
    tell("destroy", cudaDestroyTextureObject(object));
    tell("destroy: 0", cudaDestroyTextureObject(0));
    tell("object: no pointer", cudaCreateTextureObject(nullptr, &resource, &texture, nullptr));
    tell("object: no resource", cudaCreateTextureObject(&object, nullptr, &texture, nullptr));
    tell("object: no texture", cudaCreateTextureObject(&object, &resource, nullptr, nullptr));
    auto odd_resource = resource;
    odd_resource.res.array.array = nullptr;
    tell_object("object: null array", odd_resource, texture);
    odd_resource.resType = static_cast<cudaResourceType>(9);
    tell_object("object: kind 9", odd_resource, texture);
    auto odd = texture;
    odd.addressMode[0] = static_cast<cudaTextureAddressMode>(9);
    tell_object("object: address mode 9", resource, odd);
    odd = texture;
    odd.filterMode = static_cast<cudaTextureFilterMode>(9);
    tell_object("object: filter 9", resource, odd);
    odd = texture;
    odd.readMode = static_cast<cudaTextureReadMode>(9);
    tell_object("object: read mode 9", resource, odd);
    tell_object("object: wrap, not normalised", resource,
                reading(cudaFilterModePoint, cudaAddressModeWrap));
    tell_object(
        "object: floats normalised", resource,
        reading(cudaFilterModePoint, cudaAddressModeClamp, false, cudaReadModeNormalizedFloat));
    cudaArray_t byte_array = nullptr, int_array = nullptr;
    cudaMallocArray(&byte_array, &bytes, 4, 4);
    tell_object("object: bytes as elements, linear", resource_of(byte_array),
                reading(cudaFilterModeLinear));
    tell_object(
        "object: bytes normalised, linear", resource_of(byte_array),
        reading(cudaFilterModeLinear, cudaAddressModeClamp, false, cudaReadModeNormalizedFloat));
    const auto ints = cudaCreateChannelDesc<int>();
    cudaMallocArray(&int_array, &ints, 4, 4);
    tell_object(
        "object: ints normalised", resource_of(int_array),
        reading(cudaFilterModePoint, cudaAddressModeClamp, false, cudaReadModeNormalizedFloat));
    tell_object("object: ints, linear", resource_of(int_array), reading(cudaFilterModeLinear));

    char* memory = nullptr;
    cudaMalloc(&memory, 1 << 16);
    cudaResourceDesc linear = {};
    linear.resType = cudaResourceTypeLinear;
    linear.res.linear = {memory, format, 1 << 16};
    tell_object("linear", linear, texture);
    tell_object("linear: linear filter", linear, reading(cudaFilterModeLinear));
    tell_object("linear: normalised coordinates", linear,
                reading(cudaFilterModePoint, cudaAddressModeClamp, true));
    tell_object("linear: wrap", linear, reading(cudaFilterModePoint, cudaAddressModeWrap, true));
    linear.res.linear.devPtr = memory + 16;
    tell_object("linear: 16 bytes on", linear, texture);
    linear.res.linear.devPtr = memory + 512;
    linear.res.linear.sizeInBytes = 256;
    tell_object("linear: 512 bytes on", linear, texture);
    linear.res.linear.sizeInBytes = 0;
    tell_object("linear: no bytes", linear, texture);
    linear.res.linear.sizeInBytes = 2;
    tell_object("linear: half an element", linear, texture);
    linear.res.linear.sizeInBytes = 256;
    linear.res.linear.devPtr = nullptr;
    tell_object("linear: null", linear, texture);
    linear.res.linear.devPtr = host;
    tell_object("linear: host memory", linear, texture);
    linear.res.linear.devPtr = memory;
    linear.res.linear.sizeInBytes = 1 << 20;
    tell_object("linear: beyond the allocation", linear, texture);
    linear.res.linear.sizeInBytes = std::size_t{1} << 40;
    tell_object("linear: too many elements", linear, texture);
    cudaResourceDesc pitched = {};
    pitched.resType = cudaResourceTypePitch2D;
    pitched.res.pitch2D = {memory, format, 8, 4, 512};
    tell_object("pitched", pitched, texture);
    pitched.res.pitch2D.pitchInBytes = 40;
    tell_object("pitched: 40 bytes", pitched, texture);
    pitched.res.pitch2D.pitchInBytes = 32;
    tell_object("pitched: 32 bytes", pitched, texture);
    pitched.res.pitch2D.pitchInBytes = 16;
    tell_object("pitched: less than a row", pitched, texture);
    pitched.res.pitch2D = {memory, format, 0, 4, 512};
    tell_object("pitched: width 0", pitched, texture);
    pitched.res.pitch2D = {memory, format, 8, 4000, 512};
    tell_object("pitched: beyond the allocation", pitched, texture);

    cudaSurfaceObject_t surface = 0;
    tell("surface: of an array without the flag", cudaCreateSurfaceObject(&surface, &resource));
    cudaArray_t writable = nullptr;
    cudaMallocArray(&writable, &format, 4, 4, cudaArraySurfaceLoadStore);
    const auto its = resource_of(writable);
    tell("surface", cudaCreateSurfaceObject(&surface, &its));
    tell("surface: resource", cudaGetSurfaceObjectResourceDesc(&its_resource, surface));
    tell("surface: destroy", cudaDestroySurfaceObject(surface));
    tell("surface: destroy 0", cudaDestroySurfaceObject(0));
    linear.res.linear.sizeInBytes = 256;
    tell("surface: of linear memory", cudaCreateSurfaceObject(&surface, &linear));
    tell("surface: no pointer", cudaCreateSurfaceObject(nullptr, &its));
    tell("surface: no resource", cudaCreateSurfaceObject(&surface, nullptr));
    tell("free an array that a texture uses", [&] {
        cudaCreateTextureObject(&object, &resource, &texture, nullptr);
        return cudaFreeArray(array);
    }());
    tell("destroy the texture then", cudaDestroyTextureObject(object));
}

// What a driver may not survive: last things last.
inline void ask_about_handles() {
    const auto format = cudaCreateChannelDesc<float>();
    cudaArray_t array = nullptr;
    cudaMallocArray(&array, &format, 4, 4, cudaArraySurfaceLoadStore);
    const auto resource = resource_of(array);
    const auto texture = reading(cudaFilterModePoint);
    cudaTextureObject_t object = 0;
    cudaSurfaceObject_t surface = 0;
    cudaResourceDesc its = {};
    cudaCreateTextureObject(&object, &resource, &texture, nullptr);
    tell("texture: destroy", cudaDestroyTextureObject(object));
    tell("texture: destroy twice", cudaDestroyTextureObject(object));
    tell("texture: resource of a destroyed one", cudaGetTextureObjectResourceDesc(&its, object));
    tell("texture: resource of 12345", cudaGetTextureObjectResourceDesc(&its, 12345));
    cudaCreateSurfaceObject(&surface, &resource);
    tell("surface: destroy", cudaDestroySurfaceObject(surface));
    tell("surface: destroy twice", cudaDestroySurfaceObject(surface));
    tell("surface: resource of 12345", cudaGetSurfaceObjectResourceDesc(&its, 12345));
    tell("array: free", cudaFreeArray(array));
    cudaChannelFormatDesc got = {};
    cudaExtent extent = {};
    unsigned flags = 0;
    tell("array: info of a freed one", cudaArrayGetInfo(&got, &extent, &flags, array));
    tell("array: free twice", cudaFreeArray(array));
}
