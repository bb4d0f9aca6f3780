// Mistake: only the first carry of a row is added
// Verdict: wrong_answer
// Message: belong to row
    // Solution 5:
    const int row = begins[b + 1];
    if (row == rows || (b > 0 && begins[b] == row)) return;
    float sum = 0.0f;
    if (lane == 0) sum = carries[b];
    sum = sum_of_lanes(sum, warp_size);
    if (lane == 0) y[row] += sum;
    // end of Solution 5
