// The Mandelbrot set as letters, in integers with 28 bits behind the point, so that every GPU and
// CPU draws the same; a two-dimensional grid, and the sum of a second picture in double.
#include "check.hpp"

#include <vector>

__host__ __device__ int escape(long long cx, long long cy, int limit) {
    constexpr int point = 28;
    long long x = 0, y = 0;
    for (int step = 0; step < limit; ++step) {
        const long long xx = x * x >> point, yy = y * y >> point;
        if (xx + yy > 4ll << point) return step;
        y = (x * y >> (point - 1)) + cy;
        x = xx - yy + cx;
    }
    return limit;
}

__global__ void draw(unsigned char* picture, int width, int height, int limit) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    const long long one = 1ll << 28;
    picture[y * width + x] = escape(3 * one * x / width - 2 * one - one / 4,
                                    5 * one / 2 * y / height - 5 * one / 4, limit);
}

__device__ int in_double(double cx, double cy) {
    double x = 0, y = 0;
    int step = 0;
    while (step < 100 && x * x + y * y <= 4) {
        const double next = __dadd_rn(__dsub_rn(__dmul_rn(x, x), __dmul_rn(y, y)), cx); // no fma
        y = __dadd_rn(__dmul_rn(2 * x, y), cy);
        x = next;
        ++step;
    }
    return step;
}

__global__ void sum_up(unsigned long long* sum, int side) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    const int mine = in_double(-2 + 3.0 * x / side, -1.25 + 2.5 * y / side);
    const int total = __reduce_add_sync(0xffffffffu, mine);
    if (threadIdx.x % 32 == 0) atomicAdd(sum, static_cast<unsigned long long>(total));
}

int main() {
    constexpr int width = 76, height = 30, limit = 60;
    unsigned char* picture = nullptr;
    unsigned long long *sum = nullptr, total = 0;
    check(cudaMalloc(&picture, width * height));
    draw<<<dim3((width + 15) / 16, (height + 7) / 8), dim3(16, 8)>>>(picture, width, height, limit);
    finish();
    std::vector<unsigned char> host(width * height);
    check(cudaMemcpy(host.data(), picture, host.size(), cudaMemcpyDeviceToHost));
    const long long one = 1ll << 28;
    for (int y = 0; y < height; ++y) {
        for (int x = 0; x < width; ++x) {
            const int steps = host[y * width + x];
            require(steps == escape(3 * one * x / width - 2 * one - one / 4,
                                    5 * one / 2 * y / height - 5 * one / 4, limit),
                    "a point");
            std::putchar(steps == limit ? '#' : " .,:;-=+*%@"[steps < 22 ? steps / 2 : 10]);
        }
        std::putchar('\n');
    }
    check(cudaMalloc(&sum, sizeof *sum));
    check(cudaMemset(sum, 0, sizeof *sum));
    sum_up<<<dim3(2, 64), 32>>>(sum, 64);
    finish();
    check(cudaMemcpy(&total, sum, sizeof total, cudaMemcpyDeviceToHost));
    std::printf("steps in double: %llu\n", total);
    check(cudaFree(picture));
    check(cudaFree(sum));
    return 0;
}
