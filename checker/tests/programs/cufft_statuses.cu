// cuFFT: what functions return for plans, sizes and options that are not allowed, and what becomes
// of plans; the status of each is printed.
#include "cufft_check.hpp"

#include <cufftXt.h>

#include <array>

namespace {

const char* name_of(cufftResult status) {
#define WORKBOOK_NAME(name)                                                                        \
    case name:                                                                                     \
        return #name
    switch (status) {
        WORKBOOK_NAME(CUFFT_SUCCESS);
        WORKBOOK_NAME(CUFFT_INVALID_PLAN);
        WORKBOOK_NAME(CUFFT_ALLOC_FAILED);
        WORKBOOK_NAME(CUFFT_INVALID_TYPE);
        WORKBOOK_NAME(CUFFT_INVALID_VALUE);
        WORKBOOK_NAME(CUFFT_INTERNAL_ERROR);
        WORKBOOK_NAME(CUFFT_EXEC_FAILED);
        WORKBOOK_NAME(CUFFT_SETUP_FAILED);
        WORKBOOK_NAME(CUFFT_INVALID_SIZE);
        WORKBOOK_NAME(CUFFT_INVALID_DEVICE);
        WORKBOOK_NAME(CUFFT_NO_WORKSPACE);
        WORKBOOK_NAME(CUFFT_NOT_IMPLEMENTED);
        WORKBOOK_NAME(CUFFT_NOT_SUPPORTED);
    default:
        return "another one";
    }
#undef WORKBOOK_NAME
}

void tell(const char* what, cufftResult status) { std::printf("%s: %s\n", what, name_of(status)); }

template <class... Numbers>
void tell(const char* format, cufftResult status, Numbers... numbers) {
    std::printf(format, numbers...);
    std::printf(": %s\n", name_of(status));
}

void sizes_that_are_wrong() {
    cufftHandle plan = CUFFT_PLAN_NULL;
    for (const auto& [n, batch] : {std::array{0, 1}, {-1, 1}, {8, 0}, {8, -1}}) {
        tell("plan 1d, n %d, batch %d", cufftPlan1d(&plan, n, CUFFT_C2C, batch), n, batch);
        std::size_t bytes = 0;
        tell("estimate 1d, n %d, batch %d", cufftEstimate1d(n, CUFFT_C2C, batch, &bytes), n, batch);
    }
    // NVIDIA's library accepts that another dimension than the first is 0.
    for (const auto& [x, y] : {std::array{0, 4}, {-4, 4}})
        tell("plan 2d, %d x %d", cufftPlan2d(&plan, x, y, CUFFT_C2C), x, y);
    tell("plan 3d, 0 x 4 x 4", cufftPlan3d(&plan, 0, 4, 4, CUFFT_R2C));
    require(plan == 0, "the handle of a plan that could not be made");
    for (const int type : {0, 1, 0x28, 0x2b, 0x99})
        tell("plan 1d, type %#x", cufftPlan1d(&plan, 8, static_cast<cufftType>(type), 1), type);
    int n[] = {4, 4, 4, 4};
    for (const int rank : {-1, 0, 4})
        tell("plan many, rank %d",
             cufftPlanMany(&plan, rank, n, nullptr, 1, 0, nullptr, 1, 0, CUFFT_C2C, 1), rank);
    tell("plan many, batch 0",
         cufftPlanMany(&plan, 2, n, nullptr, 1, 0, nullptr, 1, 0, CUFFT_C2C, 0));
}

void placements() {
    int n[] = {6, 8}, embed[] = {6, 8}, small[] = {6, 7}, none[] = {0, 0};
    cufftHandle plan = CUFFT_PLAN_NULL;
    const auto many = [&](const char* what, int* in, int in_stride, int in_distance, int* out,
                          int out_stride, int out_distance) {
        const auto status = cufftPlanMany(&plan, 2, n, in, in_stride, in_distance, out, out_stride,
                                          out_distance, CUFFT_C2C, 2);
        tell(what, status);
        if (status == CUFFT_SUCCESS) check(cufftDestroy(plan));
    };
    many("stride 0 of the input", embed, 0, 48, embed, 1, 48);
    many("stride 0 of the output", embed, 1, 48, embed, 0, 48);
    many("stride -1", embed, -1, 48, embed, 1, 48);
    many("distance 0 of the input", embed, 1, 0, embed, 1, 48);
    many("distance 0 of the output", embed, 1, 48, embed, 1, 0);
    many("distance -48", embed, 1, -48, embed, 1, 48);
    many("rows of the input too short", small, 1, 48, embed, 1, 48);
    many("rows of the output too short", embed, 1, 48, small, 1, 48);
    many("rows of nothing", none, 1, 48, embed, 1, 48);
    many("no placement, stride 0", nullptr, 0, 0, nullptr, 0, 0);
    many("no placement of the output", embed, 1, 48, nullptr, 1, 48);
    many("no placement of the input", nullptr, 1, 48, embed, 1, 48);
    for (const int distance : {0, -1})
        tell("one transform, distance %d",
             cufftPlanMany(&plan, 2, n, embed, 1, distance, embed, 1, distance, CUFFT_C2C, 1),
             distance);
}

void handles() {
    std::size_t bytes = 0;
    for (const cufftHandle none : {CUFFT_PLAN_NULL, 0, 4000}) {
        tell("handle %d, destroy", cufftDestroy(none), none);
        tell("handle %d, stream", cufftSetStream(none, nullptr), none);
        tell("handle %d, size", cufftGetSize(none, &bytes), none);
        tell("handle %d, size 1d", cufftGetSize1d(none, 8, CUFFT_C2C, 1, &bytes), none);
        tell("handle %d, make", cufftMakePlan1d(none, 8, CUFFT_C2C, 1, &bytes), none);
        tell("handle %d, auto allocation", cufftSetAutoAllocation(none, 0), none);
        tell("handle %d, work area", cufftSetWorkArea(none, nullptr), none);
        tell("handle %d, execute", cufftExecC2C(none, nullptr, nullptr, CUFFT_FORWARD), none);
    }
    cufftHandle plan = CUFFT_PLAN_NULL;
    cufftComplex* memory = nullptr;
    check(cudaMalloc(&memory, 4096));
    check(cudaMemset(memory, 0, 4096));
    tell("create", cufftCreate(&plan));
    tell("execute what was not made", cufftExecC2C(plan, memory, memory, CUFFT_FORWARD));
    tell("size of what was not made", cufftGetSize(plan, &bytes));
    tell("stream of what was not made", cufftSetStream(plan, nullptr));
    tell("size 1d, n 0", cufftGetSize1d(plan, 0, CUFFT_C2C, 1, &bytes));
    tell("make with n 0", cufftMakePlan1d(plan, 0, CUFFT_C2C, 1, &bytes));
    tell("make after that", cufftMakePlan1d(plan, 8, CUFFT_C2C, 1, &bytes));
    tell("make again", cufftMakePlan1d(plan, 8, CUFFT_C2C, 1, &bytes));
    tell("execute after that", cufftExecC2C(plan, memory, memory, CUFFT_FORWARD));
    tell("size 1d of a made plan", cufftGetSize1d(plan, 16, CUFFT_C2C, 1, &bytes));
    tell("auto allocation of a made plan", cufftSetAutoAllocation(plan, 0));
    tell("execute", cufftExecC2C(plan, memory, memory, CUFFT_FORWARD));
    tell("destroy", cufftDestroy(plan));
    tell("destroy again", cufftDestroy(plan));
    tell("execute what was destroyed", cufftExecC2C(plan, memory, memory, CUFFT_FORWARD));
    check(cudaFree(memory));
}

void executions() {
    void* memory = nullptr;
    check(cudaMalloc(&memory, 4096));
    check(cudaMemset(memory, 0, 4096));
    for (const cufftType planned : types) {
        cufftHandle plan = CUFFT_PLAN_NULL;
        check(cufftPlan1d(&plan, 8, planned, 1));
        for (const cufftType executed : types)
            tell("plan of type %#x executed as %#x",
                 execute(plan, executed, memory, memory, CUFFT_FORWARD), planned, executed);
        tell("any type", cufftXtExec(plan, memory, memory, CUFFT_FORWARD));
        tell("any type, inverse", cufftXtExec(plan, memory, memory, CUFFT_INVERSE));
        check(cufftDestroy(plan));
    }
    cufftHandle plan = CUFFT_PLAN_NULL;
    check(cufftPlan1d(&plan, 8, CUFFT_C2C, 1));
    for (const int direction : {0, 2, -2})
        tell("direction %d", execute(plan, CUFFT_C2C, memory, memory, direction), direction);
    check(cudaDeviceSynchronize());
    check(cufftDestroy(plan));
    check(cudaFree(memory));
}

void misplaced_numbers() {
    char* memory = nullptr;
    check(cudaMalloc(&memory, 4096));
    check(cudaMemset(memory, 0, 4096));
    for (const cufftType type : types) {
        cufftHandle plan = CUFFT_PLAN_NULL;
        check(cufftPlan1d(&plan, 8, type, 1));
        for (const int in : {0, 4, 8})
            for (const int out : {0, 4, 8})
                tell("type %#x, input at %d, output at %d",
                     execute(plan, type, memory + in, memory + 256 + out, CUFFT_FORWARD), type, in,
                     out);
        check(cudaDeviceSynchronize());
        check(cufftDestroy(plan));
    }
    check(cudaFree(memory));
}

void null_pointers() {
    cufftHandle plan = CUFFT_PLAN_NULL;
    std::size_t bytes = 0;
    tell("no place for a handle", cufftPlan1d(nullptr, 8, CUFFT_C2C, 1));
    tell("no place for a created handle", cufftCreate(nullptr));
    tell("no place for an estimate", cufftEstimate1d(8, CUFFT_C2C, 1, nullptr));
    tell("no lengths",
         cufftPlanMany(&plan, 1, nullptr, nullptr, 1, 0, nullptr, 1, 0, CUFFT_C2C, 1));
    check(cufftCreate(&plan));
    tell("no place for a size", cufftGetSize(plan, nullptr));
    tell("no place for a plan's size", cufftMakePlan1d(plan, 8, CUFFT_C2C, 1, nullptr));
    check(cufftDestroy(plan));
    check(cufftCreate(&plan));
    check(cufftSetAutoAllocation(plan, 0));
    check(cufftMakePlan1d(plan, 30000, CUFFT_C2C, 1, &bytes));
    void* memory = nullptr;
    check(cudaMalloc(&memory, 240000));
    tell("no work area", execute(plan, CUFFT_C2C, memory, memory, CUFFT_FORWARD));
    check(cufftDestroy(plan));
    check(cudaFree(memory));
}

void of_any_types() {
    long long n[] = {8};
    std::size_t bytes = 0;
    const auto make = [&](const char* what, cudaDataType in, cudaDataType out,
                          cudaDataType computed) {
        cufftHandle plan = CUFFT_PLAN_NULL;
        check(cufftCreate(&plan));
        tell(what, cufftXtMakePlanMany(plan, 1, n, nullptr, 1, 0, in, nullptr, 1, 0, out, 1, &bytes,
                                       computed));
        check(cufftDestroy(plan));
    };
    make("complex floats", CUDA_C_32F, CUDA_C_32F, CUDA_C_32F);
    make("floats to complex", CUDA_R_32F, CUDA_C_32F, CUDA_C_32F);
    make("complex to floats", CUDA_C_32F, CUDA_R_32F, CUDA_C_32F);
    make("complex doubles", CUDA_C_64F, CUDA_C_64F, CUDA_C_64F);
    make("doubles to complex", CUDA_R_64F, CUDA_C_64F, CUDA_C_64F);
    make("complex to doubles", CUDA_C_64F, CUDA_R_64F, CUDA_C_64F);
    make("computed with floats", CUDA_C_32F, CUDA_C_32F, CUDA_R_32F);
    make("floats, computed with floats", CUDA_R_32F, CUDA_C_32F, CUDA_R_32F);
    make("floats alone", CUDA_R_32F, CUDA_R_32F, CUDA_R_32F);
    make("floats, computed with doubles", CUDA_C_32F, CUDA_C_32F, CUDA_C_64F);
    make("integers", CUDA_R_8I, CUDA_R_8I, CUDA_R_8I);
}

void versions() {
    int version = 0, value = 0;
    tell("version", cufftGetVersion(&version));
    tell("no place for a version", cufftGetVersion(nullptr));
    tell("no place for a property", cufftGetProperty(MAJOR_VERSION, nullptr));
    tell("major version", cufftGetProperty(MAJOR_VERSION, &value));
    require(version / 1000 == value && value >= 11, "the version");
    tell("minor version", cufftGetProperty(MINOR_VERSION, &value));
    tell("patch level", cufftGetProperty(PATCH_LEVEL, &value));
    tell("property 3", cufftGetProperty(static_cast<libraryPropertyType>(3), &value));
}

} // namespace

int main() {
    sizes_that_are_wrong();
    placements();
    handles();
    executions();
    of_any_types();
    versions();
    misplaced_numbers();
    null_pointers();
    return 0;
}
