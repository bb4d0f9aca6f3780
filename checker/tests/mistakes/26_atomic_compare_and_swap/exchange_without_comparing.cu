// Mistake: atomicExch is atomic, but what it replaces may have changed since the comparison
// Verdict: wrong_answer
// Message: peak
    // Solution 2
    const float before = look_at(peak);
    if (!is_higher(reading, before)) return before;
    return atomicExch(peak, reading);
    // end of Solution 2
