// Mistake: both in bytes
// Verdict: fault
// Message: the stride in units of 16 bytes
    // Solution 1:
__device__ int place_of(int row, int piece) { return piece ^ row % 8; }

__device__ std::uint64_t descriptor(const void* first, unsigned stride) {
    return static_cast<std::uint64_t>(in_shared(first)) | static_cast<std::uint64_t>(stride) << 32 | 1ull << 62;
}
    // end of Solution 1
