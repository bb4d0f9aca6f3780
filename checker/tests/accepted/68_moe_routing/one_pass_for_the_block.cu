// Accepted: ranks from a scan of the block's own list in shared memory; offsets by a scan of warps; end of the expert's stretch as bound
    // Solution 3:
    __shared__ short asked[threads_per_block];
    asked[threadIdx.x] = static_cast<short>(expert);
    __syncthreads();
    int rank = 0;
    for (int i = 0; i < threadIdx.x && expert >= 0; ++i) rank += asked[i] == expert;
    if (threadIdx.x < experts) {
        int count = 0;
        for (int i = 0; i < threads_per_block; ++i) count += asked[i] == static_cast<int>(threadIdx.x);
        counts[threadIdx.x] = count;
    }
    __syncthreads();
    return rank;
    // end of Solution 3
    // Solution 5:
    const int e = chosen[request];
    const int place = offsets[e] + starts[e * gridDim.x + blockIdx.x] + places[request];
    if (place >= offsets[e + 1]) {
        places[request] = -1;
        weights[request] = 0;
        return;
    }
    places[request] = place;
    order[place] = request / 2;
    // end of Solution 5
