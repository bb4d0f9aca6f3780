// Mistake: the loop goes on to the end of the last word
// Verdict: wrong_answer
// Message: up to the next multiple of 4
    // Solution 1
    const int* a = reinterpret_cast<const int*>(A + row * pitch);
    const int* b = reinterpret_cast<const int*>(B + column * pitch);
    for (int word = 0; word < (k + 3) / 4; ++word) sum = __dp4a(a[word], b[word], sum);
    // end of Solution 1
