// Mistake: time_hypot launches the shape that the lesson speaks of, whatever it is told
// Verdict: requirement
// Message: launched
    // Solution 3
    return time_ms(
        [&] {
            hypot_kernel<<<128, 64>>>(a, b, out, n);
            check(cudaGetLastError());
        },
        5);
    // end of Solution 3
