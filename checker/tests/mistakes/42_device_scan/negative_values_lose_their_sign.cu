// Mistake: values are read as unsigned numbers: -1 counts as 2^32 - 1
// Verdict: wrong_answer
// Message: Or has a value lost its sign?
    // Replaces
//|         own += values[i];
        own += static_cast<std::uint32_t>(values[i]);
    // end of Replaces
    // Replaces
//|         const std::int64_t sum = scan_block(i < end ? values[i] : 0, total);
        const std::int64_t sum = scan_block(i < end ? static_cast<std::uint32_t>(values[i]) : 0u, total);
    // end of Replaces
