// Mistake: one literal in double
// Verdict: requirement
// Message: there is a double on the way
        // Solution 2
        constexpr float root_of_half = 0.70710678f;
        return 0.5 * sum * (1.0f + erff(sum * root_of_half));
        // end of Solution 2
