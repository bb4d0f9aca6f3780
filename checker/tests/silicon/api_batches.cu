// What a GPU says of batches: copies of lists of ranges and of boxes, and which of their attributes
// it takes.
#include "api_tell.hpp"

#include <cstdint>
#include <vector>

namespace {

constexpr std::size_t bytes = 256;

char* device_memory(int filled_with = 0) {
    char* memory = nullptr;
    static_cast<void>(cudaMalloc(&memory, bytes));
    static_cast<void>(cudaMemset(memory, filled_with, bytes));
    static_cast<void>(cudaDeviceSynchronize());
    return memory;
}

cudaStream_t stream_of_its_own() {
    cudaStream_t stream = nullptr;
    static_cast<void>(cudaStreamCreate(&stream));
    return stream;
}

void tell_byte(const char* what, const char* place) {
    char value = 99;
    static_cast<void>(cudaMemcpy(&value, place, 1, cudaMemcpyDefault));
    tell(what, static_cast<long long>(value));
}

cudaMemcpyAttributes in_order(cudaMemcpySrcAccessOrder order = cudaMemcpySrcAccessOrderStream,
                              unsigned flags = 0) {
    cudaMemcpyAttributes attributes{};
    attributes.srcAccessOrder = order;
    attributes.flags = flags;
    return attributes;
}

struct Batch {
    std::vector<void*> to;
    std::vector<const void*> from;
    std::vector<std::size_t> sizes;
    std::vector<cudaMemcpyAttributes> attributes = {in_order()};
    std::vector<std::size_t> first = {0};

