// Conditional nodes of graphs. What an H200 answered is in
// checker/tests/silicon/api_graph_conditions.txt.
#include "graph_fixture.hpp"

using vgpu::runtime::test::add_conditional;
using vgpu::runtime::test::Graphs;
using vgpu::runtime::test::in_a_process_of_its_own;

namespace {

// set_condition(handle, value); count_down(handle, pointer) sets 0 when the word behind the pointer
// has become 0.
constexpr const char* kernels_with_conditions = R"(
.version 8.4
.target sm_80
.address_size 64
.extern .func cudaGraphSetConditional (.param .b64 handle, .param .b32 value);
.visible .entry set_condition(.param .u64 handle, .param .u32 value) {
    .reg .b64 %rd<2>;
    .reg .b32 %r<2>;
    ld.param.u64 %rd1, [handle];
    ld.param.u32 %r1, [value];
    { .param .b64 first; .param .b32 second;
      st.param.b64 [first], %rd1;
      st.param.b32 [second], %r1;
      call.uni cudaGraphSetConditional, (first, second); }
    ret;
}
.visible .entry count_down(.param .u64 handle, .param .u64 pointer) {
    .reg .b64 %rd<3>;
    .reg .b32 %r<2>;
    .reg .pred %p<2>;
    ld.param.u64 %rd1, [handle];
    ld.param.u64 %rd2, [pointer];
    ld.global.u32 %r1, [%rd2];
    sub.u32 %r1, %r1, 1;
    st.global.u32 [%rd2], %r1;
    setp.ne.u32 %p1, %r1, 0;
    @%p1 bra done;
    { .param .b64 first; .param .b32 second;
      st.param.b64 [first], %rd1;
      st.param.b32 [second], 0;
      call.uni cudaGraphSetConditional, (first, second); }
done:
    ret;
}
)";

const void* kernel_named(const char* name) {
    cudaLibrary_t library = nullptr;
    cudaKernel_t handle = nullptr;
    REQUIRE(cudaLibraryLoadData(&library, kernels_with_conditions, nullptr, nullptr, 0, nullptr,
                                nullptr, 0) == cudaSuccess);
    REQUIRE(cudaLibraryGetKernel(&handle, library, name) == cudaSuccess);
    return reinterpret_cast<const void*>(handle);
}

void add_kernel(cudaGraph_t graph, const void* function, void** arguments) {
    const cudaKernelNodeParams parameters{const_cast<void*>(function), 1, 1, 0, arguments, nullptr};
    cudaGraphNode_t node = nullptr;
    REQUIRE(cudaGraphAddKernelNode(&node, graph, nullptr, 0, &parameters) == cudaSuccess);
}

} // namespace

TEST_CASE_METHOD(Graphs, "the launches of a body stand in the trace, one for each round") {
    cudaGraph_t graph = nullptr;
    cudaGraphConditionalHandle handle = 0;
    REQUIRE(cudaGraphCreate(&graph, 0) == cudaSuccess);
    REQUIRE(cudaGraphConditionalHandleCreate(&handle, graph, 1, cudaGraphCondAssignDefault) ==
            cudaSuccess);
    void* left = pinned;
    void* arguments[] = {&handle, &left};
    add_kernel(add_conditional(graph, handle, cudaGraphCondTypeWhile), kernel_named("count_down"),
               arguments);
    const cudaGraphExec_t exec = ready(graph);
    for (const unsigned rounds : {3u, 5u}) {
        pinned[0] = rounds;
        trace();
        run(exec);
        CHECK(pinned[0] == 0);
        std::size_t launches = 0;
        const auto recorded = trace();
        for (const auto& one : recorded["events"]) launches += one["type"] == "launch" ? 1 : 0;
        CHECK(launches == rounds);
    }
}

