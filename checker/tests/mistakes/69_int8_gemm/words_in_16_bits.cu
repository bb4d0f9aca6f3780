// Mistake: the sum is kept in a short
// Verdict: wrong_answer
// Message: sums are kept in 16 bits, and wrap around
    // Solution 1
    const int* a = reinterpret_cast<const int*>(A + row * pitch);
    const int* b = reinterpret_cast<const int*>(B + column * pitch);
    for (int word = 0; word < k / 4; ++word) sum = __dp4a(a[word], b[word], sum);
    if (k % 4 != 0) {
        const int mask = (1 << 8 * (k % 4)) - 1; // the lowest bytes come first in memory
        sum = __dp4a(a[k / 4] & mask, b[k / 4], sum);
    }
    sum = static_cast<short>(sum);
    // end of Solution 1
