// Mistake: element by element all over an array whose n is not a multiple of 8
// Verdict: too_much_traffic
// Message: quantize, n = 16397
// Message: dequantize, n = 16397
// Only: virtual
// Replaces
//|     const bool all_there = first + eight <= n;
    const bool all_there = n % eight == 0 && first + eight <= n;
// end of Replaces
// Replaces
//|     if (first + eight <= n) {
    if (n % eight == 0 && first + eight <= n) {
// end of Replaces
// Replaces
//|         for (std::size_t i = first; i < n; ++i) {
        for (std::size_t i = first; i < n && i < first + eight; ++i) {
// end of Replaces
