// Accepted: threads to spare return at once; the blocks by another formula; the conversion by an intrinsic function
    // Solution 1:
    return n == 0 ? 0 : static_cast<unsigned>((n - 1) / threads_per_block + 1);
    // end of Solution 1
    // Solution 2:
    if (i >= n) return;
    output[i] = __ll2double_rn(input[i]);
    // end of Solution 2
    // Solution 3:
    if (blocks_for(n, threads_per_block) == 0) return;
    // end of Solution 3
