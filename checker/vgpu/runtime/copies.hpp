// Copying and setting memory: whose pointer is it, does the range fit, is the direction right.
#pragma once

#include "vgpu/runtime/runtime.hpp"

namespace vgpu::runtime {

// A pointer as the program passed it. Pinned and managed memory is of both worlds.
struct Pointer {
    enum class Place : std::uint8_t { host, device, both, dangling } place = Place::host;
    std::uint64_t address = 0;
    std::optional<exec::Allocation> allocation; // of a dangling one: what was freed there, if known

    bool managed = false;  // of place both
    bool pageable = false; // of place host: neither pinned nor registered

    bool host_side() const { return place == Place::host || place == Place::both; }
    bool device_side() const { return place == Place::device || place == Place::both; }
};
// `is_array`: it is where an array's bytes are, which no pointer of the program leads to.
Pointer classify(Call& call, const void* pointer, bool is_array = false);

// A box of bytes: `depth` slices of `height` rows of `width` bytes; a plain copy has one row. From
// a row to the next it is a pitch, from a slice to the next a slice pitch.
struct Box {
    std::uint64_t width = 0;
    std::uint64_t height = 1;
    std::uint64_t depth = 1;
    bool empty() const { return width == 0 || height == 0 || depth == 0; }
    std::uint64_t bytes() const { return width * height * depth; }
};
struct Strides {
    std::uint64_t pitch = 0; // not looked at with one row
    std::uint64_t slice = 0; // not looked at with one slice
};

struct CopyRequest {
    void* destination = nullptr;
    const void* source = nullptr;
    Box box;
    Strides to, from;
    cudaMemcpyKind kind = cudaMemcpyDefault;
    bool asynchronous = false; // the name of the function says so
    cudaStream_t stream = nullptr;
    bool to_array = false, from_array = false; // that side was found in an array (arrays.hpp)
    bool reads_at_once = false; // the call returns when the bytes of the host's memory are read
};
// A copy of one row.
inline CopyRequest plain_copy(void* destination, const void* source, std::size_t bytes,
                              cudaMemcpyKind kind) {
    return {destination, source, {bytes}, {bytes}, {bytes}, kind};
}
// The request, or a SetRequest, as an asynchronous function makes it.
template <class Request>
Request in_stream(cudaStream_t stream, Request request) {
    request.asynchronous = true;
    request.stream = stream;
    return request;
}
// The copy takes its place in the stream. Whether the call then waits for it follows the CUDA
// Runtime API manual, "API synchronization behavior": for pageable memory of the host, and for host
// to host, it does; an asynchronous copy from pageable memory to the device takes the bytes before
// it returns.
cudaError_t copy(Call& call, CopyRequest request);
// Checks whether the copy of a graph's node could be done now.
cudaError_t check(Call& call, const CopyRequest& request, Pointer& source, Pointer& destination);
// The work of one launch of such a node, with an event in the trace; `api`: what made the node.
Work work_of_copy(Call& call, const CopyRequest& request, const Pointer& source,
                  const Pointer& destination, const char* api);

// A node that copies from or to an array.
cudaError_t refuse_arrays_in_graph(Call& call);

// What cudaMemcpy3D is asked for.
cudaError_t request_of(Call& call, const cudaMemcpy3DParms* parameters, CopyRequest& request);
// What cudaMemcpyToSymbol and cudaMemcpyFromSymbol are asked for.
cudaError_t request_to_symbol(Call& call, const void* symbol, const void* source,
                              std::uint64_t bytes, std::uint64_t offset, cudaMemcpyKind kind,
                              CopyRequest& request);
cudaError_t request_from_symbol(Call& call, void* destination, const void* symbol,
                                std::uint64_t bytes, std::uint64_t offset, cudaMemcpyKind kind,
                                CopyRequest& request);

struct SetRequest {
    void* destination = nullptr;
    int value = 0;
    Box box; // in bytes
    Strides to;
    bool asynchronous = false;
    cudaStream_t stream = nullptr;
    unsigned element = 1; // bytes of the value that are set again and again: 1, 2 or 4
};
cudaError_t set(Call& call, SetRequest request);
// As for copies.
cudaError_t check(Call& call, const SetRequest& request, Pointer& destination);
Work work_of_set(Call& call, const SetRequest& request, const Pointer& destination,
                 const char* api);

} // namespace vgpu::runtime
