// Mistake: milliseconds taken for seconds
// Verdict: wrong_answer
// Message: milliseconds were taken for seconds
    // Solution 1
    const double bytes = static_cast<double>(bytes_read) + static_cast<double>(bytes_written);
    const double seconds = milliseconds;
    return bytes * 1e-9 / seconds;
    // end of Solution 1
