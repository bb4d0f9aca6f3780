// Mistake: divides whole numbers
// Verdict: wrong_answer
// Message: gigabytes_per_second() returned
    // Solution 1
    const double bytes = static_cast<double>(bytes_read) + static_cast<double>(bytes_written);
    const double seconds = milliseconds * 1e-3;
    return static_cast<double>(static_cast<std::size_t>(bytes) / 1000000000) / seconds;
    // end of Solution 1
