// Mistake: whole pieces of 16 bytes, wherever the row begins, and a tail
// Verdict: fault
// Message: aligned
// Only: virtual
    // Solution 5:
    float h[pieces_of_a_thread][eight];
    const int whole = columns / eight * eight;
    float tail = 0.0f, squares = 0.0f;
    if (whole + threadIdx.x < columns) tail = __bfloat162float(x[whole + threadIdx.x]) + __bfloat162float(r[whole + threadIdx.x]);
    const float of_pieces = read_row(x, r, whole, 0.0f, h);
    squares = whole / (of_pieces * of_pieces) / blockDim.x + tail * tail;
    const float scale = rsqrtf(block_sum(squares) / columns + eps);
    write_row(h, scale, w, h_row, y_row, whole);
    if (whole + threadIdx.x >= columns) return;
    h_row[whole + threadIdx.x] = __float2bfloat16(tail);
    y_row[whole + threadIdx.x] = __float2bfloat16(tail * scale * __bfloat162float(w[whole + threadIdx.x]));
    // end of Solution 5
