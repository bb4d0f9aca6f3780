// Mistake: peeking tells the error again after the next launch
// Verdict: wrong_answer
// Message: that is the error of the launch before it, which launch_error() has told already
    // Solution 2
    return cudaPeekAtLastError();
    // end of Solution 2
