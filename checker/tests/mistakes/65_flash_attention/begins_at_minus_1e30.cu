// Mistake: the maximum begins at -1e30, which scores may be below
// Verdict: wrong_answer
// Message: far below 0
// Replaces
//|         const float base = maximum == -INFINITY ? 0.0f : maximum;
        const float base = maximum;
// end of Replaces
// Replaces
//|     for (float& maximum : rows.maximum) maximum = -INFINITY;
    for (float& maximum : rows.maximum) maximum = -1e30f; // so that no difference is NaN
// end of Replaces
