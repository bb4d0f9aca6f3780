// Mistake: the warp of a row goes through the carries of all shares
// Verdict: too_much_traffic
// Message: the carries of a row stand next to each other
// Only: virtual
    // Solution 5:
    const int row = begins[b + 1];
    if (row == rows || (b > 0 && begins[b] == row)) return;
    float sum = 0.0f;
    for (int c = lane; c < shares; c += warp_size) {
        if (begins[c + 1] == row) sum += carries[c];
    }
    sum = sum_of_lanes(sum, warp_size);
    if (lane == 0) y[row] += sum;
    // end of Solution 5
