// Mistake: the output stays behind
// Verdict: requirement
// Message: never freed
// Replaces
//|     check(cudaFree(device_output));
// end of Replaces
