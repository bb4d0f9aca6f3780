// Mistake: only the first lane has the sum
// Verdict: wrong_answer
// Message: row 0, lane 1 has
    // Solution 2
    float sum = q.x * k.x + q.y * k.y + q.z * k.z + q.w * k.w;
    for (int lane = 1; lane < lanes_of_a_worker; lane *= 2) {
        sum += __shfl_down_sync(0xffffffff, sum, lane, 16);
    }
    return sum;
    // end of Solution 2
