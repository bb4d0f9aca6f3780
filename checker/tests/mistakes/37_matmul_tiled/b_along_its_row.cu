// Mistake: rows times rows
// Verdict: wrong_answer
// Message: rows and columns of B are exchanged
    // Solution 3
    const int x = threadIdx.x, y = threadIdx.y;
    float sum = 0.0f;
    for (int k = 0; k < tile_size; ++k) {
        sum += a_tile[y][k] * b_tile[x][k];
    }
    return sum;
    // end of Solution 3
