// Mistake: the copy does not ask whether the matrix has such a piece
// Verdict: fault
// Message: Invalid __global__ read
// Only: virtual
    // Solution 1
    (void)there;
    cuda::memcpy_async(place, source, sizeof(Piece), pipe);
    // end of Solution 1
