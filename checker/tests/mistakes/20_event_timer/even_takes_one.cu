// Mistake: of an even number the upper of the two in the middle
// Verdict: wrong_answer
// Message: median() returned
    // Solution 1
    std::vector<float> sorted(times, times + count);
    std::sort(sorted.begin(), sorted.end());
    const int middle = count / 2;
    return sorted[middle];
    // end of Solution 1
