// Mistake: half of the warp is named
// Verdict: fault
// Message: Barrier error detected
// Only: virtual
    // Solution 2
    float sum = q.x * k.x + q.y * k.y + q.z * k.z + q.w * k.w;
    for (int lane = 1; lane < lanes_of_a_worker; lane *= 2) {
        sum += __shfl_xor_sync(0x0000ffff, sum, lane);
    }
    return sum;
    // end of Solution 2
