// Mistake: 32 lanes divided by the banks that they touch
// Verdict: wrong_answer
// Message: lane k reads word
    // Solution 1
    std::set<int> banks;
    for (int lane = 0; lane < 32; ++lane) banks.insert(words[lane] % 32);
    degree = 32 / static_cast<int>(banks.size());
    // end of Solution 1
