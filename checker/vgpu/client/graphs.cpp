// Answers about graphs that lie in the library's memory: the program is given pointers to them.
#include "vgpu/client/link.hpp"

#include <cstring>
#include <fstream>
#include <map>
#include <mutex>
#include <numeric>
#include <string>
#include <vector>

namespace vgpu::client {

extern const int soname_version; // soname.cpp.in

namespace {

using calls::Function;

struct CaptureAnswer {
    cudaStreamCaptureStatus* status;
    unsigned long long* number = nullptr;
    cudaGraph_t* graph = nullptr;
    const cudaGraphNode_t** nodes = nullptr;
    const cudaGraphEdgeData** data = nullptr;
    std::size_t* count = nullptr;
};

template <class Value>
void give(Value* place, Value value) {
    if (place != nullptr) *place = value;
}

cudaError_t capture_info(cudaStream_t stream, std::uint32_t flags, const CaptureAnswer& answer) {
    if (answer.status == nullptr)
        return fail("cudaStreamGetCaptureInfo", cudaErrorInvalidValue,
                    "cudaStreamGetCaptureInfo was given a null pointer for its answer");
    // The answer stays valid until the thread asks again.
    static thread_local std::vector<cudaGraphNode_t> nodes(64);
    static thread_local std::vector<cudaGraphEdgeData> data;
    int status = 0;
    unsigned long long number = 0;
    cudaGraph_t graph = nullptr;
    std::uint64_t count = 0;
    for (;;) {
        count = nodes.size();
        const cudaError_t error =
            typed_call(Function::workbook_capture_info, flags, stream, &status, &number, &graph,
                       reinterpret_cast<std::uint64_t>(nodes.data()), &count);
        if (error != cudaSuccess) return error;
        if (count <= nodes.size()) break;
        nodes.resize(count);
    }
    data.assign(nodes.size(), {});
    *answer.status = static_cast<cudaStreamCaptureStatus>(status);
    if (*answer.status != cudaStreamCaptureStatusActive) return cudaSuccess;
    give(answer.number, number);
    give(answer.graph, graph);
    give(answer.nodes, static_cast<const cudaGraphNode_t*>(nodes.data()));
    give(answer.data, static_cast<const cudaGraphEdgeData*>(data.data()));
    give(answer.count, static_cast<std::size_t>(count));
    return cudaSuccess;
}

// A kernel node's arguments: their bytes, and the list of pointers to them.
struct Arguments {
    std::vector<std::byte> bytes;
    std::vector<void*> pointers;
};

// The pointers stay valid until the program asks for the same node again.
void** keep(cudaGraphNode_t node, const std::vector<std::byte>& answer) {
    static std::mutex& mutex = *new std::mutex;
    static std::map<cudaGraphNode_t, Arguments>& kept = *new std::map<cudaGraphNode_t, Arguments>;
    const std::lock_guard lock(mutex);
    Arguments& arguments = kept[node];
    std::uint32_t count = 0;
    std::memcpy(&count, answer.data(), sizeof count);
    std::vector<std::uint32_t> sizes(count);
    std::memcpy(sizes.data(), answer.data() + sizeof count, count * sizeof count);
    const auto begin = answer.begin() + (1 + count) * sizeof count;
    arguments.bytes.assign(begin, begin + std::accumulate(sizes.begin(), sizes.end(), 0U));
    arguments.pointers.clear();
    std::byte* at = arguments.bytes.data();
    for (const std::uint32_t size : sizes) {
        arguments.pointers.push_back(at);
        at += size;
    }
    return arguments.pointers.data();
}

} // namespace
} // namespace vgpu::client

using vgpu::calls::Function;
using vgpu::calls::per_thread_default;
using vgpu::client::capture_info;
using vgpu::client::soname_version;

#define WORKBOOK_EXPORT extern "C" __attribute__((visibility("default"))) cudaError_t

// Under the soname 12 the plain name has three parameters.
#define WORKBOOK_CAPTURE_INFO(suffix, flags)                                                       \
    WORKBOOK_EXPORT cudaStreamGetCaptureInfo##suffix(                                              \
        cudaStream_t stream, cudaStreamCaptureStatus* status, unsigned long long* number,          \
        cudaGraph_t* graph, const cudaGraphNode_t** nodes, const cudaGraphEdgeData** data,         \
        size_t* count) {                                                                           \
        if (soname_version == 12) return capture_info(stream, flags, {status, number});            \
        return capture_info(stream, flags, {status, number, graph, nodes, data, count});           \
    }                                                                                              \
    WORKBOOK_EXPORT cudaStreamGetCaptureInfo_v2##suffix(                                           \
        cudaStream_t stream, cudaStreamCaptureStatus* status, unsigned long long* number,          \
        cudaGraph_t* graph, const cudaGraphNode_t** nodes, size_t* count) {                        \
        return capture_info(stream, flags, {status, number, graph, nodes, nullptr, count});        \
    }                                                                                              \
    WORKBOOK_EXPORT cudaStreamGetCaptureInfo_v3##suffix(                                           \
        cudaStream_t stream, cudaStreamCaptureStatus* status, unsigned long long* number,          \
        cudaGraph_t* graph, const cudaGraphNode_t** nodes, const cudaGraphEdgeData** data,         \
        size_t* count) {                                                                           \
        return capture_info(stream, flags, {status, number, graph, nodes, data, count});           \
    }
WORKBOOK_CAPTURE_INFO(, 0)
WORKBOOK_CAPTURE_INFO(_ptsz, per_thread_default)

WORKBOOK_EXPORT cudaGraphKernelNodeGetParams(cudaGraphNode_t node,
                                             cudaKernelNodeParams* parameters) {
    std::vector<std::byte> room(64 << 10);
    const cudaError_t error = vgpu::client::typed_call(
        Function::workbook_graph_kernel_parameters, 0, node, parameters,
        reinterpret_cast<std::uint64_t>(room.data()), static_cast<std::uint64_t>(room.size()));
    if (error == cudaSuccess) parameters->kernelParams = vgpu::client::keep(node, room);
    return error;
}

WORKBOOK_EXPORT cudaGraphDebugDotPrint(cudaGraph_t graph, const char* path, unsigned flags) {
    if (path == nullptr)
        return vgpu::client::fail(__func__, cudaErrorInvalidValue,
                                  "cudaGraphDebugDotPrint was given no name of a file");
    std::string text(64 << 10, ' ');
    for (;;) {
        std::uint64_t bytes = text.size();
        const cudaError_t error =
            vgpu::client::typed_call(Function::workbook_graph_dot, 0, graph, flags,
                                     reinterpret_cast<std::uint64_t>(text.data()), &bytes);
        if (error != cudaSuccess) return error;
        const bool is_all = bytes <= text.size();
        text.resize(bytes);
        if (is_all) break;
    }
    std::ofstream file(path);
    file << text;
    if (file.flush()) return cudaSuccess;
    return vgpu::client::fail(__func__, cudaErrorOperatingSystem,
                              std::string(path) + " cannot be written");
}
