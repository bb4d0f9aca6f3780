// Mistake: a barrier in front does not keep the threads apart
// Verdict: fault
// Message: Race reported
    // Solution 1
    __syncthreads();
    *counter += 1;
    // end of Solution 1
