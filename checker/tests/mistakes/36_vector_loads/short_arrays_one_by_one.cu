// Mistake: arrays of less than 4096 elements are taken one by one
// Verdict: too_much_traffic
// Message: a lane loads less than four elements at a time
// Only: virtual
    // Replaces
//|     const Split parts = split(address, n, sizeof(float), sizeof(float4));
    Split parts = split(address, n, sizeof(float), sizeof(float4));
    if (n < 4096) parts = {n, 0, 0};
    // end of Replaces
    // Replaces
//|     const Split parts = split(address, n, 1, sizeof(uchar4));
    Split parts = split(address, n, 1, sizeof(uchar4));
    if (n < 4096) parts = {n, 0, 0};
    // end of Replaces
