// Accepted: lanes that want one bin send one of them for all
                // Solution 2:
                const unsigned same = __match_any_sync(__activemask(), bin);
                if (static_cast<int>(threadIdx.x % 32) == __ffs(same) - 1) atomicAdd(&bins[bin], __popc(same));
                // end of Solution 2
    // Solution 3:
    __syncthreads();
    const int turn = static_cast<int>(blockIdx.x % 8u) * 32; // blocks do not all begin at bin 0
    for (int k = threadIdx.x; k < (bin_count + 255) / 256 * 256; k += blockDim.x) {
        const int bin = (k & ~255) + ((k + turn) & 255);
        if (bin < bin_count && bins[bin] != 0) atomicAdd(&counts[bin], bins[bin]);
    }
    // end of Solution 3
