// Mistake: w is forgotten
// Verdict: wrong_answer
// Message: element 3
    // Solution 2
    float4* const place = reinterpret_cast<float4*>(values);
    float4 four = *place;
    four.x *= factor;
    four.y *= factor;
    four.z *= factor;
    *place = four;
    // end of Solution 2
