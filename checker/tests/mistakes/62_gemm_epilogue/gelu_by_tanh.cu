// Mistake: the approximation by tanh
// Verdict: wrong_answer
// Message: that is the approximation by tanh
        // Solution 2
        constexpr float root_of_half = 0.70710678f;
        return 0.5f * sum * (1.0f + tanhf(0.79788456f * (sum + 0.044715f * sum * sum * sum)));
        // end of Solution 2
