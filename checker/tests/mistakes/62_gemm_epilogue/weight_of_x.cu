// Mistake: x is forgotten
// Verdict: wrong_answer
// Message: the factor x is missing
        // Solution 2
        constexpr float root_of_half = 0.70710678f;
        return 0.5f * (1.0f + erff(sum * root_of_half));
        // end of Solution 2
