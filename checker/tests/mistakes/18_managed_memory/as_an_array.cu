// Mistake: nodes as if they lay next to each other
// Verdict: fault
// Message: cudaMallocManaged of 16 bytes
// Only: virtual
    // Solution 2
    std::int64_t total = 0;
    for (Node* node = first; node != nullptr; node = node->next == nullptr ? nullptr : node + 1) {
        total += node->value;
        node->value = total;
    }
    // end of Solution 2
