// Tests of the runtime API: batches of copies, of boxes and of prefetches. What an H200 answers is
// in checker/tests/silicon/api_batches.txt.
#include "graph_fixture.hpp"

#include <catch2/matchers/catch_matchers_string.hpp>

using vgpu::runtime::test::Graphs;

// What nvcc calls with --default-stream per-thread.
extern "C" cudaError_t cudaMemcpyBatchAsync_ptsz(void* const* destinations,
                                                 const void* const* sources, const size_t* sizes,
                                                 size_t count, cudaMemcpyAttributes* attributes,
                                                 size_t* first, size_t attribute_count,
                                                 cudaStream_t stream);

namespace {

cudaMemcpyAttributes in_order(cudaMemcpySrcAccessOrder order = cudaMemcpySrcAccessOrderStream) {
    cudaMemcpyAttributes attributes{};
    attributes.srcAccessOrder = order;
    return attributes;
}

struct Batch {
    std::vector<void*> to;
    std::vector<const void*> from;
    std::vector<std::size_t> sizes;
    std::vector<cudaMemcpyAttributes> attributes = {in_order()};
    std::vector<std::size_t> first = {0};

    void add(void* destination, const void* source, std::size_t bytes) {
        to.push_back(destination);
        from.push_back(source);
        sizes.push_back(bytes);
    }
    cudaError_t copy(cudaStream_t stream) {
        return cudaMemcpyBatchAsync(to.data(), from.data(), sizes.data(), sizes.size(),
                                    attributes.data(), first.data(), attributes.size(), stream);
    }
};

unsigned word(const void* place) {
    unsigned value = 0;
    REQUIRE(cudaMemcpy(&value, place, sizeof value, cudaMemcpyDefault) == cudaSuccess);
    return value;
}

cudaMemcpy3DOperand at(void* place, std::size_t row = 0, std::size_t rows = 0) {
    cudaMemcpy3DOperand operand{};
    operand.type = cudaMemcpyOperandTypePointer;
    operand.op.ptr.ptr = place;
    operand.op.ptr.rowLength = row;
    operand.op.ptr.layerHeight = rows;
    return operand;
}

cudaMemcpy3DOperand in(cudaArray_t array, cudaOffset3D offset = {}) {
    cudaMemcpy3DOperand operand{};
    operand.type = cudaMemcpyOperandTypeArray;
    operand.op.array.array = array;
    operand.op.array.offset = offset;
    return operand;
}

cudaError_t copy_box(const cudaMemcpy3DOperand& from, const cudaMemcpy3DOperand& to,
                     cudaExtent extent, cudaStream_t stream) {
    cudaMemcpy3DBatchOp operation{};
    operation.src = from;
    operation.dst = to;
    operation.extent = extent;
    operation.srcAccessOrder = cudaMemcpySrcAccessOrderStream;
    return cudaMemcpy3DBatchAsync(1, &operation, 0, stream);
}

} // namespace

TEST_CASE_METHOD(Graphs, "a batch of copies runs in its stream") {
    auto* memory = static_cast<unsigned*>(allocate(64));
    REQUIRE(store_in(first, memory, 5) == cudaSuccess);
    const unsigned host = 6;
    pinned[1] = 7;
    unsigned plain = 0;
    Batch batch;
    batch.add(memory + 1, memory, sizeof(unsigned)); // after the kernel
    batch.add(memory + 2, &host, sizeof host);
    batch.add(memory + 3, pinned + 1, sizeof(unsigned));
    batch.add(&plain, &host, sizeof host);
    REQUIRE(batch.copy(first) == cudaSuccess);
    REQUIRE(cudaStreamSynchronize(first) == cudaSuccess);
    CHECK(word(memory + 1) == 5);
    CHECK(word(memory + 2) == 6);
    CHECK(word(memory + 3) == 7);
    CHECK(plain == 6);
}

TEST_CASE_METHOD(Graphs, "what a batch reads during the call may be another afterwards") {
    auto* memory = static_cast<unsigned*>(allocate(64));
    pinned[0] = pinned[1] = 1;
    Batch batch;
    batch.add(memory, pinned, sizeof(unsigned));
    batch.add(memory + 1, pinned + 1, sizeof(unsigned));
    batch.attributes = {in_order(cudaMemcpySrcAccessOrderDuringApiCall), in_order()};
    batch.first = {0, 1};
    REQUIRE(batch.copy(first) == cudaSuccess);
    pinned[0] = pinned[1] = 2;
    REQUIRE(cudaStreamSynchronize(first) == cudaSuccess);
    CHECK(word(memory) == 1);
    CHECK(word(memory + 1) == 2); // in the order of the stream: after the call
}

