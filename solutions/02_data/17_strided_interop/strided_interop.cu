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
    // Solution 1: without gaps, a step along a dimension passes over all that the later ones hold.
    std::int64_t step = sizeof(float);
    for (int d = array.dimensions - 1; d >= 0; --d) {
        view.strides[d] = array.has_strides ? array.strides[d] : step;
        step *= array.shape[d];
    }
    // end of Solution 1
    return view;
}

// Given: refuse("y", "typestr ...") says which array, and what is wrong with it.
[[noreturn]] void refuse(const std::string& array, const std::string& problem) {
    throw std::invalid_argument(array + ": " + problem);
}

void look_at(const ArrayInterface& x, const ArrayInterface& y, const ArrayInterface& out) {
    // Solution 2: what is true of each, then what is true of them together. A wrong type would be
    // read as numbers without meaning, a wrong address would stop the kernel: the caller's mistake
    // is told here, where he can still see whose it is.
    const auto look_at_one = [&x](const ArrayInterface& array, const char* name) {
        if (array.version != 3) {
            refuse(name, "version " + std::to_string(array.version) + ", 3 is known");
        }
        if (array.typestr != std::string("<f4")) {
            refuse(name, "typestr " + std::string(array.typestr) + ", <f4 is known");
        }
        if (array.dimensions != x.dimensions ||
            !std::equal(x.shape, x.shape + x.dimensions, array.shape)) {
            refuse(name, "shape differs from that of x");
        }
        if (count_of(array) > 0 && array.pointer % sizeof(float) != 0) {
            refuse(name, "pointer is not a multiple of 4");
        }
        for (int d = 0; d < array.dimensions && array.has_strides; ++d) {
            if (array.strides[d] % static_cast<std::int64_t>(sizeof(float)) != 0) {
                refuse(name, "strides are not multiples of 4");
            }
        }
    };
    look_at_one(x, "x");
    look_at_one(y, "y");
    look_at_one(out, "out");
    if (out.readonly) {
        refuse("out", "readonly");
    }
    for (int d = 0; d < out.dimensions && out.has_strides; ++d) {
        if (out.strides[d] == 0 && out.shape[d] > 1) {
            refuse("out", "strides of 0: several sums for one place");
        }
    }
    // end of Solution 2
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
        // Solution 3: the remainder by the last extent is the last index, and so on. A division of
        // 64 bits takes dozens of instructions: one a dimension (the remainder follows from the
        // quotient), and none for the first, whose index is what is left.
        std::int64_t left = k;
        char *x_at = x.data, *y_at = y.data, *out_at = out.data;
        for (int d = shape.dimensions - 1; d >= 0; --d) {
            const std::int64_t quotient = d > 0 ? left / shape.extents[d] : 0;
            const std::int64_t index = left - quotient * shape.extents[d];
            left = quotient;
            x_at += index * x.strides[d];
            y_at += index * y.strides[d];
            out_at += index * out.strides[d];
        }
        *reinterpret_cast<float*>(out_at) =
            *reinterpret_cast<const float*>(x_at) + *reinterpret_cast<const float*>(y_at);
        // end of Solution 3
    }
}

// Whatever is put into `stream` after this begins when the work is done that is in the stream
// `producer` now (0: there is none).
void order_after(std::uintptr_t producer, cudaStream_t stream) {
    // Solution 4: an event is a mark in a stream. `stream` waits for it on the device; the host
    // waits for nothing. 1 and 2 are what CUDA itself calls these streams (cudaStreamLegacy,
    // cudaStreamPerThread), so they need no special care. The event is given back before check()
    // may throw; CUDA keeps it until no stream waits for it any more.
    if (producer == 0) {
        return;
    }
    cudaEvent_t mark = nullptr;
    check(cudaEventCreateWithFlags(&mark, cudaEventDisableTiming));
    cudaError_t status = cudaEventRecord(mark, reinterpret_cast<cudaStream_t>(producer));
    if (status == cudaSuccess) {
        status = cudaStreamWaitEvent(stream, mark);
    }
    cudaEventDestroy(mark);
    check(status);
    // end of Solution 4
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
