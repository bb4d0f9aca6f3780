// Accepted: fmaf, the table as float4, the symbol's copy in the stream
// Solution 1:
__constant__ float4 fours[most_coefficients / 4];
// end of Solution 1
        // Solution 2:
        const float at = x[i];
        float value = 0.0f;
#pragma unroll
        for (int k = most_coefficients / 4 - 1; k >= 0; --k) {
            const float4 four = fours[k];
            value = fmaf(fmaf(fmaf(fmaf(value, at, four.w), at, four.z), at, four.y), at, four.x);
        }
        out[i] = value;
        // end of Solution 2
    // Solution 3:
    float4 all[most_coefficients / 4] = {};
    std::copy(coefficients, coefficients + count, &all[0].x);
    check(cudaMemcpyToSymbolAsync(fours, all, sizeof(all), 0, cudaMemcpyHostToDevice, nullptr));
    // end of Solution 3
