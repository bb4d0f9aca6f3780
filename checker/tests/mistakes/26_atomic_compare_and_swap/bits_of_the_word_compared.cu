// Mistake: smallest word instead of smallest value: the position lies in the upper half
// Verdict: wrong_answer
// Message: expected value
    // Solution 4
    atomicMin(reinterpret_cast<Word*>(coldest), to_word(mine));
    // end of Solution 4
