// Mistake: erf and literals in double
// Verdict: requirement
// Message: there is a double on the way
// Message: erff, not erf
        // Solution 2
        constexpr float root_of_half = 0.70710678f;
        return static_cast<float>(0.5 * sum * (1.0 + erf(sum * root_of_half)));
        // end of Solution 2
