// Functions that execute plans. As in NVIDIA's library, each executes a plan of any type, whose
// numbers are those of the plan, if the direction is one that the plan has.
#include "vgpu/cufft/plans.hpp"

#include <cufftXt.h>

#include <cstdint>

using vgpu::cufft::Shape;

namespace {

bool has_direction(const Shape& shape, int direction) {
    return (direction == CUFFT_FORWARD && !shape.to_real()) ||
           (direction == CUFFT_INVERSE && !shape.from_real());
}

// Pointers to real numbers, too, are aligned as complex ones.
bool is_aligned(const Shape& shape, const void* pointer) {
    return reinterpret_cast<std::uintptr_t>(pointer) % (shape.is_double() ? 16 : 8) == 0;
}

} // namespace

cufftResult cufftXtExec(cufftHandle handle, void* in, void* out, int direction) {
    const auto* const plan = vgpu::cufft::find_plan(handle);
    if (plan == nullptr || plan->transform == nullptr) return CUFFT_INVALID_PLAN;
    if (!has_direction(plan->shape, direction)) return CUFFT_INVALID_VALUE;
    if (!is_aligned(plan->shape, in) || !is_aligned(plan->shape, out)) return CUFFT_INVALID_VALUE;
    if (plan->bytes != 0 && plan->work == nullptr) return CUFFT_NO_WORKSPACE;
    return plan->transform->run(in, out, direction, plan->work, plan->stream);
}

cufftResult cufftExecC2C(cufftHandle plan, cufftComplex* in, cufftComplex* out, int direction) {
    return cufftXtExec(plan, in, out, direction);
}
cufftResult cufftExecR2C(cufftHandle plan, cufftReal* in, cufftComplex* out) {
    return cufftXtExec(plan, in, out, CUFFT_FORWARD);
}
cufftResult cufftExecC2R(cufftHandle plan, cufftComplex* in, cufftReal* out) {
    return cufftXtExec(plan, in, out, CUFFT_INVERSE);
}
cufftResult cufftExecZ2Z(cufftHandle plan, cufftDoubleComplex* in, cufftDoubleComplex* out,
                         int direction) {
    return cufftXtExec(plan, in, out, direction);
}
cufftResult cufftExecD2Z(cufftHandle plan, cufftDoubleReal* in, cufftDoubleComplex* out) {
    return cufftXtExec(plan, in, out, CUFFT_FORWARD);
}
cufftResult cufftExecZ2D(cufftHandle plan, cufftDoubleComplex* in, cufftDoubleReal* out) {
    return cufftXtExec(plan, in, out, CUFFT_INVERSE);
}
