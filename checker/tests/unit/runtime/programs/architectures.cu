// Built for a compute capability that only some profiles have.
#include <cstdio>

__global__ void store(int* place) {
#ifdef __CUDA_ARCH__
    *place = __CUDA_ARCH__;
#endif
}

int main() {
    int* place = nullptr;
    int value = 0;
    cudaMalloc(&place, sizeof *place);
    cudaMemset(place, 0, sizeof *place);
    store<<<1, 1>>>(place);
    std::printf("%s\n", cudaGetErrorName(cudaGetLastError()));
    cudaMemcpy(&value, place, sizeof value, cudaMemcpyDeviceToHost);
    std::printf("%d\n", value);
    return 0;
}
