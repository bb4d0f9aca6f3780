// Mistake: the last step is missing
// Verdict: wrong_answer
// Message: What is missing is that of lanes 8 9 10 11 12 13 14 15
    // Solution 2
    float sum = q.x * k.x + q.y * k.y + q.z * k.z + q.w * k.w;
    for (int lane = 1; lane < lanes_of_a_worker / 2; lane *= 2) {
        sum += __shfl_xor_sync(0xffffffff, sum, lane);
    }
    return sum;
    // end of Solution 2