TEST_CASE_METHOD(Graphs, "a graph with a condition may go while its launch is still to run") {
    cudaGraph_t graph = nullptr;
    cudaGraphConditionalHandle handle = 0;
    REQUIRE(cudaGraphCreate(&graph, 0) == cudaSuccess);
    REQUIRE(cudaGraphConditionalHandleCreate(&handle, graph, 1, cudaGraphCondAssignDefault) ==
            cudaSuccess);
    storing(add_conditional(graph, handle, cudaGraphCondTypeIf), pinned, 6);
    const cudaGraphExec_t exec = ready(graph);
    REQUIRE(cudaGraphLaunch(exec, first) == cudaSuccess);
    REQUIRE(cudaGraphExecDestroy(exec) == cudaSuccess);
    REQUIRE(cudaGraphDestroy(graph) == cudaSuccess);
    REQUIRE(cudaStreamSynchronize(first) == cudaSuccess);
    CHECK(pinned[0] == 6);
}

TEST_CASE_METHOD(Graphs, "a handle ends with its graph, and no other graph gets it") {
    cudaGraph_t graph = nullptr;
    cudaGraphConditionalHandle handle = 0, other = 0;
    REQUIRE(cudaGraphCreate(&graph, 0) == cudaSuccess);
    REQUIRE(cudaGraphConditionalHandleCreate(&handle, graph, 0, 0) == cudaSuccess);
    REQUIRE(cudaGraphDestroy(graph) == cudaSuccess);
    for (int time = 0; time < 20; ++time) { // one of them may lie where the first did
        REQUIRE(cudaGraphCreate(&graph, 0) == cudaSuccess);
        cudaGraphNodeParams parameters = {};
        parameters.type = cudaGraphNodeTypeConditional;
        parameters.conditional.handle = handle;
        parameters.conditional.type = cudaGraphCondTypeIf;
        parameters.conditional.size = 1;
        cudaGraphNode_t node = nullptr;
        REQUIRE(cudaGraphAddNode(&node, graph, nullptr, nullptr, 0, &parameters) ==
                cudaErrorInvalidValue);
        REQUIRE(cudaGraphConditionalHandleCreate(&other, graph, 0, 0) == cudaSuccess);
        REQUIRE(other != handle);
        REQUIRE(cudaGraphDestroy(graph) == cudaSuccess);
    }
}

TEST_CASE_METHOD(Graphs, "a body in a circle is found when the graph is made ready") {
    cudaGraph_t graph = nullptr;
    cudaGraphConditionalHandle handle = 0;
    REQUIRE(cudaGraphCreate(&graph, 0) == cudaSuccess);
    REQUIRE(cudaGraphConditionalHandleCreate(&handle, graph, 0, 0) == cudaSuccess);
    cudaGraph_t body = add_conditional(graph, handle, cudaGraphCondTypeIf);
    const cudaGraphNode_t one = storing(body, pinned, 1);
    const cudaGraphNode_t two = storing(body, pinned, 2, {one});
    REQUIRE(cudaGraphAddDependencies(body, &two, &one, nullptr, 1) == cudaSuccess);
    cudaGraphExec_t exec = nullptr;
    CHECK(cudaGraphInstantiate(&exec, graph, 0) == cudaErrorInvalidValue);
}

TEST_CASE_METHOD(Graphs,
                 "a fault in a body ends its rounds, and a handle that is none is a fault") {
    in_a_process_of_its_own([&] {
        make();
        cudaGraph_t graph = nullptr;
        cudaGraphConditionalHandle handle = 0;
        REQUIRE(cudaGraphCreate(&graph, 0) == cudaSuccess);
        REQUIRE(cudaGraphConditionalHandleCreate(&handle, graph, 1, cudaGraphCondAssignDefault) ==
                cudaSuccess);
        cudaGraphConditionalHandle wrong = handle + 1;
        unsigned value = 1;
        void* arguments[] = {&wrong, &value};
        add_kernel(add_conditional(graph, handle, cudaGraphCondTypeWhile),
                   kernel_named("set_condition"), arguments);
        const cudaGraphExec_t exec = ready(graph);
        trace();
        REQUIRE(cudaGraphLaunch(exec, first) == cudaSuccess);
        REQUIRE(cudaStreamSynchronize(first) != cudaSuccess);
        const auto faults = trace()["faults"];
        REQUIRE(faults.size() == 1);
        REQUIRE(faults[0]["message"] == "Invalid argument of cudaGraphSetConditional");
    });
}
