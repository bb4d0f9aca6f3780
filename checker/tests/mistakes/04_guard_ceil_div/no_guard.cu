// Mistake: threads to spare write behind the array
// Verdict: fault
// Message: Invalid __global__ 
    // Solution 2
    output[i] = static_cast<double>(input[i]);
    // end of Solution 2
