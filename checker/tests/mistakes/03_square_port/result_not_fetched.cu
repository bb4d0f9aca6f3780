// Mistake: the result stays on the device
// Verdict: wrong_answer
// Message: was ever written: nothing was copied from device to host
    // Solution 5
    // end of Solution 5
