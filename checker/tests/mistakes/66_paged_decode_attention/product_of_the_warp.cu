// Mistake: the products of both workers of a warp are added up
// Verdict: wrong_answer
// Message: the warp's other 16 lanes, of another row, are in it
    // Solution 2
    float sum = q.x * k.x + q.y * k.y + q.z * k.z + q.w * k.w;
    for (int lane = 1; lane < 32; lane *= 2) {
        sum += __shfl_xor_sync(0xffffffff, sum, lane);
    }
    return sum;
    // end of Solution 2
