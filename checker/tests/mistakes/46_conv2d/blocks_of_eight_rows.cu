// Mistake: blocks of 32 x 8 threads: an image of many rows takes more than 65535 of them in y
// Verdict: fault
// Message: a grid has at most 65535 blocks in y; there may be 2000000 rows
// Replaces
//|     naive_kernel<<<grid_for(whole, 32, 32), dim3(32, 32)>>>(
    naive_kernel<<<grid_for(whole, 32, 8), dim3(32, 8)>>>(
// end of Replaces
