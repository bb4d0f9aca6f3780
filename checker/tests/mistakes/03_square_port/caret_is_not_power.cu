// Mistake: ^ is exclusive or
// Verdict: wrong_answer
// Message: 4096 of 4096 elements (int64) are wrong
        // Solution 1
        output[i] = input[i] ^ 2;
        // end of Solution 1
