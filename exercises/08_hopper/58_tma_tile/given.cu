// Lesson 58, given: the driver's function, and a kernel that shows a box.
#include "given.hpp"

#include <stdexcept>
#include <string>

decltype(&cuTensorMapEncodeTiled) encode_function() {
    void* function = nullptr;
    cudaDriverEntryPointQueryResult result{};
    check(cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &function, 12000,
                                           cudaEnableDefault, &result));
    if (result != cudaDriverEntryPointSuccess) {
        throw std::runtime_error("this driver has no cuTensorMapEncodeTiled");
    }
    return reinterpret_cast<decltype(&cuTensorMapEncodeTiled)>(function);
}

void check(CUresult result) {
    if (result == CUDA_SUCCESS) return;
    throw std::runtime_error("cuTensorMapEncodeTiled has refused the map (CUresult " +
                             std::to_string(static_cast<int>(result)) + ")");
}

__global__ void show_box_kernel(const __grid_constant__ CUtensorMap map, int count, int row,
                                int column, float* out) {
    __shared__ Box box;
    __shared__ Mbarrier there;
    if (threadIdx.x == 0) prepare(there);
    __syncthreads();
    if (threadIdx.x == 0) {
        announce(there, count * sizeof(float));
        begin_load(&box, map, row, column, there);
    }
    wait(there, 0);
    for (int i = threadIdx.x; i < count; i += block_threads) {
        out[i] = box.at[i / tile_columns][i % tile_columns];
    }
}

void launch_show(const CUtensorMap& map, int rows_of_box, int row, int column, float* box) {
    show_box_kernel<<<1, block_threads>>>(map, rows_of_box * tile_columns, row, column, box);
    check(cudaGetLastError());
}
