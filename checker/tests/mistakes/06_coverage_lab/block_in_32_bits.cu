// Mistake: 128 times a block's number in 32 bits
// Verdict: wrong_answer
// Message: writes_128
    // Solution 2:
    const unsigned block = static_cast<unsigned>(std::min(i / 128, blocks - 1));
    return i - 128 * block < threads;
    // end of Solution 2
