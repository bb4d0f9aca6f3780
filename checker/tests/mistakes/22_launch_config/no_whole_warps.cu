// Mistake: blocks of 33 threads more, one at a time: 33, 66, 99
// Verdict: wrong_answer
// Message: a block consists of warps of 32
    // Solution 2
    int best = warp_size, most = 0;
    for (int block = 33; block <= largest_block; block += 33) {
        const int threads = resident_threads(kernel, block, shared_per_thread);
        if (threads > most || (threads == most && best < 128)) {
            best = block;
            most = threads;
        }
    }
    return best;
    // end of Solution 2
