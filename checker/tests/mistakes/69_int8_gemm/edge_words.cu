// Mistake: the end is read by words
// Verdict: fault
// Message: misaligned
// Only: virtual
    // Solution 4
    for (int i = 0; i < 16; i += 4)
        if (row < rows && column + i < columns)
            *reinterpret_cast<int*>(&sixteen.of[i]) =
                *reinterpret_cast<const int*>(&matrix[row * columns + column + i]);
    // end of Solution 4
