// Mistake: indices in int
// Verdict: fault
// Only: virtual
// Message: shape (2147745792), no strides
        // Solution 3:
        int left = static_cast<int>(k);
        char *x_at = x.data, *y_at = y.data, *out_at = out.data;
        for (int d = shape.dimensions - 1; d >= 0; --d) {
            const int quotient = d > 0 ? left / static_cast<int>(shape.extents[d]) : 0;
            const int index = left - quotient * static_cast<int>(shape.extents[d]);
            left = quotient;
            x_at += index * x.strides[d];
            y_at += index * y.strides[d];
            out_at += index * out.strides[d];
        }
        *reinterpret_cast<float*>(out_at) =
            *reinterpret_cast<const float*>(x_at) + *reinterpret_cast<const float*>(y_at);
        // end of Solution 3
