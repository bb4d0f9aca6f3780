// Mistake: the products stay in a variable
// Verdict: wrong_answer
// Message: expected 2.5, got 1
    // Solution 2
    float4 four = *reinterpret_cast<float4*>(values);
    four.x *= factor;
    four.y *= factor;
    four.z *= factor;
    four.w *= factor;
    // end of Solution 2
