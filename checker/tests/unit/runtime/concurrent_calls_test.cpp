// Two threads call at once: while the one waits for work, the other destroys what both were given.
#include "graph_fixture.hpp"

#include <chrono>
#include <cstdlib>
#include <functional>
#include <thread>

using namespace vgpu::runtime::test;

namespace {

// A call that a second thread makes while the first one is in a host function.
class Meeting {
  public:
    // `waits`: the call waits for that host function in its turn.
    Meeting(std::function<cudaError_t()> call, bool waits)
        : call_(std::move(call)), waits_(waits) {}
    ~Meeting() { static_cast<void>(result()); }
    Meeting(const Meeting&) = delete;
    Meeting& operator=(const Meeting&) = delete;

    void begin_in(cudaStream_t stream) {
        REQUIRE(cudaLaunchHostFunc(stream, begin, this) == cudaSuccess);
    }
    cudaError_t result() {
        if (thread_.joinable()) thread_.join();
        return error_;
    }

  private:
    static void begin(void* place) {
        auto& it = *static_cast<Meeting*>(place);
        it.thread_ = std::thread([&it] { it.error_ = it.call_(); });
        if (it.waits_) // the call comes to its wait
            std::this_thread::sleep_for(std::chrono::milliseconds(30));
        else
            it.thread_.join();
    }

    std::function<cudaError_t()> call_;
    bool waits_;
    std::thread thread_;
    cudaError_t error_ = cudaErrorUnknown;
};

// Both threads make the same call, which waits for all work: the one succeeds.
void check_once(cudaStream_t stream, const std::function<cudaError_t()>& call,
                cudaError_t otherwise) {
    Meeting other(call, true);
    other.begin_in(stream);
    const cudaError_t mine = call(), its = other.result();
    CHECK((mine == cudaSuccess ? its : mine) == otherwise);
    CHECK((mine == cudaSuccess || its == cudaSuccess));
    cudaGetLastError();
    CHECK(cudaDeviceSynchronize() == cudaSuccess);
}

class BothCall : public Graphs {
  public:
    // As much work as can be pending; the first piece has the other thread make its call.
    void fill(Meeting& other) const {
        other.begin_in(first);
        for (int piece = 1; piece < 1024; ++piece)
            REQUIRE(store_in(second, pinned + 1, 5) == cudaSuccess);
    }
};

} // namespace

TEST_CASE_METHOD(BothCall, "both unregister the same memory") {
    void* memory = std::aligned_alloc(4096, 4096);
    REQUIRE(cudaHostRegister(memory, 4096, cudaHostRegisterDefault) == cudaSuccess);
    check_once(
        first, [&] { return cudaHostUnregister(memory); }, cudaErrorHostMemoryNotRegistered);
    std::free(memory);
}

TEST_CASE_METHOD(BothCall, "both unload the same library") {
    cudaLibrary_t library = nullptr;
    REQUIRE(cudaLibraryLoadData(&library, kernels, nullptr, nullptr, 0, nullptr, nullptr, 0) ==
            cudaSuccess);
    check_once(
        first, [&] { return cudaLibraryUnload(library); }, cudaErrorInvalidResourceHandle);
}

TEST_CASE_METHOD(BothCall, "both free the same memory of a graph that is gone") {
    cudaGraph_t graph = nullptr;
    cudaGraphNode_t node = nullptr;
    REQUIRE(cudaGraphCreate(&graph, 0) == cudaSuccess);
    cudaMemAllocNodeParams parameters{};
    parameters.poolProps.allocType = cudaMemAllocationTypePinned;
    parameters.poolProps.location.type = cudaMemLocationTypeDevice; // id: device 0
    parameters.bytesize = 256;
    REQUIRE(cudaGraphAddMemAllocNode(&node, graph, nullptr, 0, &parameters) == cudaSuccess);
    cudaGraphExec_t exec = ready(graph);
    REQUIRE(cudaGraphLaunch(exec, second) == cudaSuccess);
    REQUIRE(cudaStreamSynchronize(second) == cudaSuccess);
    REQUIRE(cudaGraphExecDestroy(exec) == cudaSuccess);
    REQUIRE(cudaGraphDestroy(graph) == cudaSuccess);
    check_once(
        first, [&] { return cudaFree(parameters.dptr); }, cudaErrorInvalidValue);
}

TEST_CASE_METHOD(BothCall, "a library is unloaded after what was launched while that waited") {
    cudaLibrary_t library = nullptr;
    cudaKernel_t handle = nullptr;
    REQUIRE(cudaLibraryLoadData(&library, kernels, nullptr, nullptr, 0, nullptr, nullptr, 0) ==
            cudaSuccess);
    REQUIRE(cudaLibraryGetKernel(&handle, library, "store") == cudaSuccess);
    function = reinterpret_cast<const void*>(handle);
    Meeting other([&] { return store_in(second, pinned, 3); }, false);
    other.begin_in(first);
    CHECK(cudaLibraryUnload(library) == cudaSuccess);
    CHECK(other.result() == cudaSuccess);
    CHECK(pinned[0] == 3);
}

TEST_CASE_METHOD(BothCall, "an event and its stream go while a record makes room") {
    Meeting other(
        [&] {
            const cudaError_t error = cudaEventDestroy(event);
            return error != cudaSuccess ? error : cudaStreamDestroy(first);
        },
        false);
    fill(other);
    CHECK(cudaEventRecord(event, first) == cudaSuccess);
    CHECK(other.result() == cudaSuccess);
    CHECK(cudaEventQuery(event) == cudaErrorInvalidResourceHandle);
    CHECK(cudaDeviceSynchronize() == cudaSuccess);
    CHECK(pinned[1] == 5);
}

TEST_CASE_METHOD(BothCall, "a graph goes while its launch makes room") {
    cudaGraph_t graph = nullptr;
    REQUIRE(cudaGraphCreate(&graph, 0) == cudaSuccess);
    for (unsigned node = 2; node < 6; ++node)
        static_cast<void>(storing(graph, pinned + node, node));
    cudaGraphExec_t exec = ready(graph);
    Meeting other([&] { return cudaGraphExecDestroy(exec); }, false);
    fill(other);
    CHECK(cudaGraphLaunch(exec, second) == cudaSuccess);
    CHECK(other.result() == cudaSuccess);
    CHECK(cudaDeviceSynchronize() == cudaSuccess);
    for (unsigned node = 2; node < 6; ++node) CHECK(pinned[node] == node);
}

TEST_CASE_METHOD(BothCall, "a stream goes while an allocation in it waits for memory") {
    std::size_t free_bytes = 0, all = 0;
    REQUIRE(cudaMemGetInfo(&free_bytes, &all) == cudaSuccess);
    void *large = allocate(all / 4 * 3), *wanted = nullptr;
    REQUIRE(cudaFreeAsync(large, second) == cudaSuccess);
    Meeting other([&] { return cudaStreamDestroy(blocking); }, false);
    other.begin_in(first);
    CHECK(cudaMallocAsync(&wanted, all / 4 * 3, blocking) == cudaErrorInvalidResourceHandle);
    CHECK(other.result() == cudaSuccess);
    cudaGetLastError();
    CHECK(cudaFree(allocate(all / 4 * 3)) == cudaSuccess); // the other one has been given back
}
