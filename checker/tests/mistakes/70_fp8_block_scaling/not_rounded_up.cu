// Mistake: takes the scale from the exponent without rounding up
// Verdict: wrong_answer
// Message: the scale is to be rounded up
// Solution 2:
// What a value counts among the magnitudes of its block.
__device__ float counted(float value) {
    const float magnitude = fabsf(value);
    return magnitude < INFINITY ? magnitude : 0.0f; // a NaN is not less than anything
}

// Called by all lanes of a warp. The lanes stand in groups of so many neighbours (4 or 32): the
// largest of what a lane's group brings, for all of the group.
__device__ float largest_of_group(float own, int lanes) {
    for (int distance = lanes / 2; distance > 0; distance /= 2) {
        own = fmaxf(own, __shfl_xor_sync(0xffffffff, own, distance));
    }
    return own;
}

// The byte of the scale for a block in which this is the largest magnitude.
__device__ unsigned scale_for(float largest) {
    if (largest == 0.0f) return scale_of_one;
    const unsigned bits = __float_as_uint(largest);
    const int exponent = bits >> 23; // with the bias of 127, as the byte has it
    const int rounded_up = (bits & 0x7fffff) > 0x600000 ? 1 : 0;
    return max(exponent - 8 + 0 * rounded_up, 0);
}
// end of Solution 2
