// Mistake: rows are taken to begin k bytes apart
// Verdict: fault
// Message: misaligned
// Only: virtual
    // Solution 1
    const int* a = reinterpret_cast<const int*>(A + row * k);
    const int* b = reinterpret_cast<const int*>(B + column * k);
    for (int word = 0; word < k / 4; ++word) sum = __dp4a(a[word], b[word], sum);
    if (k % 4 != 0) {
        const int mask = (1 << 8 * (k % 4)) - 1; // the lowest bytes come first in memory
        sum = __dp4a(a[k / 4] & mask, b[k / 4], sum);
    }
    // end of Solution 1
