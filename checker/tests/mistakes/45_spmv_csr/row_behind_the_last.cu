// Mistake: the last share carries to a row that there is not
// Verdict: fault
// Message: y
// Only: virtual
    // Solution 5:
    const int row = begins[b + 1];
    if ((b > 0 && begins[b] == row)) return;
    float sum = 0.0f;
    for (int c = b + lane; c < shares && begins[c + 1] == row; c += warp_size) {
        sum += carries[c];
    }
    sum = sum_of_lanes(sum, warp_size);
    if (lane == 0) y[row] += sum;
    // end of Solution 5
