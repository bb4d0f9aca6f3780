// Mistake: 256 bins at compile time, beside the dynamic ones: it needs more than a block may have
// Verdict: fault
// Message: the launch of histogram_kernel was refused
// Only: virtual
// Replaces
//|     extern __shared__ unsigned bins[]; // this block's own, bin_count of them
    __shared__ unsigned bins[256]; // this block's own, bin_count of them
// end of Replaces
