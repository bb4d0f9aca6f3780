// The smallest program that uses the GPU: its time from start to end is what a user waits for at
// least.
#include <cstdio>

__global__ void answer(int* value) { *value = 42; }

int main() {
    int* on_device = nullptr;
    int value = 0;
    cudaMalloc(&on_device, sizeof value);
    answer<<<1, 1>>>(on_device);
    cudaMemcpy(&value, on_device, sizeof value, cudaMemcpyDeviceToHost);
    cudaFree(on_device);
    return value == 42 ? 0 : 1;
}
