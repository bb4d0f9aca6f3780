// Mistake: takes a word's number for a byte's: four words lie in each bank
// Verdict: wrong_answer
// Message: lane k reads word 1 k
    // Solution 1
    std::set<int> wanted[32];
    for (int lane = 0; lane < 32; ++lane) wanted[words[lane] / 4 % 32].insert(words[lane]);
    for (const auto& of_bank : wanted) degree = std::max(degree, static_cast<int>(of_bank.size()));
    // end of Solution 1
