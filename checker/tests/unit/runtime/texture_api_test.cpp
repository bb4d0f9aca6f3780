// Tests of the runtime API: arrays, texture objects and surface objects.
#include "api_fixture.hpp"

#include <catch2/matchers/catch_matchers_string.hpp>

#include <cstring>
#include <numeric>

using Catch::Matchers::ContainsSubstring;
using vgpu::runtime::test::Fixture;

// Programs still call the copies that CUDA has deprecated.
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

namespace {

const cudaChannelFormatDesc floats = {32, 0, 0, 0, cudaChannelFormatKindFloat};

cudaArray_t array_of(std::size_t width, std::size_t height, unsigned flags = 0) {
    cudaArray_t array = nullptr;
    REQUIRE(cudaMallocArray(&array, &floats, width, height, flags) == cudaSuccess);
    return array;
}

cudaResourceDesc resource_of(cudaArray_t array) {
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    return resource;
}

std::vector<float> counted(std::size_t count) {
    std::vector<float> values(count);
    std::iota(values.begin(), values.end(), 0.f);
    return values;
}

} // namespace

TEST_CASE_METHOD(Fixture, "an array holds what is copied to it, row by row") {
    const cudaArray_t array = array_of(4, 3);
    const std::vector<float> values = counted(12);
    std::vector<float> back(12);
    CHECK(cudaMemcpy2DToArray(array, 0, 0, values.data(), 16, 16, 3, cudaMemcpyHostToDevice) ==
          cudaSuccess);
    CHECK(cudaMemcpy2DFromArray(back.data(), 16, array, 0, 0, 16, 3, cudaMemcpyDeviceToHost) ==
          cudaSuccess);
    CHECK(back == values);
    // A box in the middle, from the device, in a stream.
    void* device = allocate(64);
    CHECK(cudaMemcpy2DFromArrayAsync(device, 32, array, 4, 1, 8, 2, cudaMemcpyDeviceToDevice,
                                     nullptr) == cudaSuccess);
    CHECK(cudaMemcpy(back.data(), device, 40, cudaMemcpyDeviceToHost) == cudaSuccess);
    CHECK(back[0] == 5);
    CHECK(back[1] == 6);
    CHECK(back[8] == 9);
    // Bytes that go on in the next row.
    CHECK(cudaMemcpyFromArray(back.data(), array, 8, 0, 16, cudaMemcpyDeviceToHost) == cudaSuccess);
    CHECK(back[0] == 2);
    CHECK(back[3] == 5);
    const cudaArray_t other = array_of(4, 3);
    CHECK(cudaMemcpy2DArrayToArray(other, 0, 1, array, 0, 0, 16, 2, cudaMemcpyDeviceToDevice) ==
          cudaSuccess);
    CHECK(cudaMemcpyFromArray(back.data(), other, 0, 1, 32, cudaMemcpyDeviceToHost) == cudaSuccess);
    CHECK(back[7] == 7);
    CHECK(cudaFreeArray(array) == cudaSuccess);
    CHECK(cudaFreeArray(other) == cudaSuccess);
    CHECK(cudaFreeArray(nullptr) == cudaSuccess);
    cudaFree(device);
}

TEST_CASE_METHOD(Fixture, "a box is copied with positions in elements") {
    cudaArray_t array = nullptr;
    REQUIRE(cudaMalloc3DArray(&array, &floats, {4, 3, 2}, 0) == cudaSuccess);
    std::vector<float> values = counted(24);
    cudaMemcpy3DParms copy = {};
    copy.srcPtr = {values.data(), 16, 4, 3};
    copy.dstArray = array;
    copy.extent = {4, 3, 2};
    copy.kind = cudaMemcpyHostToDevice;
    CHECK(cudaMemcpy3D(&copy) == cudaSuccess);
    std::vector<float> back(24, -1);
    cudaMemcpy3DParms taken = {};
    taken.srcArray = array;
    taken.srcPos = {1, 2, 1};
    taken.dstPtr = {back.data(), 16, 4, 3};
    taken.extent = {3, 1, 1};
    taken.kind = cudaMemcpyDeviceToHost;
    CHECK(cudaMemcpy3D(&taken) == cudaSuccess);
    CHECK(back[0] == 21);
    CHECK(back[2] == 23);
    CHECK(back[3] == -1);
    taken.extent = {4, 1, 1};
    CHECK(cudaMemcpy3D(&taken) == cudaErrorInvalidValue);
    taken.srcPos = {~std::size_t{0}, 0, 0};
    CHECK(cudaMemcpy3D(&taken) == cudaErrorInvalidValue);
    taken.srcPos = {};
    taken.extent = {~std::size_t{0}, 1, 1};
    CHECK(cudaMemcpy3D(&taken) == cudaErrorInvalidValue);
    cudaChannelFormatDesc format = {};
    cudaExtent extent = {};
    unsigned flags = 1;
    CHECK(cudaArrayGetInfo(&format, &extent, &flags, array) == cudaSuccess);
    CHECK(format.x == 32);
    CHECK(extent.depth == 2);
    CHECK(flags == 0);
    CHECK(cudaFreeArray(array) == cudaSuccess);
}

