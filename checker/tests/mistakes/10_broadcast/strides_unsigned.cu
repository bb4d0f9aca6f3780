// Mistake: takes the strides for unsigned numbers of 32 bits: backwards is far ahead
// Verdict: fault
// Message: strides of a:
    // Solution 1:
        const long long i = k / columns;
        const long long j = k % columns;
        out[k] = a[i * static_cast<unsigned>(a_row_stride) + j * static_cast<unsigned>(a_column_stride)] +
                 b[i * static_cast<unsigned>(b_row_stride) + j * static_cast<unsigned>(b_column_stride)];
    // end of Solution 1
