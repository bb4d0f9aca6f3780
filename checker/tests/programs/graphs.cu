// A graph in compressed rows: breadth-first search with a frontier queue, shortest paths by
// relaxing with atomicMin until nothing changes, connected components by label propagation.
#include "check.hpp"

#include <climits>
#include <queue>
#include <vector>

struct Graph {
    const int *begins, *targets, *weights;
    int count;
};

__global__ void expand(Graph graph, const int* frontier, int frontier_size, int* levels, int level,
                       int* next, int* next_size) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= frontier_size) return;
    const int node = frontier[i];
    for (int edge = graph.begins[node]; edge < graph.begins[node + 1]; ++edge) {
        const int target = graph.targets[edge];
        if (atomicCAS(&levels[target], -1, level) == -1) next[atomicAdd(next_size, 1)] = target;
    }
}

__global__ void relax(Graph graph, int* distances, int* changed) {
    const int node = blockIdx.x * blockDim.x + threadIdx.x;
    if (node >= graph.count) return;
    const int mine = atomicAdd(&distances[node], 0);
    if (mine == INT_MAX) return;
    for (int edge = graph.begins[node]; edge < graph.begins[node + 1]; ++edge) {
        const int through = mine + graph.weights[edge];
        if (atomicMin(&distances[graph.targets[edge]], through) > through) *changed = 1;
    }
}

__global__ void spread_labels(Graph graph, int* labels, int* changed) {
    const int node = blockIdx.x * blockDim.x + threadIdx.x;
    if (node >= graph.count) return;
    const int mine = atomicMin(&labels[node], INT_MAX);
    for (int edge = graph.begins[node]; edge < graph.begins[node + 1]; ++edge) {
        const int target = graph.targets[edge];
        if (atomicMin(&labels[target], mine) > mine) *changed = 1;
        const int other = atomicMin(&labels[target], INT_MAX);
        if (atomicMin(&labels[node], other) > other) *changed = 1;
    }
}

int* to_device(const std::vector<int>& host) {
    int* device = nullptr;
    check(cudaMalloc(&device, host.size() * sizeof(int)));
    check(cudaMemcpy(device, host.data(), host.size() * sizeof(int), cudaMemcpyHostToDevice));
    return device;
}

std::vector<int> to_host(const int* device, int count) {
    std::vector<int> host(count);
    check(cudaMemcpy(host.data(), device, count * sizeof(int), cudaMemcpyDeviceToHost));
    return host;
}

int main() {
    constexpr int count = 600, blocks = (count + 127) / 128;
    std::vector<int> begins{0}, targets, weights;
    for (int node = 0; node < count; ++node) {
        const int island = node / 250; // edges stay on their island
        for (int k = 0; k < node % 4 + 1; ++k) {
            const int target = island * 250 + (node * (7 + k) + 13 * k + 1) % 250;
            if (target >= count) continue;
            targets.push_back(target);
            weights.push_back(1 + (node * 5 + k * 11) % 17);
        }
        begins.push_back(int(targets.size()));
    }
    const Graph graph{to_device(begins), to_device(targets), to_device(weights), count};

    std::vector<int> levels(count, -1);
    levels[3] = 0;
    int* device_levels = to_device(levels);
    int* frontier = to_device(std::vector<int>(count, 3));
    int* next = to_device(std::vector<int>(count));
    int* size = to_device({0});
    for (int level = 1, frontier_size = 1; frontier_size > 0; ++level) {
        check(cudaMemset(size, 0, sizeof(int)));
        expand<<<(frontier_size + 63) / 64, 64>>>(graph, frontier, frontier_size, device_levels,
                                                  level, next, size);
        finish();
        frontier_size = to_host(size, 1)[0];
        std::swap(frontier, next);
    }
    std::queue<int> queue;
    for (queue.push(3); !queue.empty(); queue.pop())
        for (int e = begins[queue.front()]; e < begins[queue.front() + 1]; ++e)
            if (levels[targets[e]] < 0) {
                levels[targets[e]] = levels[queue.front()] + 1;
                queue.push(targets[e]);
            }
    require(to_host(device_levels, count) == levels, "levels");
    int reached = 0, deepest = 0;
    for (int level : levels) {
        reached += level >= 0;
        deepest = level > deepest ? level : deepest;
    }
    std::printf("reached %d, deepest %d\n", reached, deepest);

    std::vector<int> distances(count, INT_MAX), labels(count);
    distances[3] = 0;
    int* device_distances = to_device(distances);
    for (int i = 0; i < count; ++i) labels[i] = i;
    int* device_labels = to_device(labels);
    const auto repeat = [&](auto kernel, int* values) {
        do {
            check(cudaMemset(size, 0, sizeof(int)));
            kernel<<<blocks, 128>>>(graph, values, size);
            finish();
        } while (to_host(size, 1)[0] != 0);
    };
    repeat(relax, device_distances);
    repeat(spread_labels, device_labels);
    for (bool changed = true; changed;) {
        changed = false;
        for (int node = 0; node < count; ++node)
            for (int e = begins[node]; e < begins[node + 1]; ++e) {
                const int target = targets[e];
                if (distances[node] != INT_MAX &&
                    distances[target] > distances[node] + weights[e]) {
                    distances[target] = distances[node] + weights[e];
                    changed = true;
                }
                if (labels[node] != labels[target]) {
                    labels[node] = labels[target] = std::min(labels[node], labels[target]);
                    changed = true;
                }
            }
    }
    require(to_host(device_distances, count) == distances, "distances");
    require(to_host(device_labels, count) == labels, "labels");
    int farthest = 0, components = 0;
    for (int i = 0; i < count; ++i) {
        if (distances[i] != INT_MAX && distances[i] > farthest) farthest = distances[i];
        components += labels[i] == i;
    }
    std::printf("farthest %d, components %d\n", farthest, components);
    for (const int* memory : {graph.begins, graph.targets, graph.weights})
        check(cudaFree(const_cast<int*>(memory)));
    for (int* memory : {device_levels, frontier, next, size, device_distances, device_labels})
        check(cudaFree(memory));
    return 0;
}
