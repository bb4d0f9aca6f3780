// Mistake: the bin is computed before the range is tested; a conversion to int rounds towards zero, so values in (low - width, low) land in bin 0
// Verdict: wrong_answer
// Message: element 0
// Replaces
//|         const bool in_range = x >= low && x < high;
//|
//|         if (in_range) {
//|             int bin = static_cast<int>((x - low) / width);
//|             if (bin >= bin_count) bin = bin_count - 1;
        const int candidate = static_cast<int>((x - low) / width);
        if (candidate >= 0 && candidate < bin_count) {
            const int bin = candidate;
// end of Replaces
