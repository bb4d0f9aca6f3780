// Lesson 17: arrays that come from somewhere else. README.md explains; fill in the four regions
// marked TODO.
#include "strided_interop.hpp"

#include "wire/cuda_check.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

// Where the elements of one array lie: what the kernel needs to know of it.
struct View {
    char* data;                            // of the element [0, 0, ...]
    std::int64_t strides[most_dimensions]; // in bytes, which is why data counts in char
};

struct Shape {
    int dimensions;
    std::int64_t extents[most_dimensions];
};

// Given: the number of elements. Without dimensions it is 1.
std::int64_t count_of(const ArrayInterface& array) {
    std::int64_t count = 1;
    for (int d = 0; d < array.dimensions; ++d) {
        count *= array.shape[d];
    }
    return count;
}

View view_of(const ArrayInterface& array) {
    View view{reinterpret_cast<char*>(array.pointer), {}};
    // TODO 1: the strides, in bytes: those of the array, or those of rows without gaps.

    // end of TODO 1
    return view;
}

// Given: refuse("y", "typestr ...") says which array, and what is wrong with it.
[[noreturn]] void refuse(const std::string& array, const std::string& problem) {
    throw std::invalid_argument(array + ": " + problem);
}

void look_at(const ArrayInterface& x, const ArrayInterface& y, const ArrayInterface& out) {
    // TODO 2: refuse what the header says.

    // end of TODO 2
}

// One thread for an element, on any grid. k counts the elements row after row: the last index
// fastest. __grid_constant__: the parameters are read where they lie; without it, each thread would
// make a copy of arrays that are indexed by a variable.
__global__ void add_kernel(const __grid_constant__ View x, const __grid_constant__ View y,
                           const __grid_constant__ View out, const __grid_constant__ Shape shape,
                           std::int64_t count) {
    const std::int64_t stride = std::int64_t{gridDim.x} * blockDim.x;
    for (std::int64_t k = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x; k < count;
         k += stride) {
        // TODO 3: take k apart into indices; add what lies there.

        // end of TODO 3
    }
}

// Whatever is put into `stream` after this begins when the work is done that is in the stream
// `producer` now (0: there is none).
void order_after(std::uintptr_t producer, cudaStream_t stream) {
    // TODO 4: a mark in the one, a wait in the other. The host waits for nothing.

    // end of TODO 4
}

void add(const ArrayInterface& x, const ArrayInterface& y, const ArrayInterface& out,
         cudaStream_t stream) {
    look_at(x, y, out);
    const std::int64_t count = count_of(out);
    if (count == 0) {
        return;
    }
    for (const ArrayInterface* array : {&x, &y, &out}) {
        order_after(array->stream, stream);
    }
    Shape shape{out.dimensions, {}};
    std::copy_n(out.shape, out.dimensions, shape.extents);
    constexpr std::int64_t threads_per_block = 256, most_blocks = 1024;
    const std::int64_t blocks =
        std::min((count + threads_per_block - 1) / threads_per_block, most_blocks);
    add_kernel<<<static_cast<unsigned>(blocks), static_cast<unsigned>(threads_per_block), 0,
                 stream>>>(view_of(x), view_of(y), view_of(out), shape, count);
    check(cudaGetLastError());
}
