// Relocatable device code: three units, linked. Functions, variables, constants, virtual tables and
// function pointers are defined in one and used in another.
#include "../check.hpp"
#include "shapes.hpp"

#include <numeric>

namespace {

__device__ int cube(int x) { return x * x * x; }

__global__ void kernel(int* out, int count) {
    const int i = threadIdx.x;
    if (i >= count) return;
    Shape* shape = make_shape(i % 2, i + 1);
    out[i] = shape->area() + 10000 * gcd(i, 36) + call_through(cube, i % 5);
    delete shape;
}

} // namespace

int main() {
    constexpr int count = 50;
    int *out = nullptr, host[count], sum = 0;
    check(cudaMalloc(&out, sizeof host));
    kernel<<<1, 64>>>(out, count);
    finish();
    check(cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost));
    const int factor[] = {2, 3, 5, 7};
    for (int i = 0; i < count; ++i) {
        const int size = i + 1;
        const int area =
            i % 2 == 0 ? size * (size + 1) : size / std::gcd(size, 12) * factor[size % 4];
        require(host[i] == area + 10000 * std::gcd(i, 36) + (i % 5) * (i % 5) * (i % 5), "shapes");
        sum += host[i];
    }
    launch_from_numbers(out, count);
    finish();
    check(cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost));
    for (int i = 0; i < count; ++i) {
        require(host[i] == 2 * i + 1 + factor[i % 4], "numbers");
        sum += host[i];
    }
    int called = 0;
    check(cudaMemcpyFromSymbol(&called, calls, sizeof called));
    require(called == 3 * count, "the calls counted");
    std::printf("sum %d, calls %d\n", sum, called);
    check(cudaFree(out));
}
