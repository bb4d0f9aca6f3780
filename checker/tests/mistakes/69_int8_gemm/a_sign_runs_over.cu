// Mistake: bytes become a word with their signs
// Verdict: wrong_answer
// Message: bytes that do not stand beside each other in memory
// Solution 2
__device__ FragmentA load_a(const std::int8_t* tile, int pitch) {
    FragmentA a{};
    const int lane = threadIdx.x % 32;
    const std::int8_t* const first = tile + lane / 4 * pitch + lane % 4 * 4;
    a.x[0] = first[0] | first[1] << 8 | first[2] << 16 | first[3] << 24;
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
