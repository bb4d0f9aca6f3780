// Mistake: takes pieces of rows that begin anywhere, and of any length
// Verdict: fault
// Message: Invalid __global__ read of size 16 bytes
// Only: virtual
    // Solution 5:
    float h[pieces_of_a_thread][eight];
    const float scale = read_row(x, r, columns, eps, h);
    write_row(h, scale, w, h_row, y_row, columns);
    // end of Solution 5
