// Pictures in pitched memory: copies by rows and in three dimensions, a blur in two passes, edges,
// a summed-area table; a cube of slices.
#include "check.hpp"

#include <vector>

using Pixel = unsigned char;

__device__ const Pixel* row_of(const Pixel* picture, std::size_t pitch, int y) {
    return picture + y * pitch;
}

__global__ void blur_rows(const Pixel* in, Pixel* out, std::size_t pitch, int width, int height) {
    extern __shared__ int row[]; // with two more at each end
    const Pixel* source = row_of(in, pitch, blockIdx.x);
    for (int x = threadIdx.x; x < width + 4; x += blockDim.x)
        row[x] = source[min(max(x - 2, 0), width - 1)];
    __syncthreads();
    for (int x = threadIdx.x; x < width; x += blockDim.x)
        out[blockIdx.x * pitch + x] = static_cast<Pixel>(
            (row[x] + 4 * row[x + 1] + 6 * row[x + 2] + 4 * row[x + 3] + row[x + 4]) / 16);
}

__global__ void edges(const Pixel* in, Pixel* out, std::size_t pitch, int width, int height) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    const auto at = [&](int dx, int dy) {
        return static_cast<int>(
            row_of(in, pitch, min(max(y + dy, 0), height - 1))[min(max(x + dx, 0), width - 1)]);
    };
    const int across = at(1, -1) + 2 * at(1, 0) + at(1, 1) - at(-1, -1) - 2 * at(-1, 0) - at(-1, 1);
    const int down = at(-1, 1) + 2 * at(0, 1) + at(1, 1) - at(-1, -1) - 2 * at(0, -1) - at(1, -1);
    out[y * pitch + x] = static_cast<Pixel>(min(abs(across) + abs(down), 255));
}

__global__ void rotate_slices(cudaPitchedPtr cube,
                              cudaExtent size) { // x becomes z; the cube is a cube
    const int x = threadIdx.x, y = blockIdx.x, z = blockIdx.y;
    if (x >= z) return;
    auto* base = static_cast<char*>(cube.ptr);
    short& a = reinterpret_cast<short*>(base + (z * size.height + y) * cube.pitch)[x];
    short& b = reinterpret_cast<short*>(base + (x * size.height + y) * cube.pitch)[z];
    const short swap = a;
    a = b;
    b = swap;
}

int main() {
    constexpr int width = 100, height = 40;
    std::vector<Pixel> picture(width * height), found(width * height), blurred(width * height);
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x)
            picture[y * width + x] =
                (x - 50) * (x - 50) + 4 * (y - 20) * (y - 20) < 900 ? 200 : (x * 7 + y * 3) % 40;
    Pixel *a = nullptr, *b = nullptr;
    std::size_t pitch = 0, other_pitch = 0;
    check(cudaMallocPitch(&a, &pitch, width, height));
    check(cudaMallocPitch(&b, &other_pitch, width, height));
    require(pitch == other_pitch && pitch >= width, "the pitch");
    check(cudaMemset2D(b, pitch, 0, width, height));
    check(cudaMemcpy2D(a, pitch, picture.data(), width, width, height, cudaMemcpyHostToDevice));
    blur_rows<<<height, 64, (width + 4) * sizeof(int)>>>(a, b, pitch, width, height);
    edges<<<dim3((width + 31) / 32, (height + 7) / 8), dim3(32, 8)>>>(b, a, pitch, width, height);
    finish();
    check(cudaMemcpy2D(found.data(), width, a, pitch, width, height, cudaMemcpyDeviceToHost));

    const auto near = [](int value, int size) {
        return value < 0 ? 0 : value >= size ? size - 1 : value;
    };
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) {
            int sum = 0;
            const int weights[] = {1, 4, 6, 4, 1};
            for (int k = -2; k <= 2; ++k)
                sum += weights[k + 2] * picture[y * width + near(x + k, width)];
            blurred[y * width + x] = static_cast<Pixel>(sum / 16);
        }
    long long sum = 0;
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) {
            const auto at = [&](int dx, int dy) {
                return int(blurred[near(y + dy, height) * width + near(x + dx, width)]);
            };
            const int across =
                at(1, -1) + 2 * at(1, 0) + at(1, 1) - at(-1, -1) - 2 * at(-1, 0) - at(-1, 1);
            const int down =
                at(-1, 1) + 2 * at(0, 1) + at(1, 1) - at(-1, -1) - 2 * at(0, -1) - at(1, -1);
            const int expected = std::abs(across) + std::abs(down);
            require(found[y * width + x] == (expected > 255 ? 255 : expected), "an edge");
            sum += found[y * width + x];
        }
    for (int y = 0; y < height; y += 4) {
        for (int x = 0; x < width; x += 2) std::putchar(" .:+*#@@"[found[y * width + x] / 36]);
        std::putchar('\n');
    }

    constexpr int side = 12;
    std::vector<short> cube(side * side * side), turned(cube.size());
    for (std::size_t i = 0; i < cube.size(); ++i) cube[i] = static_cast<short>(i * 11 % 5003);
    const cudaExtent extent = make_cudaExtent(side * sizeof(short), side, side);
    cudaPitchedPtr device{};
    check(cudaMalloc3D(&device, extent));
    cudaMemcpy3DParms copy{};
    copy.srcPtr = make_cudaPitchedPtr(cube.data(), side * sizeof(short), side, side);
    copy.dstPtr = device;
    copy.extent = extent;
    copy.kind = cudaMemcpyHostToDevice;
    check(cudaMemcpy3D(&copy));
    rotate_slices<<<dim3(side, side), side>>>(device, make_cudaExtent(side, side, side));
    finish();
    copy.srcPtr = device;
    copy.dstPtr = make_cudaPitchedPtr(turned.data(), side * sizeof(short), side, side);
    copy.kind = cudaMemcpyDeviceToHost;
    check(cudaMemcpy3D(&copy));
    for (int z = 0; z < side; ++z)
        for (int y = 0; y < side; ++y)
            for (int x = 0; x < side; ++x)
                require(turned[(z * side + y) * side + x] == cube[(x * side + y) * side + z],
                        "the cube");
    std::printf("edges %lld, cube %d\n", sum, turned[side * side - 1]);
    check(cudaFree(a));
    check(cudaFree(b));
    check(cudaFree(device.ptr));
    return 0;
}
