// Mistake: the block of which most fit, in place of the most threads
// Verdict: wrong_answer
// Message: a multiprocessor holds 1024 threads in such blocks, and 2048
// Only: virtual
    // Solution 2
    int best = warp_size, most = 0;
    for (int block = warp_size; block <= largest_block; block += warp_size) {
        const int threads = resident_threads(kernel, block, shared_per_thread);
        if (threads / block > most) {
            best = block;
            most = threads / block;
        }
    }
    return best;
    // end of Solution 2
