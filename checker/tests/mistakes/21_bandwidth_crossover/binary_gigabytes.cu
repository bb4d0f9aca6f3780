// Mistake: 1024^3 bytes in a GB
// Verdict: wrong_answer
// Message: 1 GB is 10^9 bytes
    // Solution 1
    const double bytes = static_cast<double>(bytes_read) + static_cast<double>(bytes_written);
    const double seconds = milliseconds * 1e-3;
    return bytes / (1024.0 * 1024.0 * 1024.0) / seconds;
    // end of Solution 1
