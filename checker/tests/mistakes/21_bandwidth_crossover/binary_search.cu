// Mistake: looks for the crossover by halves, as if the table were in order
// Verdict: wrong_answer
// Message: the answer was 100; expected is
    // Solution 3:
    const auto search = [&](auto wins) {
        int low = 0, high = count;
        while (low < high) {
            const int middle = (low + high) / 2;
            if (wins(middle)) high = middle;
            else low = middle + 1;
        }
        return low < count ? sizes[low] : never;
    };
    Crossovers result;
    result.on_device = search([&](int i) { return gpu[i].kernel < cpu_ms[i]; });
    result.with_copies = search([&](int i) { return gpu[i].in + gpu[i].kernel + gpu[i].out < cpu_ms[i]; });
    return result;
    // end of Solution 3
