// Mistake: two loads of 8 bytes
// Verdict: too_much_traffic
// Message: a lane loads less than four elements at a time
// Only: virtual
    // Solution 2
    for (int half = 0; half < 2; ++half) {
        float2* const place = reinterpret_cast<float2*>(values) + half;
        float2 two = *place;
        two.x *= factor;
        two.y *= factor;
        *reinterpret_cast<volatile float*>(&place->x) = two.x;
        *reinterpret_cast<volatile float*>(&place->y) = two.y;
    }
    // end of Solution 2
