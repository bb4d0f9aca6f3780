// Accepted: four at a time where there are no gaps and the addresses are multiples of 16
    // Solution 3:
        bool gapless = count % 4 == 0 && reinterpret_cast<std::size_t>(x.data) % 16 == 0 &&
                       reinterpret_cast<std::size_t>(y.data) % 16 == 0 &&
                       reinterpret_cast<std::size_t>(out.data) % 16 == 0;
        std::int64_t step = 4;
        for (int d = shape.dimensions - 1; d >= 0; --d) {
            gapless = gapless && x.strides[d] == step && y.strides[d] == step && out.strides[d] == step;
            step *= shape.extents[d];
        }
        if (gapless) {
            if (k >= count / 4) return;
            const float4 p = reinterpret_cast<const float4*>(x.data)[k];
            const float4 q = reinterpret_cast<const float4*>(y.data)[k];
            reinterpret_cast<float4*>(out.data)[k] =
                make_float4(p.x + q.x, p.y + q.y, p.z + q.z, p.w + q.w);
            continue;
        }
        std::int64_t rest = k, x_step = 0, y_step = 0, out_step = 0;
        for (int d = shape.dimensions; d-- > 0; rest /= shape.extents[d]) {
            const std::int64_t index = rest % shape.extents[d];
            x_step += index * x.strides[d];
            y_step += index * y.strides[d];
            out_step += index * out.strides[d];
        }
        const float sum = *reinterpret_cast<const float*>(x.data + x_step) +
                          *reinterpret_cast<const float*>(y.data + y_step);
        *reinterpret_cast<float*>(out.data + out_step) = sum;
    // end of Solution 3
