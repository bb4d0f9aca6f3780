#include "vgpu/driver/driver_call.hpp"

#include "vgpu/driver/contexts.hpp"

#include <string_view>

namespace vgpu::driver {
namespace {

// "cuMemcpyHtoD_v2_ptds" is what cuda.h makes of cuMemcpyHtoD.
std::string name_in_programs(std::string_view symbol) {
    for (const std::string_view suffix : {"_ptsz", "_ptds", "_v2", "_v3", "_v4"})
        if (symbol.ends_with(suffix)) return name_in_programs(symbol.substr(0, symbol.rfind('_')));
    return std::string(symbol);
}

} // namespace

DriverCall::DriverCall(const char* function, Needs needs, bool per_thread_default) {
    if (!has_runtime()) {
        refusal_ = CUDA_ERROR_SHARED_OBJECT_INIT_FAILED;
        return;
    }
    name_ = name_in_programs(function);
    WORKBOOK_RUNTIME(workbook_call_for_driver)(name_.c_str(), per_thread_default ? 1 : 0);
    if (needs != Needs::nothing && !is_initialised())
        refusal_ = fail(CUDA_ERROR_NOT_INITIALIZED,
                        name_ + " was called before cuInit(0), which must come first");
    else if (needs == Needs::context && current_context() == nullptr)
        refusal_ = fail(CUDA_ERROR_INVALID_CONTEXT,
                        name_ + " needs a context, and this thread has none: call cuCtxCreate, or "
                                "cuDevicePrimaryCtxRetain and cuCtxSetCurrent, in this thread");
}

DriverCall::~DriverCall() {
    if (has_runtime()) WORKBOOK_RUNTIME(workbook_call_for_driver)(nullptr, 0);
}

CUresult fail(CUresult error, const std::string& explanation) {
    WORKBOOK_RUNTIME(workbook_driver_error)
    (static_cast<cudaError_t>(error), explanation.c_str());
    return error;
}

} // namespace vgpu::driver
