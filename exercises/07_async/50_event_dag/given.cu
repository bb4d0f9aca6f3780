// Lesson 50, given: the tasks, and what calls your functions.
#include "event_dag.hpp"
#include "given.hpp"

#include <algorithm>
#include <utility>
#include <vector>

// In your file.
void follow(cudaStream_t stream, cudaStream_t other);
void diamond(const Graph& graph, cudaStream_t main, cudaStream_t side);
void run_graph(const Graph& graph, const cudaStream_t* streams);

constexpr int most_taken = 4, most_tasks = 12, threads_per_block = 256, most_blocks = 8;

struct Taken {
    const std::uint32_t* of[most_taken];
    int count;
};

static __device__ std::uint32_t mixed(std::uint32_t value, int rounds) {
#pragma unroll 4
    for (int round = 0; round < rounds; ++round) {
        value = value * 1664525u + 1013904223u;
        value ^= value >> 13;
    }
    return value;
}

// result[i] = what the tasks before have in element i, mixed. A kernel for each task, so that
// reports name it.
template <int number>
__global__ void task(Taken taken, std::uint32_t* result, std::size_t n, int rounds) {
    const std::size_t step = std::size_t{gridDim.x} * blockDim.x;
    for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n; i += step) {
        std::uint32_t value = 0;
        for (int k = 0; k < taken.count; ++k) {
            value = value * 31 + taken.of[k][i];
        }
        result[i] = mixed(value, rounds);
    }
}

template <int... numbers>
static auto task_kernel(int t, std::integer_sequence<int, numbers...>) {
    constexpr void (*kernels[])(Taken, std::uint32_t*, std::size_t, int) = {task<numbers>...};
    return kernels[t];
}

static unsigned blocks_for(std::size_t n) {
    return static_cast<unsigned>(
        std::min<std::size_t>((n + threads_per_block - 1) / threads_per_block, most_blocks));
}

void Graph::launch(int t, cudaStream_t stream) const {
    Taken taken{};
    for (int e = 0; e < edges; ++e) {
        if (edge[e].to == t) taken.of[taken.count++] = results + edge[e].from * n;
    }
    if (taken.count == 0) taken.of[taken.count++] = in;
    const auto kernel = task_kernel(t, std::make_integer_sequence<int, most_tasks>());
    kernel<<<blocks_for(n), threads_per_block, 0, stream>>>(taken, results + t * n, n, rounds[t]);
    check(cudaGetLastError());
}

// So long that all of the student's work is submitted before it is over.
static __global__ void prepare_kernel(const std::uint32_t* in, std::uint32_t* prepared,
                                      std::size_t n) {
    const std::size_t step = std::size_t{gridDim.x} * blockDim.x;
    for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n; i += step) {
        prepared[i] = mixed(in[i], 6000);
    }
}

// Tells the checker which stream `side` is.
static __global__ void side_kernel() {}

static __global__ void last_kernel(const std::uint32_t* result, std::uint32_t* last,
                                   std::size_t n) {
    const std::size_t step = std::size_t{gridDim.x} * blockDim.x;
    for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n; i += step) {
        last[i] = result[i] + 1;
    }
}

struct Stream {
    cudaStream_t handle = nullptr;
    Stream() { check(cudaStreamCreate(&handle)); }
    ~Stream() { cudaStreamDestroy(handle); }
    Stream(const Stream&) = delete;
    Stream& operator=(const Stream&) = delete;
};

// What the tasks without a task before them take.
struct Prepared {
    std::uint32_t* data = nullptr;
    explicit Prepared(std::size_t n) { check(cudaMalloc(&data, n * sizeof *data)); }
    ~Prepared() { cudaFree(data); }
    Prepared(const Prepared&) = delete;
    Prepared& operator=(const Prepared&) = delete;

    void make(const std::uint32_t* in, std::size_t n, cudaStream_t stream) const {
        prepare_kernel<<<blocks_for(n), threads_per_block, 0, stream>>>(in, data, n);
        check(cudaGetLastError());
    }
};

void run_follow(const std::uint32_t* in, std::size_t n, const int* rounds, std::uint32_t* results) {
    const Prepared prepared(n);
    const Stream other, stream, third;
    const Event ready;
    const Edge edges[] = {{0, 1}};
    const Graph graph{4, 1, edges, nullptr, results, prepared.data, n, rounds};
    prepared.make(in, n, other.handle);
    check(cudaEventRecord(ready.handle, other.handle));
    check(cudaStreamWaitEvent(third.handle, ready.handle));
    graph.launch(3, third.handle);
    graph.launch(0, other.handle);
    follow(stream.handle, other.handle);
    cudaGetLastError(); // an error is follow()'s to throw, not the next launch's
    graph.launch(2, other.handle);
    graph.launch(1, stream.handle);
    for (const Stream* one : {&other, &stream, &third}) {
        check(cudaStreamSynchronize(one->handle));
    }
}

void run_diamond(const std::uint32_t* in, std::size_t n, const int* rounds, std::uint32_t* results,
                 std::uint32_t* last) {
    const Prepared prepared(n);
    const Stream main, side;
    const Edge edges[] = {{A, B}, {A, C}, {B, D}, {C, D}};
    const Graph graph{4, 4, edges, nullptr, results, prepared.data, n, rounds};
    prepared.make(in, n, main.handle);
    side_kernel<<<1, 1, 0, side.handle>>>();
    check(cudaGetLastError());
    diamond(graph, main.handle, side.handle);
    last_kernel<<<blocks_for(n), threads_per_block, 0, main.handle>>>(results + D * n, last, n);
    check(cudaGetLastError());
    check(cudaStreamSynchronize(main.handle));
}

void run_tasks(const std::uint32_t* in, std::size_t n, int tasks, const int* rounds, int edges,
               const int* from, const int* to, int streams, const int* stream_of,
               std::uint32_t* results) {
    const Prepared prepared(n);
    const std::vector<Stream> own(streams);
    std::vector<Edge> all(edges);
    for (int e = 0; e < edges; ++e) all[e] = {from[e], to[e]};
    const Graph graph{tasks, edges, all.data(), stream_of, results, prepared.data, n, rounds};
    const Event ready;
    std::vector<cudaStream_t> handles;
    for (const Stream& stream : own) handles.push_back(stream.handle);
    prepared.make(in, n, handles[0]);
    check(cudaEventRecord(ready.handle, handles[0]));
    for (const cudaStream_t handle : handles) check(cudaStreamWaitEvent(handle, ready.handle));
    run_graph(graph, handles.data());
    for (const cudaStream_t handle : handles) check(cudaStreamSynchronize(handle));
}
