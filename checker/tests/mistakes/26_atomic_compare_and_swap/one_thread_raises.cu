// Mistake: the first thread takes all readings one after the other: nothing happens in between
// Verdict: requirement
// Message: some threads look at the readings of others, one after the other
// Only: virtual
// Replaces
//|     if (i < n) {
//|         before[i] = atomic_raise(&peaks[sensors[i]], readings[i]);
//|     }
    for (std::size_t k = 0; i == 0 && k < n; ++k) {
        before[k] = atomic_raise(&peaks[sensors[k]], readings[k]);
    }
// end of Replaces
