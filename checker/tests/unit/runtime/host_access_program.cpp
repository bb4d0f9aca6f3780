// Writes through a device pointer on the host: the mistake that host_access catches.
#include <cuda_runtime_api.h>

int main() {
    void* pointer = nullptr;
    if (cudaMalloc(&pointer, 4000) != cudaSuccess) return 1;
    static_cast<volatile int*>(pointer)[5] = 1;
    return 0;
}
