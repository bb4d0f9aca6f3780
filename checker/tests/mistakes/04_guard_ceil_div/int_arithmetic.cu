// Mistake: counts the elements in an int
// Verdict: wrong_answer
// Message: blocks_for(4294967297, 256)
    // Solution 1
    const int count = static_cast<int>(n);
    const int block = static_cast<int>(threads_per_block);
    return static_cast<unsigned>((count + block - 1) / block);
    // end of Solution 1
