// Mistake: the warps of several shares add to one row
// Verdict: fault
// Message: Race reported
// Only: virtual
    // Solution 5:
    if (lane == 0 && begins[b + 1] < rows) y[begins[b + 1]] += carries[b];
    // end of Solution 5