TEST_CASE_METHOD(Graphs, "a wrong batch copies nothing") {
    auto* memory = static_cast<unsigned*>(allocate(64));
    REQUIRE(cudaMemset(memory, 0, 64) == cudaSuccess);
    const unsigned host = 6;
    Batch batch;
    batch.add(memory, &host, sizeof host);
    CHECK(batch.copy(nullptr) == cudaErrorInvalidValue);
    CHECK(batch.copy(cudaStreamLegacy) == cudaErrorInvalidValue);
    batch.add(memory + 1, &host, 1 << 20); // more than there is
    CHECK(batch.copy(first) == cudaErrorInvalidValue);
    batch.sizes[1] = 0;
    CHECK(batch.copy(first) == cudaErrorInvalidValue);
    batch.sizes[1] = sizeof host;
    batch.first = {1};
    CHECK(batch.copy(first) == cudaErrorInvalidValue);
    batch.first = {0};
    batch.attributes = {in_order(cudaMemcpySrcAccessOrderInvalid)};
    CHECK(batch.copy(first) == cudaErrorInvalidValue);
    batch.attributes = {in_order(), in_order()};
    batch.first = {0, 0};
    CHECK(batch.copy(first) == cudaErrorInvalidValue);
    batch.first = {0, 2};
    CHECK(batch.copy(first) == cudaErrorInvalidValue);
    CHECK(cudaMemcpyBatchAsync(batch.to.data(), batch.from.data(), batch.sizes.data(), 2, nullptr,
                               nullptr, 0, first) == cudaErrorInvalidValue);
    REQUIRE(cudaStreamSynchronize(first) == cudaSuccess);
    CHECK(word(memory) == 0);
    batch.attributes = {in_order()};
    batch.first = {0};
    CHECK(batch.copy(first) == cudaSuccess);
    REQUIRE(cudaStreamSynchronize(first) == cudaSuccess);
    CHECK(word(memory) == 6);
    CHECK(cudaGetLastError() == cudaErrorInvalidValue);
}

TEST_CASE_METHOD(Graphs, "the null stream may be the thread's own to a batch") {
    auto* memory = static_cast<unsigned*>(allocate(64));
    const unsigned host = 8;
    Batch batch;
    batch.add(memory, &host, sizeof host);
    CHECK(cudaMemcpyBatchAsync_ptsz(batch.to.data(), batch.from.data(), batch.sizes.data(), 1,
                                    batch.attributes.data(), batch.first.data(), 1,
                                    nullptr) == cudaSuccess);
    REQUIRE(cudaStreamSynchronize(cudaStreamPerThread) == cudaSuccess);
    CHECK(word(memory) == 8);
}

TEST_CASE_METHOD(Graphs, "boxes of a batch, with rows and layers of their own lengths") {
    auto* memory = static_cast<unsigned char*>(allocate(256));
    REQUIRE(cudaMemset(memory, 0, 256) == cudaSuccess);
    unsigned char host[64], back[8] = {};
    for (unsigned i = 0; i < 64; ++i) host[i] = static_cast<unsigned char>(i);
    REQUIRE(copy_box(at(host, 8, 4), at(memory, 16, 8), {4, 2, 2}, first) == cudaSuccess);
    REQUIRE(copy_box(at(memory, 16, 8), at(back), {2, 2, 2}, first) == cudaSuccess);
    REQUIRE(cudaStreamSynchronize(first) == cudaSuccess);
    const unsigned char expected[] = {0, 1, 8, 9, 32, 33, 40, 41};
    CHECK(std::equal(std::begin(back), std::end(back), expected));
    CHECK(copy_box(at(host), at(memory), {0, 1, 1}, first) == cudaErrorInvalidValue);
    CHECK(copy_box(at(host, 2), at(memory), {4, 2, 1}, first) == cudaErrorInvalidValue);
    CHECK(copy_box(at(host, 4, 1), at(memory), {4, 2, 1}, first) == cudaErrorInvalidValue);
    CHECK(copy_box(at(host), at(memory), {4, 1, 1}, nullptr) == cudaErrorInvalidValue);
    CHECK(cudaGetLastError() == cudaErrorInvalidValue);
}

