// Mistake: multiplies by 1 / peak, which is infinite for a subnormal peak and inexact for a large one
// Verdict: wrong_answer
// Message: 1 / peak is infinite, since the peak is below 2^-128
// Replaces
//|     peak = whole_peak(work);
    const float factor = 1.0f / whole_peak(work);
// end of Replaces
// Replaces
//|         if (first + k * step < end) out[first + k * step] = own[k] / peak;
        if (first + k * step < end) out[first + k * step] = own[k] * factor;
// end of Replaces
// Replaces
//|     for (std::ptrdiff_t i = first + kept * step; i < end; i += step) out[i] = x[i] / peak;
    for (std::ptrdiff_t i = first + kept * step; i < end; i += step) out[i] = x[i] * factor;
// end of Replaces