    void add(void* destination, const void* source, std::size_t size) {
        to.push_back(destination);
        from.push_back(source);
        sizes.push_back(size);
    }
    cudaError_t copy(cudaStream_t stream) {
        return cudaMemcpyBatchAsync(to.data(), from.data(), sizes.data(), sizes.size(),
                                    attributes.data(), first.data(), attributes.size(), stream);
    }
};

void ask_about_right_batches() {
    cudaStream_t stream = stream_of_its_own();
    char *one = device_memory(1), *two = device_memory(2), *out = device_memory();
    static char host[64], plain[64] = {7, 7, 7, 7};
    char* pinned = nullptr;
    static_cast<void>(cudaMallocHost(&pinned, 64));
    pinned[0] = 9;
    Batch batch;
    batch.add(out, one, 16);
    batch.add(out + 16, two, 16);
    batch.add(host, two, 16);
    tell("within the device and to the host", batch.copy(stream));
    tell("synchronise", cudaStreamSynchronize(stream));
    tell_byte("  the first", out + 15);
    tell_byte("  the second", out + 16);
    tell("  on the host", static_cast<long long>(host[15]));
    batch = {};
    batch.add(out + 32, pinned, 1);
    batch.add(out + 33, plain, 1);
    batch.add(host + 32, plain, 2);
    batch.attributes = {
        in_order(cudaMemcpySrcAccessOrderAny),
        in_order(cudaMemcpySrcAccessOrderDuringApiCall, cudaMemcpyFlagPreferOverlapWithCompute)};
    batch.first = {0, 1};
    tell("two attributes", batch.copy(stream));
    tell("synchronise", cudaStreamSynchronize(stream));
    tell_byte("  pinned", out + 32);
    tell_byte("  plain", out + 33);
    tell("  host to host", static_cast<long long>(host[33]));
    batch = {};
    batch.add(out, one, 16);
    tell("in the thread's stream", batch.copy(cudaStreamPerThread));
    tell("synchronise", cudaDeviceSynchronize());
}

void ask_about_wrong_batches() {
    cudaStream_t stream = stream_of_its_own();
    char *one = device_memory(1), *out = device_memory();
    Batch batch;
    tell("empty", batch.copy(stream));
    batch.attributes.clear();
    batch.first.clear();
    tell("empty, no attributes", batch.copy(stream));
    batch = {};
    batch.add(out, one, 16);
    tell("the null stream", batch.copy(nullptr));
    tell("the legacy stream", batch.copy(cudaStreamLegacy));
    batch.add(out + 16, one, 0);
    tell("0 bytes", batch.copy(stream));
    batch.sizes[1] = 16;
    batch.to[1] = nullptr;
    tell("to null", batch.copy(stream));
    batch.to[1] = out + 16;
    batch.from[1] = nullptr;
    tell("from null", batch.copy(stream));
    batch.from[1] = one;
    batch.sizes[1] = std::size_t{1} << 40;
    tell("too long", batch.copy(stream));
    batch.sizes[1] = 16;
    batch.attributes[0] = in_order(cudaMemcpySrcAccessOrderInvalid);
    tell("order 0", batch.copy(stream));
    batch.attributes[0] = in_order(static_cast<cudaMemcpySrcAccessOrder>(9));
    tell("order 9", batch.copy(stream));
    batch.attributes[0] = in_order(cudaMemcpySrcAccessOrderStream, 2);
    tell("flags 2", batch.copy(stream));
    batch.attributes = {in_order()};
    batch.first = {1};
    tell("the first index is 1", batch.copy(stream));
    batch.attributes = {in_order(), in_order()};
    batch.first = {0, 0};
    tell("an index twice", batch.copy(stream));
    batch.first = {0, 2};
    tell("an index behind the end", batch.copy(stream));
    batch.attributes = {in_order(), in_order(), in_order()};
    batch.first = {0, 1, 2};
    tell("more attributes than copies", batch.copy(stream));
    batch.attributes = {in_order()};
    batch.first = {0};
    tell("no attributes",
         cudaMemcpyBatchAsync(batch.to.data(), batch.from.data(), batch.sizes.data(), 2,
                              batch.attributes.data(), batch.first.data(), 0, stream));
    tell("null attributes",
         cudaMemcpyBatchAsync(batch.to.data(), batch.from.data(), batch.sizes.data(), 2, nullptr,
                              nullptr, 0, stream));
    tell("null lists", cudaMemcpyBatchAsync(nullptr, nullptr, nullptr, 2, batch.attributes.data(),
                                            batch.first.data(), 1, stream));
    tell("right", batch.copy(stream));
    tell("synchronise", cudaStreamSynchronize(stream));
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

cudaMemcpy3DBatchOp box(const cudaMemcpy3DOperand& from, const cudaMemcpy3DOperand& to,
                        cudaExtent extent) {
    cudaMemcpy3DBatchOp operation{};
    operation.src = from;
    operation.dst = to;
    operation.extent = extent;
    operation.srcAccessOrder = cudaMemcpySrcAccessOrderStream;
    return operation;
}

cudaError_t copy(cudaMemcpy3DBatchOp operation, cudaStream_t stream) {
    return cudaMemcpy3DBatchAsync(1, &operation, 0, stream);
}

void ask_about_a_batch_in_a_capture() {
    cudaStream_t stream = stream_of_its_own();
    char *one = device_memory(1), *out = device_memory();
    Batch batch;
    batch.add(out, one, 16);
    batch.add(out + 16, one, 16);
    tell("begin", cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    tell("a batch", batch.copy(stream));
    cudaStreamCaptureStatus status{};
    tell("capturing", cudaStreamIsCapturing(stream, &status));
    tell("  is", static_cast<long long>(status));
    cudaGraph_t graph = nullptr;
    tell("end", cudaStreamEndCapture(stream, &graph));
    std::size_t nodes = 0;
    if (graph != nullptr) static_cast<void>(cudaGraphGetNodes(graph, nullptr, &nodes));
    tell("  nodes", static_cast<long long>(nodes));
    tell("begin", cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
    cudaMemcpy3DBatchOp operation = box(at(one), at(out), {4, 1, 1});
    tell("a batch of boxes", copy(operation, stream));
    tell("end", cudaStreamEndCapture(stream, &graph));
    char* managed = nullptr;
    static_cast<void>(cudaMallocManaged(&managed, 1 << 20));
    void* places[] = {managed};
    std::size_t sizes[] = {4096}, first[] = {0};
    cudaMemLocation location = {cudaMemLocationTypeDevice, 0};
    tell("begin", cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
    tell("a batch of prefetches",
         cudaMemPrefetchBatchAsync(places, sizes, 1, &location, first, 1, 0, stream));
    tell("end", cudaStreamEndCapture(stream, &graph));
}

void ask_about_boxes() {
    cudaStream_t stream = stream_of_its_own();
    char *one = device_memory(1), *out = device_memory();
    static char host[64];
    for (int index = 0; index < 64; ++index) host[index] = static_cast<char>(index);
    tell("packed", copy(box(at(host), at(out), {4, 4, 4}), stream));
    tell("synchronise", cudaStreamSynchronize(stream));
    tell_byte("  the last", out + 63);
    tell("rows of 8, 4 of them", copy(box(at(host, 8, 4), at(one, 16, 8), {4, 2, 2}), stream));
    tell("synchronise", cudaStreamSynchronize(stream));
    tell_byte("  second row", one + 16);
    tell_byte("  second layer", one + 128);
    tell_byte("  left alone", one + 4);
    cudaMemcpy3DBatchOp two[] = {box(at(out), at(one), {4, 1, 1}),
                                 box(at(out + 60), at(one + 4), {4, 1, 1})};
    tell("two", cudaMemcpy3DBatchAsync(2, two, 0, stream));
    tell("synchronise", cudaStreamSynchronize(stream));
    tell_byte("  of the second", one + 4);
    tell("flags 1", cudaMemcpy3DBatchAsync(2, two, 1, stream));
    tell("none", cudaMemcpy3DBatchAsync(0, two, 0, stream));
    tell("no list", cudaMemcpy3DBatchAsync(2, nullptr, 0, stream));
    tell("the null stream", cudaMemcpy3DBatchAsync(2, two, 0, nullptr));
    tell("0 wide", copy(box(at(one), at(out), {0, 1, 1}), stream));
    tell("0 high", copy(box(at(one), at(out), {4, 0, 1}), stream));
    tell("0 deep", copy(box(at(one), at(out), {4, 1, 0}), stream));
    tell("a row too short", copy(box(at(one, 2, 0), at(out), {4, 2, 1}), stream));
    tell("a layer too low", copy(box(at(one, 4, 1), at(out), {4, 2, 1}), stream));
    tell("from null", copy(box(at(nullptr), at(out), {4, 1, 1}), stream));
    tell("beyond the end", copy(box(at(one), at(out), {4, 1024, 1}), stream));
    cudaMemcpy3DBatchOp operation = box(at(one), at(out), {4, 1, 1});
    operation.srcAccessOrder = cudaMemcpySrcAccessOrderInvalid;
    tell("order 0", copy(operation, stream));
    operation.srcAccessOrder = cudaMemcpySrcAccessOrderAny;
    operation.flags = 4;
    tell("flags 4 of an operation", copy(operation, stream));
    operation.flags = 1;
    tell("flags 1 of an operation", copy(operation, stream));
    operation.src.type = static_cast<cudaMemcpy3DOperandType>(9);
    tell("type 9", copy(operation, stream));
    // A null array crashes in the driver.
}

void ask_about_arrays() {
    cudaStream_t stream = stream_of_its_own();
    cudaArray_t array = nullptr, other = nullptr, bytes_only = nullptr;
    const cudaChannelFormatDesc words = cudaCreateChannelDesc<int>();
    const cudaChannelFormatDesc characters = cudaCreateChannelDesc<char>();
    static_cast<void>(cudaMallocArray(&array, &words, 8, 8));
    static_cast<void>(cudaMallocArray(&other, &words, 8, 8));
    static_cast<void>(cudaMallocArray(&bytes_only, &characters, 8, 8));
    static int from[64], to[64];
    for (int index = 0; index < 64; ++index) from[index] = index;
    tell("into an array", copy(box(at(from), in(array), {8, 8, 1}), stream));
    tell("from an array", copy(box(in(array, {2, 1, 0}), at(to), {2, 2, 1}), stream));
    tell("synchronise", cudaStreamSynchronize(stream));
    tell("  the first", static_cast<long long>(to[0]));
    tell("  the last", static_cast<long long>(to[3]));
    tell("between arrays", copy(box(in(array), in(other, {4, 0, 0}), {4, 1, 1}), stream));
    tell("rows of 4 elements",
         copy(box(in(other, {4, 0, 0}), at(to + 8, 4, 1), {4, 1, 1}), stream));
    tell("synchronise", cudaStreamSynchronize(stream));
    tell("  the last", static_cast<long long>(to[11]));
    tell("beyond the array", copy(box(in(array, {6, 0, 0}), at(to), {4, 1, 1}), stream));
    tell("elements that differ", copy(box(in(array), in(bytes_only), {4, 1, 1}), stream));
}

// The source is gone before the stream comes to the copy, where the order allows that.
void ask_about_a_source_that_changes() {
    cudaStream_t stream = stream_of_its_own();
    char* out = device_memory();
    static char source[64];
    source[0] = 5;
    Batch batch;
    batch.add(out, source, 1);
    batch.attributes[0] = in_order(cudaMemcpySrcAccessOrderDuringApiCall);
    tell("during the call", batch.copy(stream));
    source[0] = 6;
    tell("synchronise", cudaStreamSynchronize(stream));
    tell_byte("  what it was before", out);
}

void ask_about_prefetched_batches() {
    cudaStream_t stream = stream_of_its_own();
    char *managed = nullptr, *device = device_memory();
    static_cast<void>(cudaMallocManaged(&managed, 1 << 20));
    void* places[] = {managed, managed + 65536};
    std::size_t sizes[] = {4096, 4096};
    cudaMemLocation locations[] = {{cudaMemLocationTypeDevice, 0}, {cudaMemLocationTypeHost, 0}};
    std::size_t first[] = {0, 1};
    tell("prefetch", cudaMemPrefetchBatchAsync(places, sizes, 2, locations, first, 1, 0, stream));
    tell("prefetch: two places",
         cudaMemPrefetchBatchAsync(places, sizes, 2, locations, first, 2, 0, stream));
    int where = 99;
    static_cast<void>(cudaMemRangeGetAttribute(
        &where, sizeof where, cudaMemRangeAttributeLastPrefetchLocation, managed + 65536, 4096));
    tell("  the second is at", static_cast<long long>(where));
    tell("prefetch: none",
         cudaMemPrefetchBatchAsync(places, sizes, 0, locations, first, 1, 0, stream));
    tell("prefetch: flags 1",
         cudaMemPrefetchBatchAsync(places, sizes, 2, locations, first, 1, 1, stream));
    tell("prefetch: the null stream",
         cudaMemPrefetchBatchAsync(places, sizes, 2, locations, first, 1, 0, nullptr));
    tell("prefetch: no locations",
         cudaMemPrefetchBatchAsync(places, sizes, 2, nullptr, nullptr, 0, 0, stream));
    sizes[1] = 0;
    tell("prefetch: 0 bytes",
         cudaMemPrefetchBatchAsync(places, sizes, 2, locations, first, 1, 0, stream));
    sizes[1] = 4096;
    places[1] = device;
    tell("prefetch: device memory",
         cudaMemPrefetchBatchAsync(places, sizes, 2, locations, first, 1, 0, stream));
    tell("synchronise", cudaStreamSynchronize(stream));
}

constexpr Section sections[] = {
    {"right_batches", ask_about_right_batches},
    {"wrong_batches", ask_about_wrong_batches},
    {"a_batch_in_a_capture", ask_about_a_batch_in_a_capture},
    {"boxes", ask_about_boxes},
    {"arrays", ask_about_arrays},
    {"a_source_that_changes", ask_about_a_source_that_changes},
    {"prefetched_batches", ask_about_prefetched_batches},
};

} // namespace

int main(int words, char** text) { return run_sections(sections, words, text); }
