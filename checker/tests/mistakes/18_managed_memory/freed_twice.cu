// Mistake: gives a node back before the list is used
// Verdict: crashed
// Message: is in memory that has been freed
// Only: virtual
    // Solution 1:
    Node* node = nullptr;
    check(cudaMallocManaged(&node, sizeof(Node)));
    check(cudaFree(node));
    *node = {value, next};
    return node;
    // end of Solution 1
