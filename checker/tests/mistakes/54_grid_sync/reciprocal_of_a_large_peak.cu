// Mistake: divides by small peaks alone, and multiplies by 1 / peak otherwise: inexact for a peak above 2^126
// Verdict: wrong_answer
// Message: keeping_kernel, 1 block, n = 300, the peak is x[200]
// Message: ulp
// Replaces
//|         if (first + k * step < end) out[first + k * step] = own[k] / peak;
        if (first + k * step < end)
            out[first + k * step] = peak < 0x1p-126f ? own[k] / peak : own[k] * (1.0f / peak);
// end of Replaces
// Replaces
//|     for (std::ptrdiff_t i = first + kept * step; i < end; i += step) out[i] = x[i] / peak;
    for (std::ptrdiff_t i = first + kept * step; i < end; i += step) {
        out[i] = peak < 0x1p-126f ? x[i] / peak : x[i] * (1.0f / peak);
    }
// end of Replaces
