// Accepted: waits for the stream, assigns members, a while loop, locations by name
    // Solution 1:
    void* memory = nullptr;
    check(cudaMallocManaged(&memory, sizeof(Node), cudaMemAttachGlobal));
    auto* const node = static_cast<Node*>(memory);
    node->value = value;
    node->next = next;
    return node;
    // end of Solution 1
    // Solution 2:
    for (Node* before = nullptr; first != nullptr; before = first, first = first->next)
        if (before != nullptr) first->value += before->value;
    // end of Solution 2
    // Solution 3:
    totals_kernel<<<dim3(1), dim3(1), 0, cudaStreamLegacy>>>(first);
    check(cudaPeekAtLastError());
    check(cudaStreamSynchronize(nullptr));
    // end of Solution 3
    // Solution 4:
    cudaMemLocation there{}, back{};
    there.type = cudaMemLocationTypeDevice;
    check(cudaGetDevice(&there.id));
    back.type = cudaMemLocationTypeHost;
    prefetch(values, sizeof(*values) * n, there);
    scale_kernel<<<blocks, threads_per_block>>>(values, n, factor);
    check(cudaGetLastError());
    prefetch(values, sizeof(*values) * n, back);
    check(cudaStreamSynchronize(cudaStreamLegacy));
    // end of Solution 4
