// Arrays, textures and surfaces as they should be used.
#include "corpus.hpp"

#include <vector>

namespace {

// An array of floats, counted from 0, and a texture that reads it; both end with their scope.
class Picture {
  public:
    Picture(int width, int height, bool is_linear, unsigned flags = cudaArrayDefault) {
        const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
        SUCCEED(cudaMallocArray(&array, &format, width, height, flags));
        std::vector<float> values(width * height);
        for (int i = 0; i < width * height; ++i) values[i] = static_cast<float>(i);
        const std::size_t row = width * sizeof(float);
        SUCCEED(cudaMemcpy2DToArray(array, 0, 0, values.data(), row, row, height, cudaMemcpyHostToDevice));
        resource.resType = cudaResourceTypeArray;
        resource.res.array.array = array;
        cudaTextureDesc description = {};
        description.addressMode[0] = description.addressMode[1] = cudaAddressModeClamp;
        description.filterMode = is_linear ? cudaFilterModeLinear : cudaFilterModePoint;
        SUCCEED(cudaCreateTextureObject(&texture, &resource, &description, nullptr));
    }
    Picture(const Picture&) = delete;
    Picture& operator=(const Picture&) = delete;
    ~Picture() {
        cudaDestroyTextureObject(texture);
        cudaFreeArray(array);
    }

