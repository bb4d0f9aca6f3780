// Mistake: adds integers: what stands behind the point is lost
// Verdict: wrong_answer
// Message: expected
    // Solution 1:
        const long long i = k / columns;
        const long long j = k % columns;
        out[k] = static_cast<float>(static_cast<int>(a[i * a_row_stride + j * a_column_stride]) +
                                    static_cast<int>(b[i * b_row_stride + j * b_column_stride]));
    // end of Solution 1
