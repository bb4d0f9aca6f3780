// What the program asks of kernels and functions that it has loaded, and sets for them.
#include "vgpu/driver/driver_call.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>

using namespace vgpu::driver;

namespace {

template <auto member>
int value_of(const cudaFuncAttributes& attributes) {
    return static_cast<int>(attributes.*member);
}

// Attributes that cudaFuncGetAttributes answers, by the driver's numbers.
constexpr struct {
    CUfunction_attribute number;
    int (*value)(const cudaFuncAttributes& attributes);
} function_attributes[] = {
    {CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, value_of<&cudaFuncAttributes::maxThreadsPerBlock>},
    {CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES, value_of<&cudaFuncAttributes::sharedSizeBytes>},
    {CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES, value_of<&cudaFuncAttributes::constSizeBytes>},
    {CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES, value_of<&cudaFuncAttributes::localSizeBytes>},
    {CU_FUNC_ATTRIBUTE_NUM_REGS, value_of<&cudaFuncAttributes::numRegs>},
    {CU_FUNC_ATTRIBUTE_PTX_VERSION, value_of<&cudaFuncAttributes::ptxVersion>},
    {CU_FUNC_ATTRIBUTE_BINARY_VERSION, value_of<&cudaFuncAttributes::binaryVersion>},
    {CU_FUNC_ATTRIBUTE_CACHE_MODE_CA, value_of<&cudaFuncAttributes::cacheModeCA>},
    {CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
     value_of<&cudaFuncAttributes::maxDynamicSharedSizeBytes>},
    {CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT,
     value_of<&cudaFuncAttributes::preferredShmemCarveout>},
    {CU_FUNC_ATTRIBUTE_CLUSTER_SIZE_MUST_BE_SET,
     value_of<&cudaFuncAttributes::clusterDimMustBeSet>},
    {CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH, value_of<&cudaFuncAttributes::requiredClusterWidth>},
    {CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_HEIGHT,
     value_of<&cudaFuncAttributes::requiredClusterHeight>},
    {CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_DEPTH, value_of<&cudaFuncAttributes::requiredClusterDepth>},
    {CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED,
     value_of<&cudaFuncAttributes::nonPortableClusterSizeAllowed>},
    {CU_FUNC_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE,
     value_of<&cudaFuncAttributes::clusterSchedulingPolicyPreference>},
};

CUresult function_attribute(int* value, CUfunction_attribute number, const void* function) {
    if (value == nullptr) return null_argument();
    cudaFuncAttributes attributes{};
    if (const cudaError_t error = WORKBOOK_RUNTIME(cudaFuncGetAttributes)(&attributes, function);
        error != cudaSuccess)
        return result_of(error);
    const auto* const row = std::ranges::find_if(
        function_attributes, [&](const auto& known) { return known.number == number; });
    if (row == std::end(function_attributes))
        return fail(CUDA_ERROR_INVALID_VALUE,
                    std::to_string(number) + " is no attribute of a function");
    *value = row->value(attributes);
    return CUDA_SUCCESS;
}

} // namespace

CUresult cuKernelGetFunction(CUfunction* function, CUkernel kernel) {
    return with_context(__func__, [&]() -> CUresult {
        if (function == nullptr) return null_argument();
        *function = reinterpret_cast<CUfunction>(kernel);
        return CUDA_SUCCESS;
    });
}

CUresult cuKernelGetName(const char** name, CUkernel kernel) {
    return initialised(__func__, [&] { return WORKBOOK_RUNTIME(cudaFuncGetName)(name, kernel); });
}

CUresult cuKernelGetAttribute(int* value, CUfunction_attribute attribute, CUkernel kernel,
                              CUdevice) {
    return initialised(__func__, [&] { return function_attribute(value, attribute, kernel); });
}

CUresult cuKernelSetAttribute(CUfunction_attribute attribute, int value, CUkernel kernel,
                              CUdevice device) {
    return initialised(__func__, [&] {
        return WORKBOOK_RUNTIME(cudaKernelSetAttributeForDevice)(
            kernel, static_cast<cudaFuncAttribute>(attribute), value, device);
    });
}

CUresult cuKernelGetParamInfo(CUkernel kernel, size_t index, size_t* offset, size_t* bytes) {
    return initialised(__func__, [&] {
        return WORKBOOK_RUNTIME(cudaFuncGetParamInfo)(kernel, index, offset, bytes);
    });
}

CUresult cuFuncGetName(const char** name, CUfunction function) {
    return with_context(__func__,
                        [&] { return WORKBOOK_RUNTIME(cudaFuncGetName)(name, function); });
}

CUresult cuFuncGetAttribute(int* value, CUfunction_attribute attribute, CUfunction function) {
    return with_context(__func__, [&] { return function_attribute(value, attribute, function); });
}

CUresult cuFuncSetAttribute(CUfunction function, CUfunction_attribute attribute, int value) {
    return with_context(__func__, [&] {
        return WORKBOOK_RUNTIME(cudaFuncSetAttribute)(
            function, static_cast<cudaFuncAttribute>(attribute), value);
    });
}

CUresult cuFuncSetCacheConfig(CUfunction function, CUfunc_cache config) {
    return with_context(__func__, [&] {
        return WORKBOOK_RUNTIME(cudaFuncSetCacheConfig)(function,
                                                        static_cast<cudaFuncCache>(config));
    });
}

CUresult cuFuncGetParamInfo(CUfunction function, size_t index, size_t* offset, size_t* bytes) {
    return with_context(__func__, [&] {
        return WORKBOOK_RUNTIME(cudaFuncGetParamInfo)(function, index, offset, bytes);
    });
}

CUresult cuFuncLoad(CUfunction function) {
    return with_context(__func__, [&] {
        cudaFuncAttributes known{};
        return WORKBOOK_RUNTIME(cudaFuncGetAttributes)(&known, function);
    });
}

CUresult cuFuncIsLoaded(CUfunctionLoadingState* state, CUfunction) {
    return with_context(__func__, [&]() -> CUresult {
        if (state == nullptr) return null_argument();
        *state = CU_FUNCTION_LOADING_STATE_LOADED;
        return CUDA_SUCCESS;
    });
}
