// Functions that execute plans.
#include "vgpu/cufft/plans.hpp"

#include <cufftXt.h>

using vgpu::cufft::find_plan;

namespace {

// If another type is asked for than the plan has: null stands for any.
cufftResult execute(cufftHandle handle, const cufftType* type, void* in, void* out, int direction) {
    auto* const plan = find_plan(handle);
    if (plan == nullptr || plan->transform == nullptr) return CUFFT_INVALID_PLAN;
    if (type != nullptr && *type != plan->shape.type) return CUFFT_INVALID_TYPE;
    if (in == nullptr || out == nullptr) return CUFFT_INVALID_VALUE;
    if (direction != CUFFT_FORWARD && direction != CUFFT_INVERSE) return CUFFT_INVALID_VALUE;
    if (plan->bytes != 0 && plan->work == nullptr) return CUFFT_NO_WORKSPACE;
    return plan->transform->run(in, out, direction, plan->work, plan->stream);
}

cufftResult execute(cufftHandle handle, cufftType type, void* in, void* out, int direction) {
    return execute(handle, &type, in, out, direction);
}

} // namespace

cufftResult cufftExecC2C(cufftHandle plan, cufftComplex* in, cufftComplex* out, int direction) {
    return execute(plan, CUFFT_C2C, in, out, direction);
}
cufftResult cufftExecR2C(cufftHandle plan, cufftReal* in, cufftComplex* out) {
    return execute(plan, CUFFT_R2C, in, out, CUFFT_FORWARD);
}
cufftResult cufftExecC2R(cufftHandle plan, cufftComplex* in, cufftReal* out) {
    return execute(plan, CUFFT_C2R, in, out, CUFFT_INVERSE);
}
cufftResult cufftExecZ2Z(cufftHandle plan, cufftDoubleComplex* in, cufftDoubleComplex* out,
                         int direction) {
    return execute(plan, CUFFT_Z2Z, in, out, direction);
}
cufftResult cufftExecD2Z(cufftHandle plan, cufftDoubleReal* in, cufftDoubleComplex* out) {
    return execute(plan, CUFFT_D2Z, in, out, CUFFT_FORWARD);
}
cufftResult cufftExecZ2D(cufftHandle plan, cufftDoubleComplex* in, cufftDoubleReal* out) {
    return execute(plan, CUFFT_Z2D, in, out, CUFFT_INVERSE);
}
// Transforms from or to real numbers have one direction each.
cufftResult cufftXtExec(cufftHandle handle, void* in, void* out, int direction) {
    const auto* const plan = find_plan(handle);
    if (plan != nullptr && plan->shape.from_real()) direction = CUFFT_FORWARD;
    if (plan != nullptr && plan->shape.to_real()) direction = CUFFT_INVERSE;
    return execute(handle, nullptr, in, out, direction);
}
