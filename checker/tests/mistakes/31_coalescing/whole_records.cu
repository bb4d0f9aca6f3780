// Mistake: reads and writes all fields of a record, most of them multiplied by 1
// Verdict: too_much_traffic
// Message: only the values of one field are to be read
// Only: virtual
    // Solution 2
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i < n) {
        for (int f = 0; f < fields; ++f) records[i * fields + f] *= f == field ? factor : 1.0f;
    }
    // end of Solution 2
