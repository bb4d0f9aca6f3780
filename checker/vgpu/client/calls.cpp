// What this library exports of the runtime API and hands on to the engine: calls/calls.def.
#include "vgpu/client/link.hpp"

using vgpu::calls::Function;
using vgpu::calls::per_thread_default;
using vgpu::client::raw_call;
using vgpu::client::typed_call;
using vgpu::runtime::DeviceProperties12;

#define WORKBOOK_EXPORT extern "C" __attribute__((visibility("default"))) cudaError_t
#define WORKBOOK_UNPACK(...) __VA_OPT__(, ) __VA_ARGS__
#define WORKBOOK_DEFINE(call, name, symbol, flags, parameters, arguments)                          \
    WORKBOOK_EXPORT symbol parameters {                                                            \
        return call(Function::name, flags WORKBOOK_UNPACK arguments);                              \
    }
#define WORKBOOK_TYPED_CALL(name, parameters, arguments)                                           \
    WORKBOOK_DEFINE(typed_call, name, name, 0, parameters, arguments)
#define WORKBOOK_RAW_CALL(name, parameters, arguments)                                             \
    WORKBOOK_DEFINE(raw_call, name, name, 0, parameters, arguments)
#define WORKBOOK_TYPED_CALL_PER_THREAD(name, suffix, parameters, arguments)                        \
    WORKBOOK_TYPED_CALL(name, parameters, arguments)                                               \
    WORKBOOK_DEFINE(typed_call, name, name##suffix, per_thread_default, parameters, arguments)
#define WORKBOOK_RAW_CALL_PER_THREAD(name, suffix, parameters, arguments)                          \
    WORKBOOK_RAW_CALL(name, parameters, arguments)                                                 \
    WORKBOOK_DEFINE(raw_call, name, name##suffix, per_thread_default, parameters, arguments)
#define WORKBOOK_SECOND_NAME(name, suffix, parameters, arguments)                                  \
    WORKBOOK_DEFINE(typed_call, name, name##suffix, 0, parameters, arguments)
#define WORKBOOK_INNER_CALL(name, parameters)
#include "vgpu/calls/calls.def"
