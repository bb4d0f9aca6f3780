// Mistake: the kernel gets an empty list, and the host goes along the list
// Verdict: requirement
// Message: it is the kernel that puts the sums into the nodes
// Only: virtual
    // Solution 3
    totals_kernel<<<1, 1>>>(nullptr);
    check(cudaGetLastError());
    check(cudaDeviceSynchronize());
    std::int64_t total = 0;
    for (Node* node = first; node != nullptr; node = node->next) {
        total += node->value;
        node->value = total;
    }
    // end of Solution 3
