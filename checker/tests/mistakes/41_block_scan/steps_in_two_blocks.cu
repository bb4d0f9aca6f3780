// Mistake: two blocks do the same steps
// Verdict: requirement
// Message: steps_kernel was launched with grid 2
// Replaces
//|     steps_kernel<<<1, n, n * sizeof(int)>>>(input, output, steps);
    steps_kernel<<<2, n, n * sizeof(int)>>>(input, output, steps);
// end of Replaces
