// Mistake: takes the strides for bytes
// Verdict: fault
// Message: misaligned
        // Solution 1
        const long long i = k / columns;
        const long long j = k % columns;
        const char* const a_bytes = reinterpret_cast<const char*>(a);
        const char* const b_bytes = reinterpret_cast<const char*>(b);
        out[k] = *reinterpret_cast<const float*>(a_bytes + i * a_row_stride + j * a_column_stride) +
                 *reinterpret_cast<const float*>(b_bytes + i * b_row_stride + j * b_column_stride);
        // end of Solution 1
