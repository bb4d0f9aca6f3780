// Functions that make plans, or tell how much memory they need.
#include "vgpu/cufft/axis.hpp"
#include "vgpu/cufft/plans.hpp"
#include "vgpu/cufft/request.hpp"
#include "vgpu/library/refuse.hpp"

using namespace vgpu::cufft;

namespace {

template <class Int>
cufftResult tell_size(const Request<Int>& request, std::size_t* bytes) {
    Shape shape;
    const auto status = shape_of(request, shape);
    if (status != CUFFT_SUCCESS) return status;
    if (bytes == nullptr) return CUFFT_INVALID_VALUE;
    *bytes = work_bytes(shape);
    return CUFFT_SUCCESS;
}

template <class Int>
cufftResult make(cufftHandle handle, const Request<Int>& request, std::size_t* bytes) {
    Plan* const plan = find_plan(handle);
    if (plan == nullptr || plan->transform != nullptr) return CUFFT_INVALID_PLAN;
    Shape shape;
    if (const auto status = shape_of(request, shape); status != CUFFT_SUCCESS) return status;
    if (bytes == nullptr) return CUFFT_INVALID_VALUE;
    plan->shape = shape;
    plan->bytes = work_bytes(shape);
    *bytes = plan->bytes;
    if (plan->allocates && plan->bytes != 0 && plan->work == nullptr) {
        if (const auto error = cudaMalloc(&plan->own_work, plan->bytes); error != cudaSuccess)
            return status_of(error);
        plan->work = plan->own_work;
    }
    const auto status = make_transform(shape, plan->transform);
    if (status != CUFFT_SUCCESS) plan->drop_own_work();
    return status;
}

// A plan that is made at once lives only if it can be made.
template <class Int>
cufftResult create(cufftHandle* handle, const Request<Int>& request) {
    if (handle == nullptr) return CUFFT_INVALID_VALUE;
    add_plan(*handle);
    std::size_t bytes = 0;
    const auto status = make(*handle, request, &bytes);
    if (status != CUFFT_SUCCESS) {
        remove_plan(*handle);
        *handle = 0;
    }
    return status;
}

// The plan may already be made: the size is that of the plan that the request describes.
template <class Int>
cufftResult tell_size_of(cufftHandle handle, const Request<Int>& request, std::size_t* bytes) {
    return find_plan(handle) == nullptr ? CUFFT_INVALID_PLAN : tell_size(request, bytes);
}

using Long = long long;

// Has `use` take the request with the plain type that the three types stand for.
template <class Use>
cufftResult with_types(Request<Long> request, cudaDataType in, cudaDataType out,
                       cudaDataType computed, Use use) {
    const auto type = plain_type(in, out, computed);
    if (!type) {
        if (!is_narrow(in)) return CUFFT_INVALID_TYPE;
        vgpu::library::refuse("cuFFT's transform of half and bfloat16");
        return CUFFT_NOT_SUPPORTED;
    }
    request.type = *type;
    return use(request);
}

} // namespace

cufftResult cufftPlan1d(cufftHandle* plan, int n, cufftType type, int batch) {
    return create(plan, packed({n}, type, batch));
}
cufftResult cufftPlan2d(cufftHandle* plan, int nx, int ny, cufftType type) {
    return create(plan, packed({nx, ny}, type));
}
cufftResult cufftPlan3d(cufftHandle* plan, int nx, int ny, int nz, cufftType type) {
    return create(plan, packed({nx, ny, nz}, type));
}
cufftResult cufftMakePlan1d(cufftHandle plan, int n, cufftType type, int batch,
                            std::size_t* bytes) {
    return make(plan, packed({n}, type, batch), bytes);
}
cufftResult cufftMakePlan2d(cufftHandle plan, int nx, int ny, cufftType type, std::size_t* bytes) {
    return make(plan, packed({nx, ny}, type), bytes);
}
cufftResult cufftMakePlan3d(cufftHandle plan, int nx, int ny, int nz, cufftType type,
                            std::size_t* bytes) {
    return make(plan, packed({nx, ny, nz}, type), bytes);
}
cufftResult cufftEstimate1d(int n, cufftType type, int batch, std::size_t* bytes) {
    return tell_size(packed({n}, type, batch), bytes);
}
cufftResult cufftEstimate2d(int nx, int ny, cufftType type, std::size_t* bytes) {
    return tell_size(packed({nx, ny}, type), bytes);
}
cufftResult cufftEstimate3d(int nx, int ny, int nz, cufftType type, std::size_t* bytes) {
    return tell_size(packed({nx, ny, nz}, type), bytes);
}
cufftResult cufftGetSize1d(cufftHandle plan, int n, cufftType type, int batch, std::size_t* bytes) {
    return tell_size_of(plan, packed({n}, type, batch), bytes);
}
cufftResult cufftGetSize2d(cufftHandle plan, int nx, int ny, cufftType type, std::size_t* bytes) {
    return tell_size_of(plan, packed({nx, ny}, type), bytes);
}
cufftResult cufftGetSize3d(cufftHandle plan, int nx, int ny, int nz, cufftType type,
                           std::size_t* bytes) {
    return tell_size_of(plan, packed({nx, ny, nz}, type), bytes);
}

