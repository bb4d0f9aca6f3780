// Mistake: the carries replace what the last share has written
// Verdict: wrong_answer
// Message: belong to row
    // Solution 5:
    const int row = begins[b + 1];
    if (row == rows || (b > 0 && begins[b] == row)) return;
    float sum = 0.0f;
    for (int c = b + lane; c < shares && begins[c + 1] == row; c += warp_size) {
        sum += carries[c];
    }
    sum = sum_of_lanes(sum, warp_size);
    if (lane == 0) y[row] = sum;
    // end of Solution 5
