// Mistake: one warp of the four begins the products
// Verdict: fault
// Message: wgmma.mma_async
// Only: virtual
// Solution 2:
__device__ void begin_products(const Tiles& tiles, int row, Sums& sums) {
#pragma unroll
    for (int p = 0; p < pieces; p += 2)
        begin_product(sums, descriptor(&tiles.a[row][p], 1024), descriptor(&tiles.b[0][p], 1024));
}

__device__ void multiply_tile(const Tiles& tiles, Sums& sums) {
    show_to_products();
    __syncthreads();
    if (threadIdx.x >= 32) return;
    fence_sums();
    begin_products(tiles, 0, sums);
    commit_products();
    wait_for_products<0>();
}
// end of Solution 2
