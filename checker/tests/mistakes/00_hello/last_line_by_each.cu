// Mistake: each thread prints the last line, too
// Verdict: wrong_answer
// Message: none of those asked for: "Everybody has said hello"
    // Solution 1:
    printf("Hello from thread %u\nEverybody has said hello\n", threadIdx.x);
    // end of Solution 1
