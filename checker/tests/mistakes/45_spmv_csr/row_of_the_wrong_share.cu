// Mistake: carries[b] is added to begins[b]
// Verdict: wrong_answer
// Message: 
    // Solution 5:
    const int row = begins[b];
    if (row == rows || (b > 0 && begins[b - 1] == row)) return;
    float sum = 0.0f;
    for (int c = b + lane; c < shares && begins[c] == row; c += warp_size) {
        sum += carries[c];
    }
    sum = sum_of_lanes(sum, warp_size);
    if (lane == 0) y[row] += sum;
    // end of Solution 5
