// Mistake: the filter is turned and the anchor is not
// Verdict: wrong_answer
// Message: out(
    // Solution 5:
    float turned[largest_side * largest_side];
    const int elements = filter_height * filter_width;
    for (int k = 0; k < elements; ++k) {
        turned[k] = filter[elements - 1 - k];
    }
    const int ay = anchor_of(filter_height);
    const int ax = anchor_of(filter_width);
    correlate_at({image, height, width}, turned, {filter_height, filter_width, ay, ax}, out);
    // end of Solution 5
