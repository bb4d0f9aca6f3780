// Mistake: the guard compares in int: from 2^31 elements on nothing is converted, or all and more
// Verdict: requirement
// Message: the kernel compares numbers of 32 bits with a sign
    // Solution 2:
    if (static_cast<int>(i) < static_cast<int>(n)) {
        output[i] = static_cast<double>(input[i]);
    }
    // end of Solution 2
