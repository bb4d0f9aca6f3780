// Mistake: x is the row, y the column
// Verdict: wrong_answer
// Message: this is the transpose of the product
    // Solution 3
    const int x = threadIdx.x, y = threadIdx.y;
    float sum = 0.0f;
    for (int k = 0; k < tile_size; ++k) {
        sum += a_tile[x][k] * b_tile[k][y];
    }
    return sum;
    // end of Solution 3
