// Mistake: the row is not taken modulo 8
// Verdict: fault
// Message: is in place
    // Solution 1:
__device__ int place_of(int row, int piece) { return piece ^ row; }

__device__ std::uint64_t descriptor(const void* first, unsigned stride) {
    return static_cast<std::uint64_t>(in_shared(first) >> 4) | static_cast<std::uint64_t>(stride >> 4) << 32 | 1ull << 62;
}
    // end of Solution 1
