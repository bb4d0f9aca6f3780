// Arrays and texture objects for api_textures.cu: made in a line, and what fails is told.
#pragma once
#include "api_tell.hpp"

#include <vector>

// An array of one, two or three dimensions (height or depth 0: that there is none), with these
// elements.
template <class Element>
cudaArray_t array_of(const std::vector<Element>& elements, cudaExtent extent, unsigned flags = 0) {
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<Element>();
    cudaArray_t array = nullptr;
    cudaMalloc3DArray(&array, &format, extent, flags);
    cudaMemcpy3DParms copy = {};
    const std::size_t height = extent.height == 0 ? 1 : extent.height;
    copy.srcPtr = make_cudaPitchedPtr(const_cast<Element*>(elements.data()),
                                      extent.width * sizeof(Element), extent.width, height);
    copy.dstArray = array;
    copy.extent = {extent.width, height, extent.depth == 0 ? 1 : extent.depth};
    copy.kind = cudaMemcpyHostToDevice;
    if (elements.empty()) return array;
    const cudaError_t error = cudaMemcpy3D(&copy);
    if (error != cudaSuccess) tell("copy to the array", error);
    return array;
}

inline cudaResourceDesc resource_of(cudaArray_t array) {
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    return resource;
}

inline cudaTextureDesc reading(cudaTextureFilterMode filter,
                               cudaTextureAddressMode mode = cudaAddressModeClamp,
                               bool normalised = false,
                               cudaTextureReadMode read = cudaReadModeElementType) {
    cudaTextureDesc texture = {};
    for (cudaTextureAddressMode& each : texture.addressMode) each = mode;
    texture.filterMode = filter;
    texture.readMode = read;
    texture.normalizedCoords = normalised;
    return texture;
}

inline cudaTextureObject_t object_of(const cudaResourceDesc& resource,
                                     const cudaTextureDesc& texture) {
    cudaTextureObject_t object = 0;
    const cudaError_t error = cudaCreateTextureObject(&object, &resource, &texture, nullptr);
    if (error != cudaSuccess) tell("texture object", error);
    return object;
}
