// The calls by number, and how their arguments travel (calls.def).
#pragma once

#include "vgpu/calls/message.hpp"
#include "vgpu/runtime/cuda_api.hpp"
#include "vgpu/runtime/device_properties_12.hpp"
#include "vgpu/runtime/tensor_map_request.hpp"

#include <concepts>
#include <string_view>
#include <type_traits>

namespace vgpu::calls {

enum class Function : std::uint16_t {
#define WORKBOOK_TYPED_CALL(name, parameters, arguments) name,
#define WORKBOOK_RAW_CALL(name, parameters, arguments) name,
#define WORKBOOK_TYPED_CALL_PER_THREAD(name, suffix, parameters, arguments) name,
#define WORKBOOK_RAW_CALL_PER_THREAD(name, suffix, parameters, arguments) name,
#define WORKBOOK_SECOND_NAME(name, suffix, parameters, arguments)
#define WORKBOOK_INNER_CALL(name, parameters) name,
#include "vgpu/calls/calls.def"
#undef WORKBOOK_TYPED_CALL
#undef WORKBOOK_RAW_CALL
#undef WORKBOOK_TYPED_CALL_PER_THREAD
#undef WORKBOOK_RAW_CALL_PER_THREAD
#undef WORKBOOK_SECOND_NAME
#undef WORKBOOK_INNER_CALL
    count
};

// Calls that tell of device code: they may come before all others.
inline bool is_of_registration(Function function) {
    return function == Function::workbook_register_module ||
           function == Function::workbook_register_kernel ||
           function == Function::workbook_register_variable;
}

// How an argument travels.
enum class Passing : std::uint8_t {
    value, // its bytes; a pointer's too
    text,  // const char*: what it points at
    in,    // const T*: the value there
    inout, // T*: the value there, which comes back
};

template <class Type>
concept Handle = std::same_as<Type, CUstream_st> || std::same_as<Type, CUevent_st> ||
    std::same_as<Type, CUmemPoolHandle_st> || std::same_as<Type, CUlib_st> ||
    std::same_as<Type, CUkern_st> || std::same_as<Type, CUfunc_st> ||
    std::same_as<Type, CUgraph_st> || std::same_as<Type, CUgraphNode_st> ||
    std::same_as<Type, CUgraphExec_st> || std::same_as<Type, CUuserObject_st> ||
    std::same_as<Type, cudaArray> || std::same_as<Type, cudaMipmappedArray>;

template <class Type>
consteval Passing passing_of() {
    if constexpr (!std::is_pointer_v<Type>) {
        return Passing::value;
    } else {
        using Target = std::remove_pointer_t<Type>;
        using Plain = std::remove_cv_t<Target>;
        if constexpr (std::same_as<Type, const char*>)
            return Passing::text;
        else if constexpr (std::is_void_v<Plain> || std::is_function_v<Plain> || Handle<Plain>)
            return Passing::value;
        else
            return std::is_const_v<Target> ? Passing::in : Passing::inout;
    }
}

// The launches among the engine's own calls are lists of pointers; the others have values and
// texts.
consteval bool inner_is_raw(std::string_view name) { return name.starts_with("cudaLaunch"); }

} // namespace vgpu::calls