cufftResult cufftPlanMany(cufftHandle* plan, int rank, int* n, int* inembed, int istride, int idist,
                          int* onembed, int ostride, int odist, cufftType type, int batch) {
    return create(
        plan, Request<int>{rank, n, inembed, istride, idist, onembed, ostride, odist, type, batch});
}
cufftResult cufftMakePlanMany(cufftHandle plan, int rank, int* n, int* inembed, int istride,
                              int idist, int* onembed, int ostride, int odist, cufftType type,
                              int batch, std::size_t* bytes) {
    return make(
        plan, Request<int>{rank, n, inembed, istride, idist, onembed, ostride, odist, type, batch},
        bytes);
}
cufftResult cufftMakePlanMany64(cufftHandle plan, int rank, Long* n, Long* inembed, Long istride,
                                Long idist, Long* onembed, Long ostride, Long odist, cufftType type,
                                Long batch, std::size_t* bytes) {
    return make(
        plan, Request<Long>{rank, n, inembed, istride, idist, onembed, ostride, odist, type, batch},
        bytes);
}
cufftResult cufftEstimateMany(int rank, int* n, int* inembed, int istride, int idist, int* onembed,
                              int ostride, int odist, cufftType type, int batch,
                              std::size_t* bytes) {
    return tell_size(
        Request<int>{rank, n, inembed, istride, idist, onembed, ostride, odist, type, batch},
        bytes);
}
cufftResult cufftGetSizeMany(cufftHandle plan, int rank, int* n, int* inembed, int istride,
                             int idist, int* onembed, int ostride, int odist, cufftType type,
                             int batch, std::size_t* bytes) {
    return tell_size_of(
        plan, Request<int>{rank, n, inembed, istride, idist, onembed, ostride, odist, type, batch},
        bytes);
}
cufftResult cufftGetSizeMany64(cufftHandle plan, int rank, Long* n, Long* inembed, Long istride,
                               Long idist, Long* onembed, Long ostride, Long odist, cufftType type,
                               Long batch, std::size_t* bytes) {
    return tell_size_of(
        plan, Request<Long>{rank, n, inembed, istride, idist, onembed, ostride, odist, type, batch},
        bytes);
}
cufftResult cufftXtMakePlanMany(cufftHandle plan, int rank, Long* n, Long* inembed, Long istride,
                                Long idist, cudaDataType in, Long* onembed, Long ostride,
                                Long odist, cudaDataType out, Long batch, std::size_t* bytes,
                                cudaDataType computed) {
    return with_types({rank, n, inembed, istride, idist, onembed, ostride, odist, CUFFT_C2C, batch},
                      in, out, computed,
                      [&](const auto& request) { return make(plan, request, bytes); });
}
cufftResult cufftXtGetSizeMany(cufftHandle plan, int rank, Long* n, Long* inembed, Long istride,
                               Long idist, cudaDataType in, Long* onembed, Long ostride, Long odist,
                               cudaDataType out, Long batch, std::size_t* bytes,
                               cudaDataType computed) {
    return with_types({rank, n, inembed, istride, idist, onembed, ostride, odist, CUFFT_C2C, batch},
                      in, out, computed,
                      [&](const auto& request) { return tell_size_of(plan, request, bytes); });
}

cufftResult cufftGetSize(cufftHandle handle, std::size_t* bytes) {
    const Plan* const plan = find_plan(handle);
    if (bytes == nullptr) return CUFFT_INVALID_VALUE;
    if (plan == nullptr || plan->transform == nullptr) return CUFFT_INVALID_PLAN;
    *bytes = plan->bytes;
    return CUFFT_SUCCESS;
}
