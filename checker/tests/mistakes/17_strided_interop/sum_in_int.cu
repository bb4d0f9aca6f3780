// Mistake: adds integers: what stands behind the point is lost
// Verdict: wrong_answer
// Message: expected
    // Solution 3:
        std::int64_t left = k;
        char *x_at = x.data, *y_at = y.data, *out_at = out.data;
        for (int d = shape.dimensions - 1; d >= 0; --d) {
            const std::int64_t quotient = d > 0 ? left / shape.extents[d] : 0;
            const std::int64_t index = left - quotient * shape.extents[d];
            left = quotient;
            x_at += index * x.strides[d];
            y_at += index * y.strides[d];
            out_at += index * out.strides[d];
        }
        *reinterpret_cast<float*>(out_at) =
            static_cast<float>(static_cast<int>(*reinterpret_cast<const float*>(x_at)) +
                               static_cast<int>(*reinterpret_cast<const float*>(y_at)));
    // end of Solution 3
