// Mistake: a lane moves on by 2 columns, as with halves
// Verdict: fault
// Message: misaligned
// Only: virtual
// Solution 2
__device__ FragmentA load_a(const std::int8_t* tile, int pitch) {
    FragmentA a{};
    const int lane = threadIdx.x % 32;
    const std::int8_t* const first = tile + lane / 4 * pitch + lane % 4 * 2;
    a.x[0] = word_at(first);
    a.x[1] = word_at(first + 8 * pitch);
    a.x[2] = word_at(first + 16);
    a.x[3] = word_at(first + 8 * pitch + 16);
    return a;
}

__device__ FragmentB load_b(const std::int8_t* tile, int pitch) {
    FragmentB b{};
    const int lane = threadIdx.x % 32;
    const std::int8_t* const first = tile + lane / 4 * pitch + lane % 4 * 4;
    b.x[0] = word_at(first);
    b.x[1] = word_at(first + 16);
    return b;
}
// end of Solution 2
