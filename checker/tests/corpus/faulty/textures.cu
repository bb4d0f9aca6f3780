// Textures and surfaces used wrongly.
#include "corpus.hpp"

namespace {

cudaArray_t array_of(int width, int height) {
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaArray_t array = nullptr;
    cudaMallocArray(&array, &format, width, height, cudaArraySurfaceLoadStore);
    return array;
}
void fill(cudaArray_t array, int rows) {
    const float values[64] = {};
    cudaMemcpy2DToArray(array, 0, 0, values, 32, 32, rows, cudaMemcpyHostToDevice);
}
cudaResourceDesc resource_of(cudaArray_t array) {
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    return resource;
}
cudaTextureObject_t texture_of(cudaArray_t array) {
    const cudaResourceDesc resource = resource_of(array);
    const cudaTextureDesc description = {};
    cudaTextureObject_t texture = 0;
    cudaCreateTextureObject(&texture, &resource, &description, nullptr);
    return texture;
}
cudaSurfaceObject_t surface_of(cudaArray_t array) {
    const cudaResourceDesc resource = resource_of(array);
    cudaSurfaceObject_t surface = 0;
    cudaCreateSurfaceObject(&surface, &resource);
    return surface;
}

__global__ void fetch(cudaTextureObject_t texture, float* out) {
    out[thread()] = 2 * tex2D<float>(texture, threadIdx.x % 8 + 0.5f, threadIdx.x / 8 + 0.5f); // fault: array_never_written, fault: array_half_written, fault: texture_destroyed, fault: array_freed_too_early, fault: texture_made_up, fault: surface_as_texture
}
CASE(array_never_written) {
    const cudaArray_t array = array_of(8, 4);
    const cudaTextureObject_t texture = texture_of(array);
    const Array<float> out(32);
    fetch<<<1, 32>>>(texture, out);
    cudaDestroyTextureObject(texture);
    cudaFreeArray(array);
}
CASE(array_half_written) {
    const cudaArray_t array = array_of(8, 4);
    fill(array, 2);
    const cudaTextureObject_t texture = texture_of(array);
    const Array<float> out(32);
    fetch<<<1, 32>>>(texture, out);
    cudaDestroyTextureObject(texture);
    cudaFreeArray(array);
}
CASE(texture_destroyed) {
    const cudaArray_t array = array_of(8, 4);
    fill(array, 4);
    const cudaTextureObject_t texture = texture_of(array);
    cudaDestroyTextureObject(texture);
    const Array<float> out(32);
    fetch<<<1, 32>>>(texture, out);
    cudaDeviceSynchronize();
}
CASE(array_freed_too_early) {
    const cudaArray_t array = array_of(8, 4);
    fill(array, 4);
    const cudaTextureObject_t texture = texture_of(array);
    cudaFreeArray(array);
    const Array<float> out(32);
    fetch<<<1, 32>>>(texture, out);
    cudaDeviceSynchronize();
}
CASE(texture_made_up) {
    const Array<float> out(32);
    fetch<<<1, 32>>>(1234, out);
    cudaDeviceSynchronize();
}
CASE(surface_as_texture) {
    const cudaArray_t array = array_of(8, 4);
    fill(array, 4);
    const Array<float> out(32);
    fetch<<<1, 32>>>(surface_of(array), out);
    cudaDeviceSynchronize();
}

__global__ void write_elements(cudaSurfaceObject_t surface, int scale) {
    surf2Dwrite(1.f, surface, static_cast<int>(threadIdx.x) * scale, 0); // fault: surface_in_elements, fault: surface_outside
}
CASE(surface_in_elements) { // x counts bytes
    const cudaArray_t array = array_of(8, 4);
    write_elements<<<1, 8>>>(surface_of(array), 1);
    cudaDeviceSynchronize();
}
CASE(surface_outside) {
    const cudaArray_t array = array_of(8, 4);
    write_elements<<<1, 9>>>(surface_of(array), 4);
    cudaDeviceSynchronize();
}

__global__ void shift(cudaSurfaceObject_t surface) {
    const int x = 4 * static_cast<int>(threadIdx.x);
    const float right = surf2Dread<float>(surface, (x + 128) % 256, 0); // other: surface_race
    surf2Dwrite(right + 1, surface, x, 0); // fault: surface_race
}
CASE(surface_race) {
    const cudaArray_t array = array_of(64, 1);
    const float values[64] = {};
    cudaMemcpy2DToArray(array, 0, 0, values, 256, 256, 1, cudaMemcpyHostToDevice);
    const cudaSurfaceObject_t surface = surface_of(array);
    shift<<<1, 64>>>(surface);
    cudaDestroySurfaceObject(surface);
    cudaFreeArray(array);
}

CASE(array_never_freed) { fill(array_of(8, 4), 4); }
CASE(array_overrun) {
    const cudaArray_t array = array_of(8, 4);
    fill(array, 5);
    cudaFreeArray(array);
}

} // namespace
