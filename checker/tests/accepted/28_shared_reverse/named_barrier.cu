// Accepted: threads without an element bring a 0; a barrier that counts; one that has a number
    // Solution 1:
    tile[t] = t < length ? data[start + t] : 0;
    const int with_element = __syncthreads_count(t < length);
    if (t < with_element) data[start + t] = tile[with_element - 1 - t];
    // end of Solution 1
    // Solution 2:
    int* const place = &tile[t < length ? length - 1 - t : t];
    *place = t < length ? input[start + t] : 0;
    __barrier_sync(0);
    if (t >= length) return;
    output[n - (start + length) + t] = tile[t];
    // end of Solution 2
