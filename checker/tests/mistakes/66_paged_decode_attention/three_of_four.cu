// Mistake: one product of four is missing
// Verdict: wrong_answer
// Message: row 0, lane 0 has
    // Solution 2
    float sum = q.x * k.x + q.y * k.y + q.z * k.z;
    for (int lane = 1; lane < lanes_of_a_worker; lane *= 2) {
        sum += __shfl_xor_sync(0xffffffff, sum, lane);
    }
    return sum;
    // end of Solution 2