TEST_CASE_METHOD(Fixture, "what is wrong with an array or a copy is said") {
    cudaArray_t array = nullptr;
    const cudaChannelFormatDesc three = {32, 32, 32, 0, cudaChannelFormatKindFloat};
    const cudaChannelFormatDesc odd = {8, 16, 0, 0, cudaChannelFormatKindUnsigned};
    explanations();
    CHECK(cudaMallocArray(&array, &three, 4, 4, 0) == cudaErrorInvalidChannelDescriptor);
    CHECK(cudaMallocArray(&array, &odd, 4, 4, 0) == cudaErrorInvalidChannelDescriptor);
    CHECK(cudaMallocArray(&array, &floats, 0, 4, 0) == cudaErrorInvalidValue);
    CHECK(cudaMallocArray(&array, &floats, ~std::size_t{0}, 4, 0) == cudaErrorInvalidValue);
    CHECK(cudaMalloc3DArray(&array, &floats, {4, 4, 5}, cudaArrayCubemap) == cudaErrorInvalidValue);
    array = array_of(4, 3);
    float host[16] = {};
    CHECK(cudaMemcpy2DToArray(array, 4, 0, host, 16, 16, 3, cudaMemcpyHostToDevice) ==
          cudaErrorInvalidValue);
    CHECK(cudaMemcpy2DToArray(array, 0, ~std::size_t{0}, host, 16, 16, 3, cudaMemcpyHostToDevice) ==
          cudaErrorInvalidValue);
    CHECK(cudaMemcpyToArray(array, 0, 2, host, 20, cudaMemcpyHostToDevice) ==
          cudaErrorInvalidValue);
    CHECK(cudaFree(array) != cudaSuccess);
    CHECK(cudaFreeArray(reinterpret_cast<cudaArray_t>(host)) != cudaSuccess);
    CHECK(cudaFreeArray(array) == cudaSuccess);
    CHECK(cudaFreeArray(array) != cudaSuccess);
    CHECK(cudaMemcpy2DToArray(array, 0, 0, host, 16, 16, 3, cudaMemcpyHostToDevice) != cudaSuccess);
    const auto texts = explanations();
    REQUIRE_FALSE(texts.empty());
    CHECK_THAT(texts.back(), ContainsSubstring("an array that has been freed"));
}

TEST_CASE_METHOD(Fixture, "a mipmapped array has levels of half the size") {
    cudaMipmappedArray_t levels = nullptr;
    REQUIRE(cudaMallocMipmappedArray(&levels, &floats, {8, 4, 0}, 3, 0) == cudaSuccess);
    cudaArray_t level = nullptr;
    REQUIRE(cudaGetMipmappedArrayLevel(&level, levels, 2) == cudaSuccess);
    cudaExtent extent = {};
    CHECK(cudaArrayGetInfo(nullptr, &extent, nullptr, level) == cudaSuccess);
    CHECK(extent.width == 2);
    CHECK(extent.height == 1);
    CHECK(cudaFreeArray(level) != cudaSuccess);
    CHECK(cudaGetMipmappedArrayLevel(&level, levels, 3) == cudaErrorInvalidValue);
    CHECK(cudaFreeMipmappedArray(levels) == cudaSuccess);
    CHECK(cudaArrayGetInfo(nullptr, &extent, nullptr, level) != cudaSuccess);
}

