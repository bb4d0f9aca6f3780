// Mistake: one block goes through all tiles, so that it meets no state that is not told
// Verdict: requirement
// Message: left the work of one_pass_kernel to one block
// Only: virtual
// Replaces
//|     if (threadIdx.x == 0) ticket = atomicAdd(tickets, 1);
//|     __syncthreads();
//|     const int tile = ticket;
    const int tiles = (n + tile_size - 1) / tile_size;
    for (int tile = 0; tile < tiles; ++tile) {
        __syncthreads();
// end of Replaces
// Replaces
//|         if (lane == 0 && tile == gridDim.x - 1) *total = before + of_tile;
        if (lane == 0 && tile == tiles - 1) *total = before + of_tile;
// end of Replaces
// Replaces
//|         if (keep) kept[place + __popc(ballot & lower_lanes())] = own[r];
//|         place += __popc(ballot);
//|     }
//| }
        if (keep) kept[place + __popc(ballot & lower_lanes())] = own[r];
        place += __popc(ballot);
    }
    }
}
// end of Replaces
// Replaces
//|     one_pass_kernel<<<tiles, threads_per_block>>>(values, n, threshold, work, work + tiles, kept,
//|                                                   total);
    one_pass_kernel<<<1, threads_per_block>>>(values, n, threshold, work, work + tiles, kept, total);
// end of Replaces
