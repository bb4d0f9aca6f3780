// Mistake: the bits of negative floats, taken as integers, stand in the wrong order
// Verdict: wrong_answer
// Message: peak
    // Solution 2
    return __int_as_float(atomicMax(reinterpret_cast<int*>(peak), __float_as_int(reading)));
    // end of Solution 2
