// Mistake: the last line is printed first
// Verdict: wrong_answer
// Message: the last line is to be "Everybody has said hello"
    // Solution 3:
    std::printf("Everybody has said hello\n");
    hello(32);
    // end of Solution 3
