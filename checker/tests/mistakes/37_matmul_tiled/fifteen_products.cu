// Mistake: the last product is left out
// Verdict: wrong_answer
// Message: has a single 1
    // Solution 3
    const int x = threadIdx.x, y = threadIdx.y;
    float sum = 0.0f;
    for (int k = 0; k < tile_size - 1; ++k) {
        sum += a_tile[y][k] * b_tile[k][x];
    }
    return sum;
    // end of Solution 3
