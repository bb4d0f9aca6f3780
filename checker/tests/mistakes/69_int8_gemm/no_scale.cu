// Mistake: the sum is written as it is
// Verdict: wrong_answer
// Message: there is no scale in D
        // Solution 5
        D[row * n + column] = static_cast<float>(sum);
        // end of Solution 5
