// Mistake: two launches of half the work
// Verdict: requirement
// Message: 2 kernels were launched by add(): add_kernel, add_kernel; 1 is asked for
    // Solution 2
    add_kernel<<<16, 128>>>(x, y, out);
    add_kernel<<<16, 128>>>(x + 2048, y + 2048, out + 2048);
    // end of Solution 2
