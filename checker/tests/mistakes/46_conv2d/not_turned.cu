// Mistake: the filter is not turned
// Verdict: wrong_answer
// Message: This is the correlation
    // Solution 5:
    float turned[largest_side * largest_side];
    const int elements = filter_height * filter_width;
    for (int k = 0; k < elements; ++k) {
        turned[k] = filter[k];
    }
    const int ay = filter_height - 1 - anchor_of(filter_height);
    const int ax = filter_width - 1 - anchor_of(filter_width);
    correlate_at({image, height, width}, turned, {filter_height, filter_width, ay, ax}, out);
    // end of Solution 5
