// Mistake: 31 blocks: the last 128 elements have no thread
// Verdict: wrong_answer
// Message: every element from 3968 on was never written: the grid had 31 x 128 = 3968 threads for 4096 elements
    // Solution 2
    add_kernel<<<31, 128>>>(x, y, out);
    // end of Solution 2
