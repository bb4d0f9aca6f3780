// What the programs with im2col maps, changed maps and surfaces share.
#pragma once

#include "tensors.hpp"

#include <vector>

namespace corpus {

// An image of ints with 4 channels, through which a filter of 3 * 3 goes: its first pixel is one
// before the image. A column has 16 pixels.
inline CUtensorMap image_map(int* data, int width, int height) {
    void* function = nullptr;
    cudaDriverEntryPointQueryResult result{};
    SUCCEED(cudaGetDriverEntryPointByVersion("cuTensorMapEncodeIm2col", &function, 12000,
                                             cudaEnableDefault, &result));
    const auto w = static_cast<cuuint64_t>(width), h = static_cast<cuuint64_t>(height);
    const cuuint64_t dims[] = {4, w, h, 1}, strides[] = {16, 16 * w, 16 * w * h};
    const int lower[] = {-1, -1}, upper[] = {-1, -1};
    const cuuint32_t steps[] = {1, 1, 1, 1};
    CUtensorMap map;
    EXPECT(reinterpret_cast<decltype(&cuTensorMapEncodeIm2col)>(function)(
               &map, CU_TENSOR_MAP_DATA_TYPE_INT32, 4, data, dims, strides, lower, upper, 4, 16,
               steps, CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE,
               CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE) == CUDA_SUCCESS);
    return map;
}

// An array of words that is a surface.
class Surface {
  public:
    Surface(int width, int height) : width_(width), height_(height) {
        const auto format = cudaCreateChannelDesc<unsigned>();
        SUCCEED(cudaMallocArray(&array_, &format, static_cast<std::size_t>(width),
                                static_cast<std::size_t>(height), cudaArraySurfaceLoadStore));
        const std::vector<unsigned> zeros(static_cast<std::size_t>(width * height));
        SUCCEED(cudaMemcpy2DToArray(array_, 0, 0, zeros.data(), row(), row(),
                                    static_cast<std::size_t>(height), cudaMemcpyHostToDevice));
        cudaResourceDesc resource{};
        resource.resType = cudaResourceTypeArray;
        resource.res.array.array = array_;
        SUCCEED(cudaCreateSurfaceObject(&object_, &resource));
    }
    Surface(const Surface&) = delete;
    Surface& operator=(const Surface&) = delete;
    ~Surface() {
        cudaDestroySurfaceObject(object_);
        cudaFreeArray(array_);
    }
    cudaSurfaceObject_t object() const { return object_; }
    unsigned at(int x, int y) const {
        std::vector<unsigned> all(static_cast<std::size_t>(width_ * height_));
        SUCCEED(cudaMemcpy2DFromArray(all.data(), row(), array_, 0, 0, row(),
                                      static_cast<std::size_t>(height_), cudaMemcpyDeviceToHost));
        return all[static_cast<std::size_t>(y * width_ + x)];
    }

  private:
    std::size_t row() const { return static_cast<std::size_t>(width_) * sizeof(unsigned); }
    int width_, height_;
    cudaArray_t array_ = nullptr;
    cudaSurfaceObject_t object_ = 0;
};

} // namespace corpus

#define LOAD_PIXELS(to, map, w, h, shift, barrier)                                                 \
    asm volatile("cp.async.bulk.tensor.4d.shared::cluster.global.im2col.mbarrier::complete_tx::"   \
                 "bytes [%0], [%1, {%5, %2, %3, %5}], [%4], {%6, %6};" ::"r"(to),                  \
                 "l"(map), "r"(w), "r"(h), "r"(barrier), "r"(0),                                   \
                 "h"(static_cast<unsigned short>(shift))                                           \
                 : "memory")
#define LOAD_PIXELS_TO_ALL(to, map, barrier, ranks)                                                \
    asm volatile(                                                                                  \
        "cp.async.bulk.tensor.4d.shared::cluster.global.im2col.mbarrier::complete_tx::"            \
        "bytes.multicast::cluster [%0], [%1, {%3, %3, %3, %3}], [%2], {%4, %4}, %5;" ::"r"(to),    \
        "l"(map), "r"(barrier), "r"(0), "h"(static_cast<unsigned short>(0)),                       \
        "h"(static_cast<unsigned short>(ranks))                                                    \
        : "memory")
#define PREFETCH_PIXELS(map)                                                                       \
    asm volatile(                                                                                  \
        "cp.async.bulk.prefetch.tensor.4d.L2.global.im2col [%0, {%1, %1, %1, %1}], {%2, %2};" ::   \
            "l"(map),                                                                              \
        "r"(0), "h"(static_cast<unsigned short>(0))                                                \
        : "memory")
#define STORE_PIXELS(map, from)                                                                    \
    asm volatile("cp.async.bulk.tensor.4d.global.shared::cta.im2col_no_offs.bulk_group [%0, {%2, " \
                 "%2, %2, %2}], [%1];" ::"l"(map),                                                 \
                 "r"(from), "r"(0)                                                                 \
                 : "memory")
#define REPLACE_ADDRESS(map, address)                                                              \
    asm volatile("tensormap.replace.tile.global_address.shared::cta.b1024.b64 [%0], %1;" ::"r"(    \
                     in_shared(map)),                                                              \
                 "l"(address)                                                                      \
                 : "memory")
#define COPY_MAP(to, from)                                                                         \
    asm volatile("tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.gpu.sync." \
                 "aligned [%0], [%1], 128; fence.proxy.tensormap::generic.acquire.gpu [%0], "      \
                 "128;" ::"l"(to),                                                                 \
                 "r"(in_shared(from))                                                              \
                 : "memory")
