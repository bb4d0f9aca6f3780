// Mistake: the places in a and b are ints
// Verdict: fault
// Message: more elements than an int can count
// Only: virtual
        // Solution 1:
        const int i = k / columns;
        const int j = k % columns;
        const int a_place = i * a_row_stride + j * a_column_stride;
        const int b_place = i * b_row_stride + j * b_column_stride;
        out[k] = a[a_place] + b[b_place];
        // end of Solution 1
