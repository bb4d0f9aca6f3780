// Mistake: divides the number of the element as an int
// Verdict: fault
// Message: more elements than an int can count
// Only: virtual
        // Solution 1:
        const int i = static_cast<int>(k) / columns;
        const int j = static_cast<int>(k) % columns;
        out[k] = a[i * a_row_stride + j * a_column_stride] + b[i * b_row_stride + j * b_column_stride];
        // end of Solution 1
