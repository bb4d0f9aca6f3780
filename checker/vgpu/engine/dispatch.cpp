#include "vgpu/engine/dispatch.hpp"

#include "vgpu/runtime/program_api.hpp"

#include <array>
#include <tuple>

extern "C" {
using vgpu::runtime::DeviceProperties12;
// Those that no header declares.
cudaError_t cudaGetDeviceProperties_v2(DeviceProperties12* into, int device);
cudaError_t cudaDeviceGetSharedMemConfig(cudaSharedMemConfig* config);
cudaError_t cudaFuncSetSharedMemConfig(const void* function, cudaSharedMemConfig config);
cudaError_t cudaMemPrefetchAsync_v2(const void* address, size_t bytes, cudaMemLocation location,
                                    unsigned flags, cudaStream_t stream);
cudaError_t cudaMemAdvise_v2(const void* address, size_t bytes, cudaMemoryAdvise advice,
                             cudaMemLocation location);
cudaError_t cudaStreamUpdateCaptureDependencies_v2(cudaStream_t stream, cudaGraphNode_t* nodes,
                                                   const cudaGraphEdgeData* data, size_t count,
                                                   unsigned flags);
cudaError_t cudaGraphAddNode_v2(cudaGraphNode_t* node, cudaGraph_t graph,
                                const cudaGraphNode_t* dependencies, const cudaGraphEdgeData* data,
                                size_t count, cudaGraphNodeParams* parameters);
cudaError_t cudaGraphGetEdges_v2(cudaGraph_t graph, cudaGraphNode_t* from, cudaGraphNode_t* to,
                                 cudaGraphEdgeData* data, size_t* count);
cudaError_t cudaGraphNodeGetDependencies_v2(cudaGraphNode_t node, cudaGraphNode_t* list,
                                            cudaGraphEdgeData* data, size_t* count);
cudaError_t cudaGraphNodeGetDependentNodes_v2(cudaGraphNode_t node, cudaGraphNode_t* list,
                                              cudaGraphEdgeData* data, size_t* count);
cudaError_t cudaGraphAddDependencies_v2(cudaGraph_t graph, const cudaGraphNode_t* from,
                                        const cudaGraphNode_t* to, const cudaGraphEdgeData* data,
                                        size_t count);
cudaError_t cudaGraphRemoveDependencies_v2(cudaGraph_t graph, const cudaGraphNode_t* from,
                                           const cudaGraphNode_t* to, const cudaGraphEdgeData* data,
                                           size_t count);
}

namespace vgpu::engine {
namespace {

using calls::Passing;
using calls::Reader;
using calls::Writer;

// An argument on this side: what the function is given, and what goes back.
template <class Type, Passing passing>
struct Argument {
    Type value;
    explicit Argument(Reader& reader) : value(reader.get<Type>()) {}
    Type get() { return value; }
    void put_back(Writer&) {}
};

template <class Type>
struct Argument<Type, Passing::text> {
    std::string text;
    bool is_null;
    explicit Argument(Reader& reader) : is_null(reader.get<std::uint8_t>() == 0) {
        if (!is_null) text = reader.text();
    }
    Type get() { return is_null ? nullptr : text.c_str(); }
    void put_back(Writer&) {}
};

template <class Type, bool comes_back>
struct Pointee {
    using Value = std::remove_cv_t<std::remove_pointer_t<Type>>;
    static_assert(std::is_trivially_copyable_v<Value>);
    bool is_null;
    Value value{};
    explicit Pointee(Reader& reader) : is_null(reader.get<std::uint8_t>() == 0) {
        if (!is_null) value = reader.get<Value>();
    }
    Type get() { return is_null ? nullptr : &value; }
    void put_back(Writer& writer) {
        if (comes_back && !is_null) writer.put(value);
    }
};

template <class Type>
struct Argument<Type, Passing::in> : Pointee<Type, false> {
    using Pointee<Type, false>::Pointee;
};
template <class Type>
struct Argument<Type, Passing::inout> : Pointee<Type, true> {
    using Pointee<Type, true>::Pointee;
};

template <auto function, bool raw, class... Parameters>
void invoke(cudaError_t (*)(Parameters...), Reader& reader, Writer& writer) {
    // Braces: from the left to the right.
    std::tuple<Argument<Parameters, raw ? Passing::value : calls::passing_of<Parameters>()>...>
        arguments{Argument < Parameters,
                  raw ? Passing::value : calls::passing_of<Parameters>() > (reader)...};
    reader.expect_end();
    std::apply(
        [&](auto&... argument) {
            writer.put(static_cast<std::int32_t>(function(argument.get()...)));
            (argument.put_back(writer), ...);
        },
        arguments);
}

template <auto function, bool raw>
void serve(Reader& reader, Writer& writer) {
    invoke<function, raw>(function, reader, writer);
}

using Server = void (*)(Reader&, Writer&);
constexpr Server servers[] = {
#define WORKBOOK_TYPED_CALL(name, parameters, arguments) serve<&::name, false>,
#define WORKBOOK_RAW_CALL(name, parameters, arguments) serve<&::name, true>,
#define WORKBOOK_TYPED_CALL_PER_THREAD(name, suffix, parameters, arguments) serve<&::name, false>,
#define WORKBOOK_RAW_CALL_PER_THREAD(name, suffix, parameters, arguments) serve<&::name, true>,
#define WORKBOOK_SECOND_NAME(name, suffix, parameters, arguments)
#define WORKBOOK_INNER_CALL(name, parameters) serve<&::name, calls::inner_is_raw(#name)>,
#include "vgpu/calls/calls.def"
#undef WORKBOOK_TYPED_CALL
#undef WORKBOOK_RAW_CALL
#undef WORKBOOK_TYPED_CALL_PER_THREAD
#undef WORKBOOK_RAW_CALL_PER_THREAD
#undef WORKBOOK_SECOND_NAME
#undef WORKBOOK_INNER_CALL
};
static_assert(std::size(servers) == static_cast<std::size_t>(calls::Function::count));

} // namespace

void dispatch(std::uint16_t function, Reader arguments, Writer& result) {
    if (function >= std::size(servers)) throw calls::ProtocolError("there is no such function");
    servers[function](arguments, result);
}

} // namespace vgpu::engine
