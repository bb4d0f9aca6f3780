// Lesson 09, further: four elements of each array at a time, in as few loads and stores as they
// take. As quick as a copy; see lesson 36.
#include "map_functor.hpp"

#define map map_by_elements
#define calibrate calibrate_by_elements
#include "map_functor.cu"
#undef map
#undef calibrate

#include <cstdint>

constexpr int elements_of_group = 4;

// Four elements of any type begin at a multiple of their size, or of 16 bytes, the widest load's.
template <typename T>
struct alignas(std::min<std::size_t>(elements_of_group * sizeof(T), 16)) Four {
    T of[elements_of_group];
};

template <typename Out, typename Op, typename... In>
__global__ void map_fours_kernel(std::ptrdiff_t n, Out* __restrict__ out, Op op,
                                 const In* __restrict__... in) {
    const std::ptrdiff_t fours = n / elements_of_group;
    const std::ptrdiff_t i = std::ptrdiff_t{blockIdx.x} * blockDim.x + threadIdx.x;
    // The arguments are loaded as a whole before op is called for the first time.
    const auto results_of = [&](Four<In>... own) {
        Four<Out> results;
        for (int k = 0; k < elements_of_group; ++k) results.of[k] = op(own.of[k]...);
        return results;
    };
    if (i < fours) {
        reinterpret_cast<Four<Out>*>(out)[i] =
            results_of(reinterpret_cast<const Four<In>*>(in)[i]...);
    }
    // Fewer than four are left behind them.
    const std::ptrdiff_t last = elements_of_group * fours + i;
    if (last < n) out[last] = op(in[last]...);
}

template <typename T>
bool begins_well(const T* array) {
    return reinterpret_cast<std::uintptr_t>(array) % alignof(Four<T>) == 0;
}

template <typename Out, typename Op, typename... In>
void map(std::size_t n, Out* out, Op op, const In*... in) {
    if (!(begins_well(out) && ... && begins_well(in))) {
        map_by_elements(n, out, op, in...);
        return;
    }
    if (n == 0) return;
    constexpr std::size_t of_block = elements_of_group * threads_per_block;
    map_fours_kernel<<<static_cast<unsigned>((n + of_block - 1) / of_block), threads_per_block>>>(
        static_cast<std::ptrdiff_t>(n), out, op, in...);
    check(cudaGetLastError());
}

void calibrate(const int* counts, float pedestal, float gain, float* out, std::size_t n) {
    map(
        n, out, [=] __device__(int count) { return gain * (count - pedestal); }, counts);
}
