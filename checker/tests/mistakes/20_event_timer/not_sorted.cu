// Mistake: the value in the middle of the list as it is
// Verdict: wrong_answer
// Message: median() returned
    // Solution 1
    std::vector<float> sorted(times, times + count);
    const int middle = count / 2;
    return count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    // end of Solution 1
