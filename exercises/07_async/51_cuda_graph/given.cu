// Lesson 51, given: the kernels of a step, and what calls your functions.
#include "cuda_graph.hpp"
#include "given.hpp"

#include <algorithm>
#include <stdexcept>
#include <vector>

// In your file.
cudaGraph_t capture_steps(const Chain& chain, int steps, cudaStream_t main, cudaStream_t side);
void replay(cudaGraph_t graph, int times, cudaStream_t stream);
void run_visits(const Chain* chains, int visits, int steps, int times, cudaStream_t main,
                cudaStream_t side);

constexpr unsigned threads_per_block = 256, most_blocks = 8;
constexpr int parts = 4;

static __device__ std::uint32_t mixed(std::uint32_t value, int rounds) {
#pragma unroll 4
    for (int round = 0; round < rounds; ++round) {
        value = value * 1664525u + 1013904223u;
        value ^= value >> 13;
    }
    return value;
}

static __device__ std::size_t thread() {
    return std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
}
static __device__ std::size_t step() { return std::size_t{gridDim.x} * blockDim.x; }

static __global__ void forces_kernel(Chain chain) {
    for (std::size_t i = thread(); i < chain.n; i += step()) {
        const std::size_t left = i == 0 ? chain.n - 1 : i - 1, right = i + 1 == chain.n ? 0 : i + 1;
        chain.force[i] = chain.x[left] + chain.x[right] - 2 * chain.x[i];
    }
}
static __global__ void kick_kernel(Chain chain) {
    for (std::size_t i = thread(); i < chain.n; i += step())
        chain.v[i] = mixed(chain.v[i] + chain.force[i], chain.rounds);
}
static __global__ void warm_kernel(Chain chain) {
    for (std::size_t i = thread(); i < chain.n; i += step())
        chain.heat[i] = mixed(chain.heat[i] ^ chain.force[i], chain.rounds);
}
static __global__ void move_kernel(Chain chain) {
    for (std::size_t i = thread(); i < chain.n; i += step())
        chain.x[i] += chain.v[i] - (chain.heat[i] >> 4);
}
static __global__ void prepare_kernel(std::uint32_t* x, std::size_t count) {
    for (std::size_t i = thread(); i < count; i += step()) ++x[i];
}
static __global__ void last_kernel(Chain chain, std::uint32_t* last) {
    for (std::size_t i = thread(); i < chain.n; i += step())
        last[i] = chain.x[i] + chain.v[i] + chain.heat[i];
}

static unsigned blocks_for(std::size_t n) {
    return static_cast<unsigned>(
        std::min<std::size_t>((n + threads_per_block - 1) / threads_per_block, most_blocks));
}

using Kernel = void (*)(Chain);
static Kernel kernel_of(int part) {
    constexpr Kernel kernels[parts] = {forces_kernel, kick_kernel, warm_kernel, move_kernel};
    return kernels[part];
}

struct Broken : std::runtime_error {
    Broken() : std::runtime_error("the launch of a part broke off, as run_broken() asked for") {}
};
static int breaks_at = -1;
void make_steps(const Chain& chain, int steps, cudaStream_t stream); // without a graph

void launch(Part part, const Chain& chain, cudaStream_t stream) {
    if (part == breaks_at) throw Broken();
    kernel_of(part)<<<blocks_for(chain.n), threads_per_block, 0, stream>>>(chain);
    check(cudaGetLastError());
}

struct Stream {
    cudaStream_t handle = nullptr;
    Stream() { check(cudaStreamCreate(&handle)); }
    ~Stream() { cudaStreamDestroy(handle); }
    Stream(const Stream&) = delete;
    Stream& operator=(const Stream&) = delete;

    int state() const {
        cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
        check(cudaStreamIsCapturing(handle, &status));
        return status;
    }
    // What is left of a capture, if the student's function left it.
    void end_capture() const {
        Graph graph;
        if (state() != 0) cudaStreamEndCapture(handle, &graph.handle);
        cudaGetLastError();
    }
};

static void prepare(std::uint32_t* x, std::size_t count, const Stream& main) {
    prepare_kernel<<<blocks_for(count), threads_per_block, 0, main.handle>>>(x, count);
    check(cudaGetLastError());
}

static void finish(const Chain& chain, std::uint32_t* last, const Stream& main) {
    last_kernel<<<blocks_for(chain.n), threads_per_block, 0, main.handle>>>(chain, last);
    check(cudaGetLastError());
    check(cudaStreamSynchronize(main.handle));
}

// An error is the student's function's to throw, not the next launch's.
static void forget_errors() { cudaGetLastError(); }

