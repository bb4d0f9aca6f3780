// Mistake: reads the padding of each row
// Verdict: too_much_traffic
// Message: the padding of a row is not read
// Only: virtual
// Replaces
//|     if (x >= width || y >= height) {
    if (x * sizeof(float) >= input_pitch || y >= height) {
// end of Replaces
// Replaces
//|     to[x] = factor * from[x];
    const float scaled = factor * *static_cast<const volatile float*>(from + x);
    if (x < width) {
        to[x] = scaled;
    }
// end of Replaces
