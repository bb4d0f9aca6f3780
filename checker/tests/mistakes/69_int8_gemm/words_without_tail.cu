// Mistake: the last k % 4 products are forgotten
// Verdict: wrong_answer
// Message: the last k % 4 products are missing
    // Solution 1
    const int* a = reinterpret_cast<const int*>(A + row * pitch);
    const int* b = reinterpret_cast<const int*>(B + column * pitch);
    for (int word = 0; word < k / 4; ++word) sum = __dp4a(a[word], b[word], sum);
    // end of Solution 1
