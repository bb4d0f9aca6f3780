// Mistake: all words up to the pitch are multiplied
// Verdict: wrong_answer
// Message: each sum is to be exact
    // Solution 1
    const int* a = reinterpret_cast<const int*>(A + row * pitch);
    const int* b = reinterpret_cast<const int*>(B + column * pitch);
    for (int word = 0; word < pitch / 4; ++word) sum = __dp4a(a[word], b[word], sum);
    // end of Solution 1
