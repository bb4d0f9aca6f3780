// Mistake: B times A within the tiles
// Verdict: wrong_answer
// Message: this is B A; what is asked for is A B
    // Solution 3
    const int x = threadIdx.x, y = threadIdx.y;
    float sum = 0.0f;
    for (int k = 0; k < tile_size; ++k) {
        sum += b_tile[y][k] * a_tile[k][x];
    }
    return sum;
    // end of Solution 3
