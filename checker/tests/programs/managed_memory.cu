// Managed memory: a list that host and device both walk, a __managed__ variable, prefetch and
// advice.
#include "check.hpp"

struct Node {
    int value;
    Node* next;
};

__managed__ int visits = 0;
__managed__ Node head{-1, nullptr};

__global__ void twice(Node* node) {
    for (; node != nullptr; node = node->next) {
        node->value *= 2;
        visits += 1;
    }
}

__global__ void tally(int* sum) { atomicAdd(sum, 1); }

__global__ void histogram(const unsigned char* text, int length, int* counts) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < length) atomicAdd(&counts[text[i]], 1);
}

int main() {
    constexpr int count = 20;
    Node* nodes = nullptr;
    check(cudaMallocManaged(&nodes, count * sizeof(Node)));
    head.next = &nodes[0]; // then 7, 14, 1, ...: all twenty
    for (int i = 0, at = 0; i < count; ++i, at = (at + 7) % count)
        nodes[at] = {at, i + 1 < count ? &nodes[(at + 7) % count] : nullptr};
    twice<<<1, 1>>>(head.next);
    finish();
    int sum = 0;
    for (const Node* node = head.next; node != nullptr; node = node->next) sum += node->value;
    require(visits == count, "the visits");
    require(sum == count * (count - 1), "the doubled values");
    std::printf("visits %d, sum %d\n", visits, sum);

    int* fresh = nullptr; // 0 when it is new, with every driver that was tried
    check(cudaMallocManaged(&fresh, sizeof(int)));
    tally<<<4, 64>>>(fresh);
    finish();
    require(*fresh == 256, "what was added to fresh memory");
    check(cudaFree(fresh));

    const char words[] = "the quick brown fox jumps over the lazy dog and the dog yawns";
    unsigned char* text = nullptr;
    int* counts = nullptr;
    check(cudaMallocManaged(&text, sizeof words));
    check(cudaMallocManaged(&counts, 256 * sizeof(int), cudaMemAttachGlobal));
    for (unsigned i = 0; i < sizeof words; ++i) text[i] = words[i];
    for (int i = 0; i < 256; ++i) counts[i] = 0;
    const cudaMemLocation gpu{cudaMemLocationTypeDevice, 0}, cpu{cudaMemLocationTypeHost, 0};
    check(cudaMemAdvise(text, sizeof words, cudaMemAdviseSetReadMostly, gpu));
    check(cudaMemPrefetchAsync(text, sizeof words, gpu, 0, nullptr));
    histogram<<<2, 32>>>(text, sizeof words - 1, counts);
    check(cudaMemPrefetchAsync(counts, 256 * sizeof(int), cpu, 0, nullptr));
    finish();
    int total = 0;
    for (int letter = 0; letter < 256; ++letter) {
        total += counts[letter];
        if (counts[letter] > 4) std::printf("'%c' %d\n", letter, counts[letter]);
    }
    require(total == int(sizeof words) - 1, "the number of letters");

    cudaPointerAttributes attributes{};
    check(cudaPointerGetAttributes(&attributes, text));
    require(attributes.type == cudaMemoryTypeManaged, "the kind of the pointer");
    check(cudaFree(nodes));
    check(cudaFree(text));
    check(cudaFree(counts));
    return 0;
}
