// Mistake: the times are counted on the host and copied
// Verdict: requirement
// Message: waveform() made 2 copies from host to device (
    // Solution 3
    for (std::size_t i = 0; i < n; ++i) {
        out[i] = static_cast<float>(i); // out holds the times for now
    }
    waveform_at(out, noise, period, amplitude, out, n);
    // end of Solution 3
