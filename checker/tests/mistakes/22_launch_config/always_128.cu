// Mistake: 128 threads, which every launch takes and not every kernel fills a multiprocessor with
// Verdict: wrong_answer
// Message: in blocks of
// Only: virtual
    // Solution 2
    return 128;
    // end of Solution 2