void run_capture(std::uint32_t* x, std::uint32_t* v, std::uint32_t* heat, std::uint32_t* force,
                 std::size_t n, int rounds, int steps, int times, std::uint32_t* last, int* made) {
    const Chain chain{x, v, heat, force, n, rounds};
    const Stream main, side;
    prepare(x, n, main);
    Graph graph;
    graph.handle = capture_steps(chain, steps, main.handle, side.handle);
    forget_errors();
    std::fill_n(made, 4, 0);
    made[0] = -1;
    made[2] = main.state() != 0;
    made[3] = side.state() != 0;
    main.end_capture();
    if (graph.handle != nullptr) {
        std::size_t count = 0;
        check(cudaGraphGetNodes(graph.handle, nullptr, &count));
        std::vector<cudaGraphNode_t> nodes(count);
        if (count != 0) check(cudaGraphGetNodes(graph.handle, nodes.data(), &count));
        made[0] = static_cast<int>(count);
        for (const cudaGraphNode_t node : nodes) {
            cudaGraphNodeType type = cudaGraphNodeTypeEmpty;
            check(cudaGraphNodeGetType(node, &type));
            made[1] += type == cudaGraphNodeTypeKernel;
        }
        Executable executable;
        check(cudaGraphInstantiate(&executable.handle, graph.handle, 0));
        for (int i = 0; i < times; ++i) check(cudaGraphLaunch(executable.handle, main.handle));
    }
    finish(chain, last, main);
}

// The graph of some steps, node by node.
static void build(cudaGraph_t graph, Chain chain, int steps) {
    void* arguments[] = {&chain};
    cudaGraphNode_t node[parts], moved = nullptr;
    for (int s = 0; s < steps; ++s)
        for (int part = 0; part < parts; ++part) {
            // Which nodes it comes after, and how many.
            const cudaGraphNode_t* before = part == 0      ? &moved
                                            : part == move ? &node[kick]
                                                           : &node[forces];
            const int count = part == move ? 2 : part == forces && s == 0 ? 0 : 1;
            cudaKernelNodeParams what{};
            what.func = reinterpret_cast<void*>(kernel_of(part));
            what.gridDim = dim3(blocks_for(chain.n));
            what.blockDim = dim3(threads_per_block);
            what.kernelParams = arguments;
            check(cudaGraphAddKernelNode(&node[part], graph, before, count, &what));
            if (part == move) moved = node[part];
        }
}

void run_replay(std::uint32_t* x, std::uint32_t* v, std::uint32_t* heat, std::uint32_t* force,
                std::size_t n, int rounds, int steps, int times, std::uint32_t* last) {
    const Chain chain{x, v, heat, force, n, rounds};
    const Stream main;
    prepare(x, n, main);
    Graph graph;
    check(cudaGraphCreate(&graph.handle, 0));
    build(graph.handle, chain, steps);
    replay(graph.handle, times, main.handle);
    forget_errors();
    finish(chain, last, main);
}

void run_chains(std::uint32_t* x, std::uint32_t* v, std::uint32_t* heat, std::uint32_t* force,
                std::size_t n, int rounds, int chains, int visits, const int* which, int steps,
                int times, std::uint32_t* last) {
    std::vector<Chain> visited;
    for (int i = 0; i < visits; ++i) {
        const std::size_t at = which[i] * n;
        visited.push_back({x + at, v + at, heat + at, force + at, n, rounds});
    }
    const Stream main, side;
    prepare(x, chains * n, main);
    run_visits(visited.data(), visits, steps, times, main.handle, side.handle);
    forget_errors();
    finish(visited.back(), last, main);
}

void run_broken(std::uint32_t* x, std::uint32_t* v, std::uint32_t* heat, std::uint32_t* force,
                std::size_t n, int rounds, int breaks, std::uint32_t* last, int* seen) {
    const Chain chain{x, v, heat, force, n, rounds};
    const Stream main, side;
    prepare(x, n, main);
    std::fill_n(seen, 3, 0);
    breaks_at = breaks;
    try {
        const Graph graph(capture_steps(chain, 1, main.handle, side.handle));
    } catch (const Broken&) {
        seen[0] = 1;
    } catch (...) {
        breaks_at = -1;
        throw;
    }
    breaks_at = -1;
    seen[1] = main.state();
    seen[2] = side.state();
    main.end_capture();
    make_steps(chain, 1, main.handle);
    finish(chain, last, main);
}

void make_steps(const Chain& chain, int steps, cudaStream_t stream) {
    for (int s = 0; s < steps; ++s)
        for (int part = 0; part < parts; ++part) launch(static_cast<Part>(part), chain, stream);
}

void run_in_stream(std::uint32_t* x, std::uint32_t* v, std::uint32_t* heat, std::uint32_t* force,
                   std::size_t n, int rounds, int steps, std::uint32_t* last) {
    const Chain chain{x, v, heat, force, n, rounds};
    const Stream main;
    prepare(x, n, main);
    make_steps(chain, steps, main.handle);
    finish(chain, last, main);
}
