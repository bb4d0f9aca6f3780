// Mistake: the launches of sort_floats are not asked for errors
// Verdict: requirement
// Message: sort_floats()
// Only: virtual
    // Replaces
//| void sort_floats(float* keys, std::uint32_t* values, int n, float* other_keys,
//|                  std::uint32_t* other_values, int* counts, int* totals) {
//|     all_passes(keys, values, n, other_keys, other_values, counts, totals);
// The same launches for floats.
static void float_pass(const float* keys, const std::uint32_t* values, int n, int stretch,
                       int shift, int* counts, int* totals, float* sorted_keys,
                       std::uint32_t* sorted_values) {
    const int blocks = blocks_for(n, stretch);
    count_kernel<<<blocks, threads_per_block>>>(keys, n, stretch, shift, counts);
    scan_kernel<<<digits, threads_per_block>>>(counts, blocks, totals);
    scatter_kernel<<<blocks, threads_per_block>>>(keys, values, n, stretch, shift, counts, totals,
                                                  sorted_keys, sorted_values);
}

void sort_floats(float* keys, std::uint32_t* values, int n, float* other_keys,
                 std::uint32_t* other_values, int* counts, int* totals) {
    if (n == 0) return;
    const int stretch = stretch_for(n);
    for (int shift = 0; shift < 32; shift += 2 * digit_bits) {
        float_pass(keys, values, n, stretch, shift, counts, totals, other_keys, other_values);
        float_pass(other_keys, other_values, n, stretch, shift + digit_bits, counts, totals, keys,
                   values);
    }
    // end of Replaces