TEST_CASE_METHOD(Fixture, "an array that was not freed is a leak") {
    const cudaArray_t array = array_of(16, 4);
    CHECK(array != nullptr);
    trace();
    cudaDeviceReset();
    CHECK(cudaFreeArray(array) != cudaSuccess);
}

TEST_CASE_METHOD(Fixture, "texture and surface objects answer what they were made of") {
    const cudaArray_t array = array_of(4, 4, cudaArraySurfaceLoadStore);
    const cudaResourceDesc resource = resource_of(array);
    cudaTextureDesc texture = {};
    texture.addressMode[1] = cudaAddressModeBorder;
    cudaTextureObject_t object = 0;
    REQUIRE(cudaCreateTextureObject(&object, &resource, &texture, nullptr) == cudaSuccess);
    cudaResourceDesc its_resource = {};
    cudaTextureDesc its_texture = {};
    CHECK(cudaGetTextureObjectResourceDesc(&its_resource, object) == cudaSuccess);
    CHECK(its_resource.res.array.array == array);
    CHECK(cudaGetTextureObjectTextureDesc(&its_texture, object) == cudaSuccess);
    CHECK(its_texture.addressMode[1] == cudaAddressModeBorder);
    cudaSurfaceObject_t surface = 0;
    REQUIRE(cudaCreateSurfaceObject(&surface, &resource) == cudaSuccess);
    CHECK(cudaGetSurfaceObjectResourceDesc(&its_resource, surface) == cudaSuccess);
    CHECK(cudaDestroySurfaceObject(surface) == cudaSuccess);
    CHECK(cudaDestroyTextureObject(object) == cudaSuccess);
    CHECK(cudaDestroyTextureObject(object) == cudaSuccess); // a GPU says nothing
    CHECK(cudaGetTextureObjectTextureDesc(&its_texture, object) == cudaErrorInvalidValue);
    CHECK(cudaGetTextureObjectTextureDesc(&its_texture, 12345) != cudaSuccess);
    CHECK(cudaFreeArray(array) == cudaSuccess);
    CHECK(cudaCreateTextureObject(&object, &resource, &texture, nullptr) != cudaSuccess);
}

TEST_CASE_METHOD(Fixture, "a texture of memory has a pitch and an alignment") {
    void* device = allocate(4096);
    cudaResourceDesc linear = {};
    linear.resType = cudaResourceTypeLinear;
    linear.res.linear.devPtr = device;
    linear.res.linear.desc = floats;
    linear.res.linear.sizeInBytes = 4096;
    cudaTextureDesc texture = {};
    cudaTextureObject_t object = 0;
    texture.readMode = cudaReadModeNormalizedFloat;
    CHECK(cudaCreateTextureObject(&object, &linear, &texture, nullptr) ==
          cudaErrorInvalidNormSetting);
    texture.readMode = cudaReadModeElementType;
    CHECK(cudaCreateTextureObject(&object, &linear, &texture, nullptr) == cudaSuccess);
    CHECK(cudaDestroyTextureObject(object) == cudaSuccess);
    linear.res.linear.devPtr = static_cast<char*>(device) + 16;
    CHECK(cudaCreateTextureObject(&object, &linear, &texture, nullptr) == cudaErrorInvalidValue);
    linear.res.linear.devPtr = device;
    linear.res.linear.sizeInBytes = ~std::size_t{0};
    CHECK(cudaCreateTextureObject(&object, &linear, &texture, nullptr) == cudaErrorInvalidValue);
    cudaResourceDesc pitched = {};
    pitched.resType = cudaResourceTypePitch2D;
    pitched.res.pitch2D = {device, floats, 100, 8, 512};
    CHECK(cudaCreateTextureObject(&object, &pitched, &texture, nullptr) == cudaSuccess);
    CHECK(cudaDestroyTextureObject(object) == cudaSuccess);
    pitched.res.pitch2D.pitchInBytes = 500;
    CHECK(cudaCreateTextureObject(&object, &pitched, &texture, nullptr) == cudaErrorInvalidValue);
    pitched.res.pitch2D = {device, floats, 200, 2, 512};
    CHECK(cudaCreateTextureObject(&object, &pitched, &texture, nullptr) == cudaErrorInvalidValue);
    cudaFree(device);
}
