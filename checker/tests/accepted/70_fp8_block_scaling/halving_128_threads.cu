// Accepted: codes found by halving the numbers, blocks of 128 threads
// Replaces
//| constexpr unsigned scale_of_one = 127;               // the byte of 2^0
constexpr unsigned scale_of_one = 127;               // the byte of 2^0

__device__ float from_e4m3(unsigned code);
// end of Replaces
    // Solution 1
    if (isnan(value)) return 0x7f;
    unsigned low = 0, high = 0x7f;
    const float magnitude = fabsf(value);
    while (high - low > 1) {
        const unsigned middle = (low + high) / 2;
        (from_e4m3(middle) <= magnitude ? low : high) = middle;
    }
    if (low < 0x7e) {
        const float below = magnitude - from_e4m3(low), above = from_e4m3(low + 1) - magnitude;
        if (below > above || (below == above && low % 2 != 0)) ++low;
    }
    return signbit(value) ? low | 0x80 : low;
    // end of Solution 1
// Replaces
//| constexpr int threads = 256;
constexpr int threads = 128;
// end of Replaces
