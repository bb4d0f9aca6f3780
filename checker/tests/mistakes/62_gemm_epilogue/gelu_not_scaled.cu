// Mistake: x is not divided by the square root of 2
// Verdict: wrong_answer
// Message: x is not divided by the square root of 2
        // Solution 2
        constexpr float root_of_half = 0.70710678f;
        return 0.5f * sum * (1.0f + erff(sum));
        // end of Solution 2
