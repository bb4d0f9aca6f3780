// Mistake: a register is made of four loads
// Verdict: requirement
// Message: each register is to be one load of four bytes
// Solution 2
__device__ FragmentA load_a(const std::int8_t* tile, int pitch) {
    FragmentA a{};
    const int lane = threadIdx.x % 32;
    const std::int8_t* const first = tile + lane / 4 * pitch + lane % 4 * 4;
    const auto bytes_at = [](const std::int8_t* from) {
        unsigned word = 0;
        for (int i = 0; i < 4; ++i) word |= (from[i] & 0xffu) << 8 * i;
        return word;
    };
    a.x[0] = bytes_at(first);
    a.x[1] = bytes_at(first + 8 * pitch);
    a.x[2] = bytes_at(first + 16);
    a.x[3] = bytes_at(first + 8 * pitch + 16);
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
