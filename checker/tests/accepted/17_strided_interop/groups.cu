// Accepted: four indices for any number of dimensions; cooperative groups; an event per producer that is kept in a list
#include "strided_interop.hpp"

#include "wire/cuda_check.hpp"

#include <array>
#include <cooperative_groups.h>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

struct Events {
    std::vector<cudaEvent_t> all;
    Events() { all.reserve(3); }
    Events(const Events&) = delete;
    ~Events() {
        for (const cudaEvent_t event : all) cudaEventDestroy(event);
    }
    cudaEvent_t make() {
        cudaEvent_t event = nullptr;
        check(cudaEventCreateWithFlags(&event, cudaEventDisableTiming | cudaEventBlockingSync));
        all.push_back(event);
        return event;
    }
};

struct Four {
    std::int64_t at[4];
};

Four shape_of(const ArrayInterface& array) {
    Four shape{{1, 1, 1, 1}};
    for (int d = 0; d < array.dimensions; ++d) shape.at[4 - array.dimensions + d] = array.shape[d];
    return shape;
}

Four strides_of(const ArrayInterface& array) {
    const Four shape = shape_of(array);
    Four strides{};
    std::int64_t step = sizeof(float);
    for (int d = 3; d >= 0; --d) {
        const int own = d - (4 - array.dimensions);
        if (own >= 0) strides.at[d] = array.has_strides ? array.strides[own] : step;
        step *= shape.at[d];
    }
    return strides;
}

__global__ void add_four(std::uintptr_t x, Four xs, std::uintptr_t y, Four ys, std::uintptr_t out,
                         Four os, Four shape) {
    const std::int64_t count = shape.at[0] * shape.at[1] * shape.at[2] * shape.at[3];
    const auto grid = cooperative_groups::this_grid();
    for (std::int64_t k = static_cast<std::int64_t>(grid.thread_rank()); k < count;
         k += static_cast<std::int64_t>(grid.size())) {
        const std::int64_t d = k % shape.at[3], c = k / shape.at[3] % shape.at[2];
        const std::int64_t b = k / (shape.at[3] * shape.at[2]) % shape.at[1];
        const std::int64_t a = k / (shape.at[3] * shape.at[2] * shape.at[1]);
        const auto place = [=](std::uintptr_t first, const Four& s) {
            return first + a * s.at[0] + b * s.at[1] + c * s.at[2] + d * s.at[3];
        };
        *reinterpret_cast<float*>(place(out, os)) =
            *reinterpret_cast<const float*>(place(x, xs)) +
            *reinterpret_cast<const float*>(place(y, ys));
    }
}

void add(const ArrayInterface& x, const ArrayInterface& y, const ArrayInterface& out,
         cudaStream_t stream) {
    const std::array<const ArrayInterface*, 3> all{&x, &y, &out};
    const char* const names[] = {"x", "y", "out"};
    for (int i = 0; i < 3; ++i) {
        const ArrayInterface& array = *all[i];
        const auto refuse = [&](const char* what) {
            throw std::invalid_argument(std::string(names[i]) + ": " + what);
        };
        if (array.version != 3) refuse("version");
        if (std::string_view(array.typestr) != "<f4") refuse("typestr");
        bool same = array.dimensions == x.dimensions, empty = false;
        for (int d = 0; same && d < x.dimensions; ++d) {
            same = array.shape[d] == x.shape[d];
            empty = empty || array.shape[d] == 0;
        }
        if (!same) refuse("shape");
        if (!empty && array.pointer % 4 != 0) refuse("pointer");
        for (int d = 0; array.has_strides && d < array.dimensions; ++d) {
            if (array.strides[d] % 4 != 0) refuse("strides");
            if (i == 2 && array.strides[d] == 0 && array.shape[d] > 1) refuse("strides");
        }
        if (i == 2 && array.readonly) refuse("readonly");
    }
    const Four shape = shape_of(out);
    const std::int64_t count = shape.at[0] * shape.at[1] * shape.at[2] * shape.at[3];
    if (count == 0) return;
    Events events;
    for (const ArrayInterface* array : all) {
        if (array->stream == 0) continue;
        const cudaEvent_t event = events.make();
        check(cudaEventRecord(event, reinterpret_cast<cudaStream_t>(array->stream)));
        check(cudaStreamWaitEvent(stream, event));
    }
    const auto blocks = static_cast<unsigned>(count < 128'000 ? (count + 127) / 128 : 1000);
    add_four<<<blocks, 128, 0, stream>>>(x.pointer, strides_of(x), y.pointer, strides_of(y),
                                         out.pointer, strides_of(out), shape);
    check(cudaGetLastError());
}
