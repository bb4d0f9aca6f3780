// Mistake: B begins at the row of A
// Verdict: fault
// Message: Uninitialized __shared__ memory read
// Only: virtual
// Solution 2:
__device__ void begin_products(const Tiles& tiles, int row, Sums& sums) {
#pragma unroll
    for (int p = 0; p < pieces; p += 2)
        begin_product(sums, descriptor(&tiles.a[row][p], 1024), descriptor(&tiles.b[row % 128][p], 1024));
}

__device__ void multiply_tile(const Tiles& tiles, Sums& sums) {
    show_to_products();
    __syncthreads();
    fence_sums();
    begin_products(tiles, 0, sums);
    commit_products();
    wait_for_products<0>();
}
// end of Solution 2
