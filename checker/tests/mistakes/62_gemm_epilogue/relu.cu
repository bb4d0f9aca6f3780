// Mistake: the simplest activation
// Verdict: wrong_answer
// Message: another function (ReLU)
        // Solution 2
        constexpr float root_of_half = 0.70710678f;
        return fmaxf(sum, 0.0f);
        // end of Solution 2
