// Mistake: only asks how much memory is wanted
// Verdict: wrong_answer
// Message: has the algorithm been called with memory?
    // Solution 1:
    std::size_t bytes = 0;
    check(algorithm(nullptr, bytes));
    // end of Solution 1
