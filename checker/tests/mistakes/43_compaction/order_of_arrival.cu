// Mistake: an atomic gives the places, in the order of arrival
// Verdict: wrong_answer
// Message: All kept values are there, and not in the order of the array
    // Solution 3:
    for (int first = (s.end - s.begin - 1) / warp_size * warp_size; first >= 0; first -= warp_size) {
        const int i = s.begin + first + lane;
        if (i < s.end && is_kept(values[i], threshold))
            kept[atomicAdd(const_cast<int*>(before) + s.number, 1)] = values[i];
    }
    // end of Solution 3