    cudaArray_t array = nullptr;
    cudaResourceDesc resource = {};
    cudaTextureObject_t texture = 0;
};

__global__ void fetch_centres(cudaTextureObject_t texture, float* out) {
    const int x = threadIdx.x, y = threadIdx.y;
    out[y * blockDim.x + x] = tex2D<float>(texture, x + 0.5f, y + 0.5f);
}
CASE(texture_of_an_array) {
    const Picture picture(8, 4, false);
    const Array<float> out(32);
    fetch_centres<<<1, dim3(8, 4)>>>(picture.texture, out);
    EXPECT(out[0] == 0 && out[13] == 13 && out[31] == 31);
}

__global__ void fetch_between(cudaTextureObject_t texture, float* out) {
    const int x = threadIdx.x, y = threadIdx.y;
    out[y * blockDim.x + x] = tex2D<float>(texture, x + 1.0f, y + 0.75f);
}
CASE(texture_with_a_linear_filter) {
    const Picture picture(8, 4, true);
    const Array<float> out(32);
    fetch_between<<<1, dim3(8, 4)>>>(picture.texture, out);
    EXPECT(out[0] == 2.5f && out[1] == 3.5f); // half a column and a quarter of a row on
}

__global__ void fetch_around(cudaTextureObject_t texture, float* out) {
    out[threadIdx.x] = tex2D<float>(texture, threadIdx.x - 8.f, 100.f);
}
CASE(texture_beyond_its_edges) {
    const Picture picture(8, 4, false);
    const Array<float> out(32);
    fetch_around<<<1, 32>>>(picture.texture, out);
    EXPECT(out[0] == 24 && out[31] == 31);
}

__global__ void fetch_linearly(cudaTextureObject_t texture, float* out) {
    out[thread()] = tex1Dfetch<float>(texture, thread() - 8);
}
CASE(texture_of_linear_memory) {
    const Array<float> in(32, 0), out(64, 255);
    const float one = 1;
    SUCCEED(cudaMemcpy(in + 3, &one, 4, cudaMemcpyHostToDevice));
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = in;
    resource.res.linear.desc = cudaCreateChannelDesc<float>();
    resource.res.linear.sizeInBytes = in.bytes();
    const cudaTextureDesc description = {};
    cudaTextureObject_t texture = 0;
    SUCCEED(cudaCreateTextureObject(&texture, &resource, &description, nullptr));
    fetch_linearly<<<1, 64>>>(texture, out); // out of range there are zeros
    EXPECT(out[11] == 1 && out[0] == 0 && out[63] == 0);
    SUCCEED(cudaDestroyTextureObject(texture));
}

__global__ void fetch_bytes(cudaTextureObject_t texture, float4* out) {
    out[threadIdx.x] = tex1D<float4>(texture, (threadIdx.x + 0.5f) / 4);
}
CASE(texture_of_normalised_bytes) {
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<uchar4>();
    cudaArray_t array = nullptr;
    SUCCEED(cudaMallocArray(&array, &format, 4));
    const uchar4 colours[4] = {{0, 51, 102, 255}, {1, 2, 3, 4}, {}, {255, 255, 255, 255}};
    SUCCEED(cudaMemcpy2DToArray(array, 0, 0, colours, 16, 16, 1, cudaMemcpyHostToDevice));
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    cudaTextureDesc description = {};
    description.readMode = cudaReadModeNormalizedFloat;
    description.normalizedCoords = 1;
    cudaTextureObject_t texture = 0;
    SUCCEED(cudaCreateTextureObject(&texture, &resource, &description, nullptr));
    const Array<float4> out(4);
    fetch_bytes<<<1, 4>>>(texture, out);
    EXPECT(out[0].x == 0 && out[0].y == 51 / 255.f && out[0].w == 1 && out[3].z == 1);
    SUCCEED(cudaDestroyTextureObject(texture));
    SUCCEED(cudaFreeArray(array));
}

__global__ void double_all(cudaSurfaceObject_t surface) {
    const int x = threadIdx.x * static_cast<int>(sizeof(float)), y = threadIdx.y;
    surf2Dwrite(2 * surf2Dread<float>(surface, x, y), surface, x, y);
}
CASE(surface_then_texture) {
    const Picture picture(8, 4, false, cudaArraySurfaceLoadStore);
    cudaSurfaceObject_t surface = 0;
    SUCCEED(cudaCreateSurfaceObject(&surface, &picture.resource));
    const Array<float> out(32);
    double_all<<<1, dim3(8, 4)>>>(surface);
    fetch_centres<<<1, dim3(8, 4)>>>(picture.texture, out);
    EXPECT(out[5] == 10 && out[31] == 62);
    SUCCEED(cudaDestroySurfaceObject(surface));
}

__global__ void turn_in_place(cudaSurfaceObject_t surface) {
    const int x = threadIdx.x * static_cast<int>(sizeof(float));
    const float mirrored = surf2Dread<float>(surface, 28 - x, 0);
    __syncthreads();
    surf2Dwrite(mirrored, surface, x, 0);
}
CASE(surface_with_a_barrier) {
    const Picture picture(8, 1, false, cudaArraySurfaceLoadStore);
    cudaSurfaceObject_t surface = 0;
    SUCCEED(cudaCreateSurfaceObject(&surface, &picture.resource));
    const Array<float> out(8);
    turn_in_place<<<1, 8>>>(surface);
    fetch_centres<<<1, 8>>>(picture.texture, out);
    EXPECT(out[0] == 7 && out[7] == 0);
    SUCCEED(cudaDestroySurfaceObject(surface));
}

__global__ void fetch_layers(cudaTextureObject_t texture, float* out) {
    out[thread()] = tex2DLayered<float>(texture, threadIdx.x + 0.5f, 0.5f, blockIdx.x);
}
CASE(texture_of_layers) {
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaArray_t array = nullptr;
    SUCCEED(cudaMalloc3DArray(&array, &format, make_cudaExtent(4, 2, 3), cudaArrayLayered));
    std::vector<float> values(24);
    for (int i = 0; i < 24; ++i) values[i] = static_cast<float>(i);
    cudaMemcpy3DParms copy = {};
    copy.srcPtr = make_cudaPitchedPtr(values.data(), 16, 4, 2);
    copy.dstArray = array;
    copy.extent = make_cudaExtent(4, 2, 3);
    copy.kind = cudaMemcpyHostToDevice;
    SUCCEED(cudaMemcpy3D(&copy));
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    const cudaTextureDesc description = {};
    cudaTextureObject_t texture = 0;
    SUCCEED(cudaCreateTextureObject(&texture, &resource, &description, nullptr));
    const Array<float> out(12);
    fetch_layers<<<3, 4>>>(texture, out);
    EXPECT(out[3] == 3 && out[4] == 8 && out[11] == 19);
    SUCCEED(cudaDestroyTextureObject(texture));
    SUCCEED(cudaFreeArray(array));
}

} // namespace
