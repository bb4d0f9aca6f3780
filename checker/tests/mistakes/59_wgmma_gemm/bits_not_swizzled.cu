// Mistake: no swizzle
// Verdict: wrong_answer
// Message: expected is 1, a swizzle of 128 bytes
    // Solution 1:
__device__ int place_of(int row, int piece) { return piece ^ row % 8; }

__device__ std::uint64_t descriptor(const void* first, unsigned stride) {
    return static_cast<std::uint64_t>(in_shared(first) >> 4) | static_cast<std::uint64_t>(stride >> 4) << 32 | 0ull;
}
    // end of Solution 1
