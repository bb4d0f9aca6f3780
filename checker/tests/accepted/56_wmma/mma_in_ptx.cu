// Accepted: one tile by two mma of PTX, whose fragments are specified; C added at the end, to the elements of fragments; the band by pointers
    // Solution 1
    const int group = threadIdx.x / 4, four = threadIdx.x % 4;
    const auto pair = [](const half* at) { return *reinterpret_cast<const unsigned*>(at); };
    const unsigned a[4] = {pair(A + group * side + 2 * four), pair(A + (group + 8) * side + 2 * four),
                           pair(A + group * side + 2 * four + 8),
                           pair(A + (group + 8) * side + 2 * four + 8)};
    for (int part = 0; part < side; part += 8) {
        const half* column = B + (part + group) * side;
        const unsigned b[2] = {pair(column + 2 * four), pair(column + 2 * four + 8)};
        float d[4] = {};
        asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, "
                     "{%8, %9}, {%0, %1, %2, %3};"
                     : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
                     : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
        for (int i = 0; i < 4; ++i)
            D[(group + i / 2 * 8) * side + part + 2 * four + i % 2] = d[i];
    }
    // end of Solution 1
    // Solution 2
    const half* const end = A + side * steps;
    for (; A != end; A += side, B += side) {
        FragmentA a;
        FragmentB b;
        wmma::load_matrix_sync(b, B, ldb);
        wmma::load_matrix_sync(a, A, lda);
        wmma::mma_sync(sums, a, b, sums);
    }
    // end of Solution 2
    // Solution 3
    const int warp = (blockIdx.x * blockDim.x + threadIdx.x) / warpSize;
    if (warp < m / side * (n / side)) {
        const int row = warp / (n / side) * side, column = warp % (n / side) * side;
        Sums sums, c;
        wmma::fill_fragment(sums, 0.0f);
        add_band(A + row * lda, lda, B + column * ldb, ldb, k / side, sums);
        wmma::load_matrix_sync(c, &C[row * ldc + column], ldc, wmma::mem_row_major);
        for (int i = 0; i < c.num_elements; ++i) c.x[i] += sums.x[i];
        wmma::store_matrix_sync(&D[row * ldd + column], c, ldd, wmma::mem_row_major);
    }
    // end of Solution 3
