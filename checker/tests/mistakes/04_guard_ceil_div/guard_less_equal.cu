// Mistake: <= lets one thread too many through
// Verdict: fault
// Message: Invalid __global__ 
    // Solution 2
    if (i <= n) {
        output[i] = static_cast<double>(input[i]);
    }
    // end of Solution 2
