// malloc and free in a kernel: linked lists and a tree built on the device, walked by a later
// kernel.
#include "check.hpp"

#include <vector>

struct Node {
    int key;
    Node* next;
};

__global__ void build(Node** buckets, int bucket_count, int count) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    auto* node = static_cast<Node*>(malloc(sizeof(Node)));
    node->key = i;
    auto* head = reinterpret_cast<unsigned long long*>(&buckets[i % bucket_count]);
    unsigned long long seen = atomicAdd(head, 0), assumed;
    do {
        assumed = seen;
        node->next = reinterpret_cast<Node*>(assumed);
        __threadfence();
        seen = atomicCAS(head, assumed, reinterpret_cast<unsigned long long>(node));
    } while (seen != assumed);
}

__global__ void walk(Node** buckets, int bucket_count, int* lengths, int* sums) {
    const int b = threadIdx.x;
    if (b >= bucket_count) return;
    int length = 0, sum = 0;
    for (Node* node = buckets[b]; node != nullptr;) {
        Node* next = node->next;
        ++length;
        sum += node->key;
        free(node);
        node = next;
    }
    lengths[b] = length;
    sums[b] = sum;
}

struct Tree {
    int key;
    Tree *left, *right;
};

__device__ int sum_of(const Tree* tree, int depth) {
    return tree == nullptr
               ? 0
               : tree->key * depth + sum_of(tree->left, depth + 1) + sum_of(tree->right, depth + 1);
}

__device__ void destroy(Tree* tree) {
    if (tree == nullptr) return;
    destroy(tree->left);
    destroy(tree->right);
    delete tree;
}

// One thread inserts; its scratch array is of a size known at run time.
__global__ void tree(int count, int* result) {
    int* keys = new int[count];
    for (int i = 0; i < count; ++i) keys[i] = i * 17 % count;
    Tree* root = nullptr;
    for (int i = 0; i < count; ++i) {
        Tree** at = &root;
        while (*at != nullptr) at = keys[i] < (*at)->key ? &(*at)->left : &(*at)->right;
        *at = new Tree{keys[i], nullptr, nullptr};
    }
    *result = sum_of(root, 1);
    destroy(root);
    delete[] keys;
}

int host_sum(const std::vector<int>& keys, int depth) { // of the tree that these keys make
    if (keys.empty()) return 0;
    std::vector<int> left, right;
    for (std::size_t i = 1; i < keys.size(); ++i)
        (keys[i] < keys[0] ? left : right).push_back(keys[i]);
    return keys[0] * depth + host_sum(left, depth + 1) + host_sum(right, depth + 1);
}

int main() {
    constexpr int buckets = 7, count = 500;
    check(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 8 << 20));
    check(cudaDeviceSetLimit(cudaLimitStackSize, 8 << 10));
    Node** heads = nullptr;
    int* numbers = nullptr;
    check(cudaMalloc(&heads, buckets * sizeof(Node*)));
    check(cudaMalloc(&numbers, 2 * buckets * sizeof(int)));
    check(cudaMemset(heads, 0, buckets * sizeof(Node*)));
    build<<<4, 128>>>(heads, buckets, count);
    walk<<<1, 32>>>(heads, buckets, numbers, numbers + buckets);
    finish();
    int found[2 * buckets], length[buckets] = {}, sum[buckets] = {};
    check(cudaMemcpy(found, numbers, sizeof found, cudaMemcpyDeviceToHost));
    for (int i = 0; i < count; ++i) {
        ++length[i % buckets];
        sum[i % buckets] += i;
    }
    for (int b = 0; b < buckets; ++b) {
        require(found[b] == length[b] && found[buckets + b] == sum[b], "a list");
        std::printf("list %d: %d nodes, sum %d\n", b, found[b], found[buckets + b]);
    }

    tree<<<1, 1>>>(60, numbers);
    finish();
    check(cudaMemcpy(found, numbers, sizeof(int), cudaMemcpyDeviceToHost));
    std::vector<int> keys;
    for (int i = 0; i < 60; ++i) keys.push_back(i * 17 % 60);
    require(found[0] == host_sum(keys, 1), "the tree");
    std::printf("tree: %d\n", found[0]);
    check(cudaFree(heads));
    check(cudaFree(numbers));
    return 0;
}
