// Mistake: C is read before beta is looked at
// Verdict: too_much_traffic
// Message: beta is 0, so C is not to be read
// Only: virtual
    // Solution 1
    const float old = *static_cast<volatile float*>(c);
    *c = beta == 0.0f ? alpha * sum : alpha * sum + beta * old;
    // end of Solution 1