TEST_CASE_METHOD(Graphs, "boxes of a batch in arrays count elements") {
    cudaArray_t array = nullptr, bytes = nullptr;
    const cudaChannelFormatDesc words{32, 0, 0, 0, cudaChannelFormatKindSigned};
    const cudaChannelFormatDesc characters{8, 0, 0, 0, cudaChannelFormatKindSigned};
    REQUIRE(cudaMallocArray(&array, &words, 8, 8, 0) == cudaSuccess);
    REQUIRE(cudaMallocArray(&bytes, &characters, 8, 8, 0) == cudaSuccess);
    int from[64], to[4] = {};
    for (int i = 0; i < 64; ++i) from[i] = i;
    REQUIRE(copy_box(at(from), in(array), {8, 8, 1}, first) == cudaSuccess);
    REQUIRE(copy_box(in(array, {2, 1, 0}), at(to), {2, 2, 1}, first) == cudaSuccess);
    REQUIRE(cudaStreamSynchronize(first) == cudaSuccess);
    CHECK((to[0] == 10 && to[1] == 11 && to[2] == 18 && to[3] == 19));
    CHECK(copy_box(in(array, {6, 0, 0}), at(to), {4, 1, 1}, first) == cudaErrorInvalidValue);
    CHECK(copy_box(in(array), in(bytes), {4, 1, 1}, first) == cudaErrorInvalidValue);
    CHECK(cudaGetLastError() == cudaErrorInvalidValue);
    CHECK(cudaFreeArray(array) == cudaSuccess);
    CHECK(cudaFreeArray(bytes) == cudaSuccess);
}

TEST_CASE_METHOD(Graphs, "a batch of prefetches") {
    char* managed = nullptr;
    REQUIRE(cudaMallocManaged(reinterpret_cast<void**>(&managed), 8192, cudaMemAttachGlobal) ==
            cudaSuccess);
    void* places[] = {managed, managed + 4096};
    std::size_t sizes[] = {4096, 4096}, begins[] = {0, 1};
    cudaMemLocation locations[] = {{cudaMemLocationTypeDevice, 0}, {cudaMemLocationTypeHost, 0}};
    REQUIRE(cudaMemPrefetchBatchAsync(places, sizes, 2, locations, begins, 2, 0, first) ==
            cudaSuccess);
    int where[] = {9, 9};
    for (int i = 0; i < 2; ++i)
        REQUIRE(cudaMemRangeGetAttribute(&where[i], sizeof where[i],
                                         cudaMemRangeAttributeLastPrefetchLocation, places[i],
                                         4096) == cudaSuccess);
    CHECK((where[0] == 0 && where[1] == cudaCpuDeviceId));
    sizes[1] = 0;
    CHECK(cudaMemPrefetchBatchAsync(places, sizes, 2, locations, begins, 1, 0, first) ==
          cudaErrorInvalidValue);
    CHECK(cudaGetLastError() == cudaErrorInvalidValue);
    CHECK(cudaFree(managed) == cudaSuccess);
}

TEST_CASE_METHOD(Graphs, "a batch cannot be captured; the capture goes on, but after prefetches") {
    Batch batch;
    batch.add(pinned, pinned + 1, sizeof *pinned);
    REQUIRE(cudaStreamBeginCapture(first, cudaStreamCaptureModeGlobal) == cudaSuccess);
    CHECK(batch.copy(first) == cudaErrorStreamCaptureUnsupported);
    cudaGraph_t graph = nullptr;
    std::size_t nodes = 9;
    REQUIRE(cudaStreamEndCapture(first, &graph) == cudaSuccess);
    REQUIRE(cudaGraphGetNodes(graph, nullptr, &nodes) == cudaSuccess);
    CHECK(nodes == 0);
    void* places[] = {pinned};
    std::size_t sizes[] = {sizeof *pinned}, begins[] = {0};
    cudaMemLocation location = {cudaMemLocationTypeDevice, 0};
    REQUIRE(cudaStreamBeginCapture(first, cudaStreamCaptureModeGlobal) == cudaSuccess);
    CHECK(cudaMemPrefetchBatchAsync(places, sizes, 1, &location, begins, 1, 0, first) ==
          cudaErrorStreamCaptureUnsupported);
    CHECK(cudaStreamEndCapture(first, &graph) == cudaErrorStreamCaptureInvalidated);
    CHECK(cudaGetLastError() == cudaErrorStreamCaptureInvalidated);
}
