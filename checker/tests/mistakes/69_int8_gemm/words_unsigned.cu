// Mistake: bytes are taken as unsigned: __dp4a of unsigned ints
// Verdict: wrong_answer
// Message: bytes of A and of B are read as 0 to 255
    // Solution 1
    const auto* a = reinterpret_cast<const unsigned*>(A + row * pitch);
    const auto* b = reinterpret_cast<const unsigned*>(B + column * pitch);
    unsigned all = 0;
    for (int word = 0; word < k / 4; ++word) all = __dp4a(a[word], b[word], all);
    if (k % 4 != 0) {
        const int mask = (1 << 8 * (k % 4)) - 1; // the lowest bytes come first in memory
        all = __dp4a(a[k / 4] & mask, b[k / 4], all);
    }
    sum = static_cast<int>(all);
    // end of Solution 1
