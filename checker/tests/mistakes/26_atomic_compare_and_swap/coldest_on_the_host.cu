// Mistake: the host finds the coldest; the kernel is launched on nothing
// Verdict: requirement
// Message: find_coldest(): a kernel is to compute what stands there
// Lesson 26: atomic operations of your own. README.md explains; fill in the four regions marked
// TODO.
#include "atomic_compare_and_swap.hpp"

#include "wire/cuda_check.hpp"

#include <cmath>
#include <cstring>
#include <vector>

constexpr unsigned threads_per_block = 128;

// What stands at an address at this moment. Volatile, because others write there meanwhile: the
// compiler reads in one piece, and anew at each call.
template <class Word>
__device__ Word look_at(const Word* address) {
    return *static_cast<const volatile Word*>(address);
}

// Whether a reading replaces a peak. The peak is never NaN.
__device__ bool is_higher(float reading, float peak) {
    if (reading == 0.0f && peak == 0.0f) {
        return std::signbit(peak) && !std::signbit(reading);
    }
    return reading > peak;
}

// Raises *peak to the reading if that is higher. Returns what *peak was right before.
__device__ float atomic_raise(float* peak, float reading) {
    auto* const word = reinterpret_cast<unsigned*>(peak);
    unsigned seen = look_at(word);
    while (is_higher(reading, __uint_as_float(seen))) {
        const unsigned found = atomicCAS(word, seen, __float_as_uint(reading));
        if (found == seen) {
            break;
        }
        seen = found;
    }
    return __uint_as_float(seen);
}

__global__ void raise_peaks_kernel(const float* readings, const std::uint32_t* sensors,
                                   std::size_t n, float* peaks, float* before) {
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i < n) {
        before[i] = atomic_raise(&peaks[sensors[i]], readings[i]);
    }
}

void raise_peaks(const float* readings, const std::uint32_t* sensors, std::size_t n, float* peaks,
                 float* before) {
    if (n == 0) {
        return;
    }
    const auto blocks = static_cast<unsigned>((n + threads_per_block - 1) / threads_per_block);
    raise_peaks_kernel<<<blocks, threads_per_block>>>(readings, sensors, n, peaks, before);
    check(cudaGetLastError());
}

// A candidate as the word that atomicCAS works on, and back: the same 8 bytes.
using Word = unsigned long long;

__device__ Word to_word(Candidate candidate) {
    Word word;
    std::memcpy(&word, &candidate, sizeof word);
    return word;
}

__device__ Candidate to_candidate(Word word) {
    Candidate candidate;
    std::memcpy(&candidate, &word, sizeof candidate);
    return candidate;
}

// Whether one candidate beats another.
__device__ bool is_colder(Candidate challenger, Candidate holder) {
    return challenger.value < holder.value ||
           (challenger.value == holder.value && challenger.position < holder.position);
}

// Replaces *coldest by mine if mine is colder.
__device__ void atomic_take_colder(Candidate* coldest, Candidate mine) {
    auto* const word = reinterpret_cast<Word*>(coldest);
    Word seen = look_at(word);
    while (is_colder(mine, to_candidate(seen))) {
        const Word found = atomicCAS(word, seen, to_word(mine));
        if (found == seen) {
            break;
        }
        seen = found;
    }
}

__global__ void find_coldest_kernel(const float* readings, std::size_t n,
                                    std::uint32_t first_position, Candidate* coldest) {
    const std::size_t first = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    const std::size_t stride = std::size_t{gridDim.x} * blockDim.x;
    Candidate mine{INFINITY, 0xffffffffu};
    for (std::size_t i = first; i < n; i += stride) {
        const Candidate here{readings[i], first_position + static_cast<std::uint32_t>(i)};
        if (is_colder(here, mine)) {
            mine = here;
        }
    }
    atomic_take_colder(coldest, mine);
}

void find_coldest(const float* readings, std::size_t n, std::uint32_t first_position,
                  Candidate* coldest) {
    if (n == 0) {
        return;
    }
    find_coldest_kernel<<<32, threads_per_block>>>(readings, 0, first_position, coldest);
    std::vector<float> all(n);
    Candidate best;
    check(cudaMemcpy(all.data(), readings, n * sizeof(float), cudaMemcpyDeviceToHost));
    check(cudaMemcpy(&best, coldest, sizeof best, cudaMemcpyDeviceToHost));
    for (std::size_t i = 0; i < n; ++i) {
        const Candidate here{all[i], first_position + static_cast<std::uint32_t>(i)};
        if (here.value < best.value || (here.value == best.value && here.position < best.position)) best = here;
    }
    check(cudaMemcpy(coldest, &best, sizeof best, cudaMemcpyHostToDevice));
    check(cudaGetLastError());
}
