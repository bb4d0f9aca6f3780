// Mistake: reads, compares and writes in three steps
// Verdict: fault
// Message: Race reported
// Only: virtual
    // Solution 2
    const float before = *peak;
    if (is_higher(reading, before)) *peak = reading;
    return before;
    // end of Solution 2
