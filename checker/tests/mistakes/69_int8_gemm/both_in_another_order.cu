// Mistake: halves are exchanged, in A and in B: products are right by chance
// Verdict: wrong_answer
// Message: register 0 of A has A(0, 16) to A(0, 19); A(0, 0) to A(0, 3) belong there
// Solution 2
__device__ FragmentA load_a(const std::int8_t* tile, int pitch) {
    FragmentA a{};
    const int lane = threadIdx.x % 32;
    const std::int8_t* const first = tile + lane / 4 * pitch + lane % 4 * 4;
    a.x[2] = word_at(first);
    a.x[3] = word_at(first + 8 * pitch);
    a.x[0] = word_at(first + 16);
    a.x[1] = word_at(first + 8 * pitch + 16);
    return a;
}

__device__ FragmentB load_b(const std::int8_t* tile, int pitch) {
    FragmentB b{};
    const int lane = threadIdx.x % 32;
    const std::int8_t* const first = tile + lane / 4 * pitch + lane % 4 * 4;
    b.x[1] = word_at(first);
    b.x[0] = word_at(first + 16);
    return b;
}
// end of Solution 2
