// Mistake: the loop that turns the filter goes on to the element in front of it
// Verdict: crashed
// Message: 4 bytes before the start of `filter`
// Only: virtual
    // Solution 5:
    float turned[largest_side * largest_side];
    const int elements = filter_height * filter_width;
    for (int k = 0; k <= elements; ++k) {
        turned[k] = filter[elements - 1 - k];
    }
    const int ay = filter_height - 1 - anchor_of(filter_height);
    const int ax = filter_width - 1 - anchor_of(filter_width);
    correlate_at({image, height, width}, turned, {filter_height, filter_width, ay, ax}, out);
    // end of Solution 5
