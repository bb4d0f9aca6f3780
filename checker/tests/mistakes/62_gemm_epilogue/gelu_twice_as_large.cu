// Mistake: the half is forgotten
// Verdict: wrong_answer
// Message: this is twice the GELU
        // Solution 2
        constexpr float root_of_half = 0.70710678f;
        return sum * (1.0f + erff(sum * root_of_half));
        // end of Solution 2
