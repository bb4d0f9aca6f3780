// Mistake: the kernel with 128 written into it is taken for the other one
// Verdict: wrong_answer
// Message: predict_add_128: holes, or not
// Message: elements that a real launch wrote: 2048: 0 to 63, 128 to 191 and so on
    // Solution 2
    return i < blocks * threads;
    // end of Solution 2
