// Shared memory whose size the launch says: cut into arrays of several types, more than 48 KiB
// after asking for it, a union of two uses with a barrier between.
#include "check.hpp"

#include <vector>

__global__ void cut(const int* in, double* out, int count) {
    extern __shared__ double memory[];
    double* const reals = memory;
    int* const integers = reinterpret_cast<int*>(reals + count);
    char* const letters = reinterpret_cast<char*>(integers + count);
    const int i = threadIdx.x;
    if (i < count) {
        integers[i] = in[i];
        reals[i] = in[i] / 2.0;
        letters[i] = static_cast<char>('a' + i % 26);
    }
    __syncthreads();
    if (i < count)
        out[i] = reals[count - 1 - i] + integers[(i + 1) % count] + letters[(i + 5) % count];
}

__global__ void transpose(const int* in, int* out, int side) { // a whole matrix in one block
    extern __shared__ double memory[];
    int* const tile = reinterpret_cast<int*>(memory);
    for (int at = threadIdx.x; at < side * side; at += blockDim.x)
        tile[at / side * (side + 1) + at % side] = in[at];
    __syncthreads();
    for (int at = threadIdx.x; at < side * side; at += blockDim.x)
        out[at] = tile[at % side * (side + 1) + at / side];
}

__global__ void two_uses(int* out) {
    __shared__ union {
        int numbers[128];
        unsigned char bytes[512];
    } shared;
    const int i = threadIdx.x;
    shared.numbers[i] = i * 3;
    __syncthreads();
    const int neighbour = shared.numbers[(i + 17) % 128];
    __syncthreads();
    shared.bytes[i] = static_cast<unsigned char>(neighbour);
    __syncthreads();
    out[i] = shared.bytes[127 - i];
}

int main() {
    constexpr int count = 200, side = 120;
    std::vector<int> host(side * side);
    for (int i = 0; i < side * side; ++i) host[i] = i * 7 % 1000;
    int *in = nullptr, *out = nullptr;
    double* reals = nullptr;
    check(cudaMalloc(&in, host.size() * sizeof(int)));
    check(cudaMalloc(&out, host.size() * sizeof(int)));
    check(cudaMalloc(&reals, count * sizeof(double)));
    check(cudaMemcpy(in, host.data(), host.size() * sizeof(int), cudaMemcpyHostToDevice));

    cut<<<1, 256, count*(sizeof(double) + sizeof(int) + 1)>>>(in, reals, count);
    finish();
    double found[count], sum = 0;
    check(cudaMemcpy(found, reals, sizeof found, cudaMemcpyDeviceToHost));
    for (int i = 0; i < count; ++i) {
        const int letter = 'a' + (i + 5) % count % 26;
        require(found[i] == host[count - 1 - i] / 2.0 + host[(i + 1) % count] + letter, "a cut");
        sum += found[i];
    }
    std::printf("cut: %.1f\n", sum);

    const int bytes = side * (side + 1) * int(sizeof(int));
    check(cudaFuncSetAttribute(transpose, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
    transpose<<<1, 256, bytes>>>(in, out, side);
    finish();
    std::vector<int> turned(host.size());
    check(cudaMemcpy(turned.data(), out, turned.size() * sizeof(int), cudaMemcpyDeviceToHost));
    for (int i = 0; i < side * side; ++i)
        require(turned[i] == host[i % side * side + i / side], "a transposed value");
    std::printf("transposed: %d %d\n", turned[1], turned[side]);

    two_uses<<<1, 128>>>(out);
    finish();
    int again[128], total = 0;
    check(cudaMemcpy(again, out, sizeof again, cudaMemcpyDeviceToHost));
    for (int i = 0; i < 128; ++i) {
        require(again[i] == (127 - i + 17) % 128 * 3 % 256, "the second use");
        total += again[i];
    }
    std::printf("two uses: %d\n", total);
    check(cudaFree(in));
    check(cudaFree(out));
    check(cudaFree(reals));
    return 0;
}
