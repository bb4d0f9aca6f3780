// Mistake: the address has 16 bits
// Verdict: fault
// Message: the address in units of 16 bytes
    // Solution 1:
__device__ int place_of(int row, int piece) { return piece ^ row % 8; }

__device__ std::uint64_t descriptor(const void* first, unsigned stride) {
    return static_cast<std::uint64_t>((in_shared(first) & 0xffff) >> 4) | static_cast<std::uint64_t>(stride >> 4) << 32 | 1ull << 62;
}
    // end of Solution 1
