// Mistake: the last word is multiplied whole
// Verdict: wrong_answer
// Message: what stands behind the end of a row of A, and of a column of B, is multiplied, too
    // Solution 1
    const int* a = reinterpret_cast<const int*>(A + row * pitch);
    const int* b = reinterpret_cast<const int*>(B + column * pitch);
    for (int word = 0; word < k / 4; ++word) sum = __dp4a(a[word], b[word], sum);
    if (k % 4 != 0) {
        sum = __dp4a(a[k / 4], b[k / 4], sum);
    }
    // end of Solution 1
