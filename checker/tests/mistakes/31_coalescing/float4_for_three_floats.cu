// Mistake: reads a point as a float4: 12 bytes apart, most of them are not aligned to 16
// Verdict: fault
// Message: isaligned
    // Solution 3
    if (first + threadIdx.x < n) {
        const float4 point = *reinterpret_cast<const float4*>(points + (first + threadIdx.x) * fields_of_point);
        tile[fields_of_point * threadIdx.x] = point.x;
        tile[fields_of_point * threadIdx.x + 1] = point.y;
        tile[fields_of_point * threadIdx.x + 2] = point.z;
    }
    __syncthreads();
    // end of Solution 3
