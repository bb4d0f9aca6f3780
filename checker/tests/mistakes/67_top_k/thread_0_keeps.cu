// Mistake: one thread keeps the largest
// Verdict: requirement
// Message: all threads of the block are to look at entries
// Only: virtual
// Replaces
//|     for (int i = t; i < count; i += threads_per_block) {
//|         if (entries[i] >= smallest) kept[atomicAdd(&kept_count, 1)] = entries[i];
    for (int i = 0; t == 0 && i < count; ++i) {
        if (entries[i] >= smallest) kept[kept_count++] = entries[i];
// end of Replaces
