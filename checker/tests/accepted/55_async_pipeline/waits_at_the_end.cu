// Accepted: a round waits at its end for the tiles of the next one; all calls that a pipeline has; tiles beyond the last round are "copied", too
    // Solution 1
    if (!there)
        *place = Piece();
    else if constexpr (sizeof(Piece) == 16)
        cuda::memcpy_async(place, source, cuda::aligned_size_t<16>(16), pipe);
    else
        cuda::memcpy_async(place, source, sizeof *place, pipe);
    // end of Solution 1
    // Solution 2
    for (int p = 0; p < rounds; ++p) {
        pipe.producer_acquire();
        copy_tiles<Piece>(stage, x, by, bx, p, pipe);
        pipe.producer_commit();
        pipe.consumer_wait();
        __syncthreads();
        add_products(stage, sums);
        pipe.consumer_release();
        if (p + 1 < rounds) __syncthreads();
    }
    // end of Solution 2
    // Solution 3
    if (rounds > 0) {
        copy_tiles<Piece>(stages[0], x, by, bx, 0, pipe);
        pipe.producer_commit();
        pipe.consumer_wait();
        __syncthreads();
    }
    for (int p = 0; p < rounds; ++p) {
        pipe.producer_acquire();
        if (p + 1 < rounds) copy_tiles<Piece>(stages[1 - p % 2], x, by, bx, p + 1, pipe);
        pipe.producer_commit();
        add_products(stages[p % 2], sums);
        pipe.consumer_wait();
        pipe.consumer_release();
        __syncthreads();
    }
    // end of Solution 3
    // Solution 4
#pragma unroll
    for (int p = 0; p < count - 1; ++p) {
        pipe.producer_acquire();
        if (p < rounds) copy_tiles<Piece>(stages[p], x, by, bx, p, pipe);
        pipe.producer_commit();
    }
    for (int p = 0; p < rounds; ++p) {
        pipe.consumer_wait();
        __syncthreads();
        pipe.producer_acquire();
        if (p + count - 1 < rounds)
            copy_tiles<Piece>(stages[(p + count - 1) % count], x, by, bx, p + count - 1, pipe);
        pipe.producer_commit();
        add_products(stages[p % count], sums);
        pipe.consumer_release();
    }
    // end of Solution 4
