// Mistake: the fence of the sums stands where that of the tiles belongs, and the other way round
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
    fence_sums();
    __syncthreads();
    begin_products(tiles, 0, sums);
    commit_products();
    wait_for_products<0>();
    show_to_products();
}
// end of Solution 2
