// Mistake: __device__ in place of __constant__
// Verdict: requirement
// Message: reads nothing from constant memory
// Solution 1
__device__ float constant_coefficients[most_coefficients];
// end of Solution 1
