// Mistake: nothing shows the tiles to wgmma
// Verdict: fault
// Message: Missing fence.proxy.async
// Only: virtual
// Solution 2:
__device__ void begin_products(const Tiles& tiles, int row, Sums& sums) {
#pragma unroll
    for (int p = 0; p < pieces; p += 2)
        begin_product(sums, descriptor(&tiles.a[row][p], 1024), descriptor(&tiles.b[0][p], 1024));
}

__device__ void multiply_tile(const Tiles& tiles, Sums& sums) {
    __syncthreads();
    fence_sums();
    begin_products(tiles, 0, sums);
    commit_products();
    wait_for_products<0>();
}
// end of Solution 2
