// Mistake: counts what is read and not what is written
// Verdict: wrong_answer
// Message: what is written counts too
// Replaces
//| double gigabytes_per_second(std::size_t bytes_read, std::size_t bytes_written,
double gigabytes_per_second(std::size_t bytes_read, std::size_t /*bytes_written*/,
// end of Replaces
    // Solution 1
    const double bytes = static_cast<double>(bytes_read);
    const double seconds = milliseconds * 1e-3;
    return bytes * 1e-9 / seconds;
    // end of Solution 1
