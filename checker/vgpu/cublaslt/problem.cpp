#include "vgpu/cublaslt/problem.hpp"

#include "vgpu/cublas/handle.hpp"
#include "vgpu/library/refuse.hpp"

#include <algorithm>
#include <optional>

namespace vgpu::cublaslt {
namespace {

struct Types {
    Kernel kernel;
    cudaDataType bias;
    bool has_epilogues;
};

cudaDataType type_of(const Layout* layout) { return static_cast<cudaDataType>(layout->type); }

// Modes that allow less exact arithmetic compute the same here.
std::optional<cublasComputeType_t> plain_compute(std::int32_t compute) {
    switch (compute) {
    case CUBLAS_COMPUTE_16F:
    case CUBLAS_COMPUTE_16F_PEDANTIC:
        return CUBLAS_COMPUTE_16F;
    case CUBLAS_COMPUTE_32F:
    case CUBLAS_COMPUTE_32F_PEDANTIC:
    case CUBLAS_COMPUTE_32F_FAST_16F:
    case CUBLAS_COMPUTE_32F_FAST_16BF:
    case CUBLAS_COMPUTE_32F_FAST_TF32:
        return CUBLAS_COMPUTE_32F;
    case CUBLAS_COMPUTE_64F:
    case CUBLAS_COMPUTE_64F_PEDANTIC:
        return CUBLAS_COMPUTE_64F;
    case CUBLAS_COMPUTE_32I:
    case CUBLAS_COMPUTE_32I_PEDANTIC:
        return CUBLAS_COMPUTE_32I;
    default:
        return std::nullopt;
    }
}

bool is_fast(std::int32_t compute) {
    return compute == CUBLAS_COMPUTE_32F_FAST_16F || compute == CUBLAS_COMPUTE_32F_FAST_16BF ||
           compute == CUBLAS_COMPUTE_32F_FAST_TF32;
}

// Numbers of 8 bits, with a point.
std::optional<Types> types_of_f8(cudaDataType a, cudaDataType b, cudaDataType c, cudaDataType d) {
    if (a == CUDA_R_8F_E5M2 && b == CUDA_R_8F_E5M2) return std::nullopt;
    const auto kernel = a == CUDA_R_8F_E5M2   ? Kernel::e5m2_e4m3
                        : b == CUDA_R_8F_E5M2 ? Kernel::e4m3_e5m2
                                              : Kernel::e4m3;
    const bool is_narrow = c == CUDA_R_16F || c == CUDA_R_16BF;
    const bool is_pair = d == CUDA_R_8F_E4M3   ? is_narrow
                         : d == CUDA_R_8F_E5M2 ? is_narrow && kernel != Kernel::e4m3
                                               : d == c && (is_narrow || c == CUDA_R_32F);
    if (!is_pair) return std::nullopt;
    return Types{kernel, c == CUDA_R_32F ? CUDA_R_16BF : c, true};
}

std::optional<Types> types_of(const Operation& operation, const Layouts& layouts) {
    const auto compute = plain_compute(operation.compute);
    const auto scale = static_cast<cudaDataType>(operation.scale);
    const auto a = type_of(layouts.a), b = type_of(layouts.b), c = type_of(layouts.c),
               d = type_of(layouts.d);
    if (!compute || (is_fast(operation.compute) && a != CUDA_R_32F && a != CUDA_C_32F))
        return std::nullopt;
    if (is_f8(a) && is_f8(b))
        return compute == CUBLAS_COMPUTE_32F && scale == CUDA_R_32F ? types_of_f8(a, b, c, d)
                                                                    : std::nullopt;
    struct Known {
        cublasComputeType_t compute;
        cudaDataType scale, in, out;
        Types types;
    };
    static constexpr Known all[] = {
        {CUBLAS_COMPUTE_32F, CUDA_R_32F, CUDA_R_32F, CUDA_R_32F, {Kernel::f32, CUDA_R_32F, true}},
        {CUBLAS_COMPUTE_32F, CUDA_R_32F, CUDA_R_16F, CUDA_R_16F, {Kernel::f16, CUDA_R_16F, true}},
        {CUBLAS_COMPUTE_32F, CUDA_R_32F, CUDA_R_16F, CUDA_R_32F, {Kernel::f16, CUDA_R_32F, true}},
        {CUBLAS_COMPUTE_16F, CUDA_R_16F, CUDA_R_16F, CUDA_R_16F, {Kernel::f16, CUDA_R_16F, true}},
        {CUBLAS_COMPUTE_32F,
         CUDA_R_32F,
         CUDA_R_16BF,
         CUDA_R_16BF,
         {Kernel::bf16, CUDA_R_16BF, true}},
        {CUBLAS_COMPUTE_32F, CUDA_R_32F, CUDA_R_16BF, CUDA_R_32F, {Kernel::bf16, CUDA_R_32F, true}},
        {CUBLAS_COMPUTE_32F,
         CUDA_R_32F,
         CUDA_R_8I,
         CUDA_R_32F,
         {Kernel::s8_f32, CUDA_R_32F, false}},
        {CUBLAS_COMPUTE_32I, CUDA_R_32F, CUDA_R_8I, CUDA_R_8I, {Kernel::s8_s8, CUDA_R_32F, true}},
        {CUBLAS_COMPUTE_32I,
         CUDA_R_32I,
         CUDA_R_8I,
         CUDA_R_32I,
         {Kernel::s8_s32, CUDA_R_32I, false}},
        {CUBLAS_COMPUTE_64F, CUDA_R_64F, CUDA_R_64F, CUDA_R_64F, {Kernel::f64, CUDA_R_64F, true}},
        {CUBLAS_COMPUTE_32F, CUDA_C_32F, CUDA_C_32F, CUDA_C_32F, {Kernel::c32, CUDA_C_32F, false}},
        {CUBLAS_COMPUTE_64F, CUDA_C_64F, CUDA_C_64F, CUDA_C_64F, {Kernel::c64, CUDA_C_64F, false}},
    };
    for (const Known& known : all)
        if (known.compute == *compute && known.scale == scale && known.in == a && known.in == b &&
            known.out == c && known.out == d)
            return known.types;
    return std::nullopt;
}

// What is documented, and missing here: its name.
const char* missing(const Operation& operation, const Layouts& layouts) {
    for (const Layout* layout : {layouts.a, layouts.b, layouts.c, layouts.d}) {
        if (layout->order > CUBLASLT_ORDER_ROW) return "cublasLtMatmul with tiled memory orders";
        if (layout->plane_offset != 0) return "cublasLtMatmul with planar complex numbers";
    }
    if (operation.pointer_mode > CUBLASLT_POINTER_MODE_DEVICE)
        return "cublasLtMatmul with vectors of alpha";
    if (operation.fill != CUBLAS_FILL_MODE_FULL) return "cublasLtMatmul of a triangle";
    for (const auto mode : {operation.mode_a, operation.mode_b, operation.mode_c, operation.mode_d,
                            operation.out_mode})
        if (mode != 0) return "cublasLtMatmul with scales of blocks or vectors";
    if (operation.emulation != nullptr) return "cublasLtMatmul with emulation";
    if (operation.epilogue & 128)
        return "cublasLtMatmul with an auxiliary matrix (EPILOGUE_..._AUX)";
    if (operation.epilogue & (16 | 256 | 512))
        return "cublasLtMatmul with the gradient of a bias (EPILOGUE_..._BGRAD)";
    return nullptr;
}

bool is_epilogue(std::uint32_t epilogue) {
    static constexpr std::uint32_t all[] = {CUBLASLT_EPILOGUE_DEFAULT, CUBLASLT_EPILOGUE_RELU,
                                            CUBLASLT_EPILOGUE_BIAS,    CUBLASLT_EPILOGUE_RELU_BIAS,
                                            CUBLASLT_EPILOGUE_GELU,    CUBLASLT_EPILOGUE_GELU_BIAS};
    return std::ranges::find(all, epilogue) != std::end(all);
}

bool is_layout(const Layout& layout) {
    const auto lines = static_cast<std::int64_t>(layout.order == CUBLASLT_ORDER_ROW ? layout.columns
                                                                                    : layout.rows);
    return cublas::is_leading(layout.leading, lines) && layout.batch >= 1 && layout.batch_mode <= 1;
}

bool has_size(const Layout& layout, std::int32_t op, std::int64_t rows, std::int64_t columns) {
    if (op != CUBLAS_OP_N) std::swap(rows, columns);
    return static_cast<std::int64_t>(layout.rows) == rows &&
           static_cast<std::int64_t>(layout.columns) == columns;
}

bool fits(const Operation& operation, const Layouts& layouts, const Problem& problem) {
    return has_size(*layouts.a, operation.op_a, problem.m, problem.k) &&
           has_size(*layouts.b, operation.op_b, problem.k, problem.n) &&
           has_size(*layouts.c, CUBLAS_OP_N, problem.m, problem.n) &&
           layouts.a->batch == layouts.d->batch && layouts.b->batch == layouts.d->batch &&
           layouts.c->batch == layouts.d->batch && layouts.a->batch_mode == layouts.d->batch_mode &&
           layouts.b->batch_mode == layouts.d->batch_mode &&
           layouts.c->batch_mode == layouts.d->batch_mode;
}

// Tensor cores of an H200 take numbers of 8 bits with k innermost, in pieces of 16 bytes.
bool is_aligned_f8(const Operation& operation, const Layouts& layouts, const Problem& problem) {
    return operation.op_a == CUBLAS_OP_T && operation.op_b == CUBLAS_OP_N && problem.m % 16 == 0 &&
           problem.k % 16 == 0 &&
           std::ranges::all_of(std::initializer_list{layouts.a, layouts.b, layouts.c, layouts.d},
                               [](const Layout* layout) { return layout->leading % 16 == 0; });
}

} // namespace

cublasStatus_t problem_of(const Operation* operation, const Layouts& layouts, Problem& problem) {
    WORKBOOK_CUBLAS_REQUIRE(operation != nullptr && layouts.a != nullptr && layouts.b != nullptr &&
                            layouts.c != nullptr && layouts.d != nullptr);
    if (const char* name = missing(*operation, layouts)) {
        library::refuse(name);
        return CUBLAS_STATUS_NOT_SUPPORTED;
    }
    const auto op_a = static_cast<cublasOperation_t>(operation->op_a);
    const auto op_b = static_cast<cublasOperation_t>(operation->op_b);
    WORKBOOK_CUBLAS_REQUIRE(cublas::is_operation(op_a) && cublas::is_operation(op_b) &&
                            operation->op_c == CUBLAS_OP_N && is_epilogue(operation->epilogue));
    for (const Layout* layout : {layouts.a, layouts.b, layouts.c, layouts.d})
        WORKBOOK_CUBLAS_REQUIRE(is_layout(*layout));
    problem.m = static_cast<std::int64_t>(layouts.d->rows);
    problem.n = static_cast<std::int64_t>(layouts.d->columns);
    problem.k =
        static_cast<std::int64_t>(op_a == CUBLAS_OP_N ? layouts.a->columns : layouts.a->rows);
    WORKBOOK_CUBLAS_REQUIRE(fits(*operation, layouts, problem));
    const auto types = types_of(*operation, layouts);
    if (!types) return CUBLAS_STATUS_NOT_SUPPORTED;
    problem.kernel = types->kernel;
    problem.bias_type = types->bias;
    if (operation->epilogue != CUBLASLT_EPILOGUE_DEFAULT && !types->has_epilogues)
        return CUBLAS_STATUS_NOT_SUPPORTED;
    if (operation->bias_type != -1 && operation->bias_type != types->bias)
        return CUBLAS_STATUS_NOT_SUPPORTED;
    if (is_f8(type_of(layouts.a)) && !is_aligned_f8(*operation, layouts, problem))
        return CUBLAS_STATUS_NOT_SUPPORTED;
    return CUBLAS_STATUS_SUCCESS;
}

} // namespace vgpu::cublaslt
