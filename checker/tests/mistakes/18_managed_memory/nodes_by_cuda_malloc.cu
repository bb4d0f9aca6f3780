// Mistake: nodes in the memory of the device, filled by the host
// Verdict: crashed
// Message: cudaMalloc
// Only: virtual
    // Solution 1
    Node* node = nullptr;
    check(cudaMalloc(&node, sizeof(Node)));
    *node = {value, next};
    return node;
    // end of Solution 1
