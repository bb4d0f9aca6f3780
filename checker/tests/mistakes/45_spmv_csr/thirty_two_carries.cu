// Mistake: a row is taken to have at most 32 carries
// Verdict: wrong_answer
// Message: belong to row
    // Solution 5:
    const int row = begins[b + 1];
    if (row == rows || (b > 0 && begins[b] == row)) return;
    float sum = 0.0f;
    if (const int c = b + lane; c < shares && begins[c + 1] == row) {
        sum += carries[c];
    }
    sum = sum_of_lanes(sum, warp_size);
    if (lane == 0) y[row] += sum;
    // end of Solution 5
