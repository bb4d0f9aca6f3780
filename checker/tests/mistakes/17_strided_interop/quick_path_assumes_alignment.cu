// Mistake: four at a time where there are no gaps, whether or not the addresses are multiples of 16
// Verdict: fault
// Message: misaligned
    // Solution 3:
        std::int64_t left = k;
        char *x_at = x.data, *y_at = y.data, *out_at = out.data;
        bool gapless = count % 4 == 0;
        std::int64_t step = 4;
        for (int d = shape.dimensions - 1; d >= 0; --d) {
            gapless = gapless && x.strides[d] == step && y.strides[d] == step && out.strides[d] == step;
            step *= shape.extents[d];
        }
        if (gapless) {
            if (k < count / 4) {
                const float4 p = reinterpret_cast<const float4*>(x_at)[k];
                const float4 q = reinterpret_cast<const float4*>(y_at)[k];
                reinterpret_cast<float4*>(out_at)[k] =
                    make_float4(p.x + q.x, p.y + q.y, p.z + q.z, p.w + q.w);
            }
            continue;
        }
        for (int d = shape.dimensions - 1; d >= 0; --d) {
            const std::int64_t quotient = d > 0 ? left / shape.extents[d] : 0;
            const std::int64_t index = left - quotient * shape.extents[d];
            left = quotient;
            x_at += index * x.strides[d];
            y_at += index * y.strides[d];
            out_at += index * out.strides[d];
        }
        *reinterpret_cast<float*>(out_at) =
            *reinterpret_cast<const float*>(x_at) + *reinterpret_cast<const float*>(y_at);
    // end of Solution 3
