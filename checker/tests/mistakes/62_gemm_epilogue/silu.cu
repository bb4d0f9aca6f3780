// Mistake: another activation
// Verdict: wrong_answer
// Message: another function (SiLU)
        // Solution 2
        constexpr float root_of_half = 0.70710678f;
        return sum / (1.0f + expf(-sum));
        // end of Solution 2
