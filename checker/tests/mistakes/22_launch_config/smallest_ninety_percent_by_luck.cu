// Mistake: tries four blocks, and not the multiples of 32
// Verdict: wrong_answer
// Message: narrow_kernel on a100: blocks of 128 threads
// Message: a launch with such blocks is refused
// Only: virtual
    // Solution 2
    int best = 128, most = 0;
    for (const int block : {128, 192, 64 * 4, 512}) {
        const int threads = resident_threads(kernel, block, shared_per_thread);
        if (threads > most) {
            best = block;
            most = threads;
        }
    }
    return best;
    // end of Solution 2
