// Mistake: three launches
// Verdict: requirement
// Message: launched
// Only: virtual
// Replaces
//|     scale_kernel<<<blocks_for(parts), threads_per_block>>>(values, parts, factor);
    const std::size_t after = parts.head + 4 * parts.vectors;
    if (parts.head) scale_kernel<<<1, 32>>>(values, Split{parts.head, 0, 0}, factor);
    if (parts.vectors) scale_kernel<<<blocks_for(parts), threads_per_block>>>(values + parts.head, Split{0, parts.vectors, 0}, factor);
    if (parts.tail) scale_kernel<<<1, 32>>>(values + after, Split{0, 0, parts.tail}, factor);
// end of Replaces
