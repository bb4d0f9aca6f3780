// Accepted: the table is a member of a struct; the copy is one of bytes to its address
// Solution 1:
struct Polynomial {
    float of[most_coefficients];
};
__constant__ Polynomial polynomial;
// end of Solution 1
        // Solution 2:
        const float at = __ldg(x + i);
        float value = polynomial.of[most_coefficients - 1];
#pragma unroll
        for (int k = most_coefficients - 2; k >= 0; --k) value = __fmaf_rn(value, at, polynomial.of[k]);
        out[i] = value;
        // end of Solution 2
    // Solution 3:
    Polynomial all{};
    for (int k = 0; k < count; ++k) all.of[k] = coefficients[k];
    void* address = nullptr;
    check(cudaGetSymbolAddress(&address, polynomial));
    check(cudaMemcpyAsync(address, &all, sizeof(all), cudaMemcpyHostToDevice));
    // end of Solution 3
