// Mistake: uses the node's memory whether or not there is any
// Verdict: crashed
// Message: followed a null pointer
// Only: virtual
    // Solution 1:
    Node* node = nullptr;
    cudaMallocManaged(&node, sizeof(Node));
    *node = {value, next};
    return node;
    // end of Solution 1
