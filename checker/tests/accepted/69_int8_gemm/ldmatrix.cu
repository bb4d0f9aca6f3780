// Accepted: ldmatrix for what is in shared memory; B's word masked, two sums of words; bytes counted; the scales multiplied first
    // Solution 1
    const int* a = reinterpret_cast<const int*>(A + row * pitch);
    const int* b = reinterpret_cast<const int*>(B + column * pitch);
    int other = 0, word = 0;
    for (; 4 * word + 7 < k; word += 2) {
        sum = __dp4a(a[word], b[word], sum);
        other = __dp4a(a[word + 1], b[word + 1], other);
    }
    for (; 4 * word < k; ++word) {
        const int left = k - 4 * word;
        const unsigned mask = left >= 4 ? 0xffffffffu : 0xffffffffu >> (32 - 8 * left);
        other = __dp4a(a[word], static_cast<int>(b[word] & mask), other);
    }
    sum += other;
    // end of Solution 1
// Solution 2
__device__ FragmentA load_a(const std::int8_t* tile, int pitch) {
    FragmentA a{};
    const int lane = threadIdx.x % 32;
    if (__isShared(tile)) {
        // Lanes 0 to 7 name the rows of register 0, 8 to 15 those of register 1, and so on.
        const auto row = static_cast<unsigned>(
            __cvta_generic_to_shared(tile + lane % 16 * pitch + lane / 16 * 16));
        asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                     : "=r"(a.x[0]), "=r"(a.x[1]), "=r"(a.x[2]), "=r"(a.x[3])
                     : "r"(row)
                     : "memory");
        return a;
    }
    for (int i = 0; i < 4; ++i)
        a.x[i] = word_at(tile + (lane / 4 + i % 2 * 8) * pitch + lane % 4 * 4 + i / 2 * 16);
    return a;
}
__device__ FragmentB load_b(const std::int8_t* tile, int pitch) {
    const int lane = threadIdx.x % 32;
    const auto* words = reinterpret_cast<const unsigned*>(tile + lane / 4 * pitch);
    return {words[lane % 4], words[lane % 4 + 4]};
}
// end of Solution 2
    // Solution 4
    const int there = row < rows ? min(16, columns - column) : 0;
    const std::int8_t* from = matrix + (there > 0 ? row * columns + column : 0);
#pragma unroll
    for (int i = 0; i < 16; ++i)
        if (i < there) sixteen.of[i] = from[i];
    // end of Solution 4
        // Solution 5
        D[row * n + column] = __int2float_rn(sum) * (row_scales[row] * column_scales[column]);
        // end of Solution 5
