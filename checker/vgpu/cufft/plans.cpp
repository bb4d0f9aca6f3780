#include "vgpu/cufft/plans.hpp"

#include "vgpu/cufft/axis.hpp"

#include <cufftXt.h>

#include <map>
#include <mutex>

using vgpu::cufft::find_plan;
using vgpu::cufft::Plan;

// The library's own version, which the build writes.
extern const int workbook_cufft_version;

namespace {

struct Plans {
    std::mutex mutex;
    std::map<cufftHandle, std::unique_ptr<Plan>> by_handle;
};

// Programs may use plans to their very end.
Plans& plans() {
    static auto& all = *new Plans;
    return all;
}

} // namespace

namespace vgpu::cufft {

Plan* add_plan(cufftHandle& handle) {
    const std::lock_guard lock(plans().mutex);
    auto& all = plans().by_handle;
    handle = 1;
    while (all.contains(handle)) ++handle;
    return (all[handle] = std::make_unique<Plan>()).get();
}

Plan* find_plan(cufftHandle handle) {
    const std::lock_guard lock(plans().mutex);
    const auto found = plans().by_handle.find(handle);
    return found == plans().by_handle.end() ? nullptr : found->second.get();
}

void remove_plan(cufftHandle handle) {
    const std::lock_guard lock(plans().mutex);
    plans().by_handle.erase(handle);
}

} // namespace vgpu::cufft

cufftResult cufftCreate(cufftHandle* handle) {
    if (handle == nullptr) return CUFFT_INVALID_VALUE;
    vgpu::cufft::add_plan(*handle);
    return CUFFT_SUCCESS;
}

cufftResult cufftDestroy(cufftHandle handle) {
    if (handle == CUFFT_PLAN_NULL) return CUFFT_SUCCESS;
    if (find_plan(handle) == nullptr) return CUFFT_INVALID_PLAN;
    vgpu::cufft::remove_plan(handle);
    return CUFFT_SUCCESS;
}

cufftResult cufftSetStream(cufftHandle handle, cudaStream_t stream) {
    Plan* const plan = find_plan(handle);
    if (plan == nullptr) return CUFFT_INVALID_PLAN;
    plan->stream = stream;
    return CUFFT_SUCCESS;
}

cufftResult cufftSetAutoAllocation(cufftHandle handle, int allocates) {
    Plan* const plan = find_plan(handle);
    if (plan == nullptr) return CUFFT_INVALID_PLAN;
    plan->allocates = allocates != 0;
    return CUFFT_SUCCESS;
}

// The caller's work area replaces the plan's own, which is freed.
cufftResult cufftSetWorkArea(cufftHandle handle, void* memory) {
    Plan* const plan = find_plan(handle);
    if (plan == nullptr) return CUFFT_INVALID_PLAN;
    plan->drop_own_work();
    plan->work = memory;
    return CUFFT_SUCCESS;
}

cufftResult cufftGetVersion(int* version) {
    if (version != nullptr) *version = workbook_cufft_version; // as NVIDIA's, which is silent
    return CUFFT_SUCCESS;
}

cufftResult cufftGetProperty(libraryPropertyType type, int* value) {
    if (value == nullptr) return CUFFT_INVALID_VALUE;
    switch (type) {
    case MAJOR_VERSION:
        *value = workbook_cufft_version / 1000;
        return CUFFT_SUCCESS;
    case MINOR_VERSION:
        *value = workbook_cufft_version / 100 % 10;
        return CUFFT_SUCCESS;
    case PATCH_LEVEL:
        *value = workbook_cufft_version % 100;
        return CUFFT_SUCCESS;
    }
    return CUFFT_INVALID_TYPE;
}
