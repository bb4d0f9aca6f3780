// Mistake: a node that does not know its successor
// Verdict: wrong_answer
// Message: a list of
    // Solution 1
    Node* node = nullptr;
    check(cudaMallocManaged(&node, sizeof(Node)));
    *node = {value, nullptr};
    return node;
    // end of Solution 1
