// Mistake: counts the lanes of a bank, also those that want the same word
// Verdict: wrong_answer
// Message: lane k reads word 77; read_words() took 1 turn
// Message: returned 32; expected 1
    // Solution 1
    int wanted[32] = {};
    for (int lane = 0; lane < 32; ++lane) {
        degree = std::max(degree, ++wanted[words[lane] % 32]);
    }
    // end of Solution 1
