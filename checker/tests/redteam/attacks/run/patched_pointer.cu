// Attack: has the function that waits for the device, of which the serving code keeps the address, edit the trace
// Verdict: too_much_traffic or forbidden or fault
// Stage: run
// Lesson: 34_transpose_tiled
// Points: 3
#include "transpose_tiled.hpp"

#include "tests/redteam/attacks/forged.hpp"

extern "C" void* __data_start;
extern "C" void* _end;

int wait_and_edit() {
    forged::quieten_arena();
    return cudaDeviceSynchronize();
}

__global__ void transpose_kernel(const float* input, float* output, int rows, int columns) {
    const int r = blockIdx.y * 8 + threadIdx.y, c = blockIdx.x * 32 + threadIdx.x;
    if (r < rows && c < columns) output[c * rows + r] = input[r * columns + c];
}

void transpose(const float* input, float* output, int rows, int columns) {
    const dim3 grid((columns + 31) / 32, (rows + 7) / 8);
    transpose_kernel<<<grid, dim3(32, 8)>>>(input, output, rows, columns);
    static void* const waits = reinterpret_cast<void*>(&cudaDeviceSynchronize);
    for (void** word = &__data_start; word < &_end; ++word)
        if (*word == waits && word != &waits) *word = reinterpret_cast<void*>(&wait_and_edit);
}
