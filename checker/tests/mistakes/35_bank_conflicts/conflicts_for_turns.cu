// Mistake: counts the turns beyond the first
// Verdict: wrong_answer
// Message: returned 0; expected 1
    // Solution 1
    std::set<int> wanted[32];
    for (int lane = 0; lane < 32; ++lane) wanted[words[lane] % 32].insert(words[lane]);
    for (const auto& of_bank : wanted) degree = std::max(degree, static_cast<int>(of_bank.size()) - 1);
    // end of Solution 1
