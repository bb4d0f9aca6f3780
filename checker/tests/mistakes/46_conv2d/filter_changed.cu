// Mistake: the caller's filter is turned in place
// Verdict: wrong_answer
// Message: is an input, but the call changed it
    // Solution 5:
    float* own = const_cast<float*>(filter);
    const int elements = filter_height * filter_width;
    for (int k = 0; k < elements / 2; ++k) {
        const float other = own[k];
        own[k] = own[elements - 1 - k];
        own[elements - 1 - k] = other;
    }
    correlate_at({image, height, width}, own,
                 {filter_height, filter_width, filter_height / 2, filter_width / 2}, out);
    // end of Solution 5
