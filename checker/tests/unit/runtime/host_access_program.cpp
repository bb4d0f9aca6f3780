// Writes through a device pointer on the host: the mistake that host_access catches. With an
// argument, gives it to free().
#include <cuda_runtime_api.h>

#include <cstdlib>

int main(int count, char**) {
    void* pointer = nullptr;
    if (cudaMalloc(&pointer, 4000) != cudaSuccess) return 1;
    if (count > 1) std::free(pointer);
    static_cast<volatile int*>(pointer)[5] = 1;
    return 0;
}
