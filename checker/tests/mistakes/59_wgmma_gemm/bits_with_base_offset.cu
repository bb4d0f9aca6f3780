// Mistake: a base offset
// Verdict: fault
// Message: the base offset
    // Solution 1:
__device__ int place_of(int row, int piece) { return piece ^ row % 8; }

__device__ std::uint64_t descriptor(const void* first, unsigned stride) {
    return static_cast<std::uint64_t>(in_shared(first) >> 4) | static_cast<std::uint64_t>(stride >> 4) << 32 | (std::uint64_t{in_shared(first)} >> 4 & 7) << 49 | 1ull << 62;
}
    // end of Solution 1
