#include "vgpu/cublaslt/problem.hpp"

#include "vgpu/cublas/handle.hpp"
#include "vgpu/cublaslt/types.hpp"
#include "vgpu/library/refuse.hpp"

#include <algorithm>

namespace vgpu::cublaslt {
namespace {

// The name of a documented feature that the call needs and that is missing here; else nullptr.
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
    if (operation.epilogue & (16 | 256 | 512))
        return "cublasLtMatmul with the gradient of a bias (EPILOGUE_..._BGRAD)";
    if (has_auxiliary(operation) && (operation.epilogue & (CUBLASLT_EPILOGUE_RELU | 8)))
        return "cublasLtMatmul with bits of a ReLU (EPILOGUE_RELU_AUX, EPILOGUE_DRELU)";
    if (has_auxiliary(operation) && size_of(type_of(layouts.a)) == 1)
        return "cublasLtMatmul of 8 bits with an auxiliary matrix (EPILOGUE_GELU_AUX)";
    return nullptr;
}

// The bit of CUBLASLT_EPILOGUE_DEFAULT says nothing, so that 0 is one, too.
bool is_epilogue(std::uint32_t epilogue) {
    static constexpr std::uint32_t all[] = {0,
                                            CUBLASLT_EPILOGUE_RELU,
                                            CUBLASLT_EPILOGUE_BIAS,
                                            CUBLASLT_EPILOGUE_RELU_BIAS,
                                            CUBLASLT_EPILOGUE_GELU,
                                            CUBLASLT_EPILOGUE_GELU_BIAS,
                                            CUBLASLT_EPILOGUE_GELU_AUX,
                                            CUBLASLT_EPILOGUE_GELU_AUX_BIAS,
                                            CUBLASLT_EPILOGUE_DGELU};
    return std::ranges::find(all, epilogue & ~CUBLASLT_EPILOGUE_DEFAULT) != std::end(all);
}

bool is_layout(const Layout& layout) {
    const auto lines = layout.order == CUBLASLT_ORDER_ROW ? layout.columns : layout.rows;
    return layout.leading >= static_cast<std::int64_t>(lines) && layout.batch >= 1 &&
           layout.batch_mode <= 1;
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

// Tensor cores take numbers of 8 bits with k innermost, in pieces of 4 or 16 bytes.
bool suits_tensor_cores(const Operation& operation, const Layouts& layouts,
                        const Problem& problem) {
    if (problem.alignment == 0) return true;
    const auto pieces = static_cast<std::int64_t>(problem.alignment);
    const auto is_aligned = [&](const Layout* layout) {
        return layout->leading * size_of(type_of(layout)) % pieces == 0;
    };
    return operation.op_a == CUBLAS_OP_T && operation.op_b == CUBLAS_OP_N &&
           layouts.a->order == CUBLASLT_ORDER_COL && layouts.b->order == CUBLASLT_ORDER_COL &&
           problem.k % pieces == 0 && is_aligned(layouts.a) && is_aligned(layouts.b) &&
           is_aligned(layouts.c) && is_aligned(layouts.d);
}

// Each scale belongs to numbers of 8 bits; that of C to products of such.
bool are_scales_right(const Operation& operation, const Layouts& layouts) {
    const bool has_f8 = is_f8(type_of(layouts.a)), makes_f8 = is_f8(type_of(layouts.d));
    return (has_f8 || (operation.scale_a == nullptr && operation.scale_b == nullptr &&
                       operation.scale_c == nullptr)) &&
           (makes_f8 || (operation.scale_d == nullptr && operation.largest == nullptr));
}

// The auxiliary matrix is in column order, and then D must be too.
bool is_auxiliary_right(const Operation& operation, const Layout& d) {
    if (!has_auxiliary(operation)) return true;
    const auto type = operation.auxiliary_type;
    return operation.auxiliary_leading % 8 == 0 &&
           operation.auxiliary_leading >= static_cast<std::int64_t>(d.rows) &&
           operation.auxiliary_stride % 8 == 0 &&
           (type == -1 || type == static_cast<std::int32_t>(d.type));
}

// What NVIDIA's library calls invalid, whatever the types are.
bool is_valid(const Operation& operation, const Layouts& layouts) {
    for (const Layout* layout : {layouts.a, layouts.b, layouts.c, layouts.d})
        if (!is_layout(*layout)) return false;
    return cublas::is_operation(static_cast<cublasOperation_t>(operation.op_a)) &&
           cublas::is_operation(static_cast<cublasOperation_t>(operation.op_b)) &&
           is_epilogue(operation.epilogue) && layouts.d->leading > 0 &&
           layouts.c->order == layouts.d->order && are_scales_right(operation, layouts) &&
           is_auxiliary_right(operation, *layouts.d);
}

} // namespace

cublasStatus_t problem_of(const Operation* operation, const Layouts& layouts, Problem& problem) {
    WORKBOOK_CUBLAS_REQUIRE(operation != nullptr && layouts.a != nullptr && layouts.b != nullptr &&
                            layouts.c != nullptr && layouts.d != nullptr);
    if (const char* name = missing(*operation, layouts)) {
        library::refuse(name);
        return CUBLAS_STATUS_NOT_SUPPORTED;
    }
    WORKBOOK_CUBLAS_REQUIRE(is_valid(*operation, layouts));
    problem.m = static_cast<std::int64_t>(layouts.d->rows);
    problem.n = static_cast<std::int64_t>(layouts.d->columns);
    problem.k = static_cast<std::int64_t>(operation->op_a == CUBLAS_OP_N ? layouts.a->columns
                                                                         : layouts.a->rows);
    WORKBOOK_CUBLAS_REQUIRE(fits(*operation, layouts, problem));
    const auto types = types_of(*operation, layouts);
    if (!types) return CUBLAS_STATUS_NOT_SUPPORTED;
    WORKBOOK_CUBLAS_REQUIRE(operation->bias_type == -1 || operation->bias_type == types->bias);
    problem.kernel = types->kernel;
    problem.bias_type = types->bias;
    problem.alignment = alignment_of(types->kernel);
    const bool has_epilogue = (operation->epilogue & ~CUBLASLT_EPILOGUE_DEFAULT) != 0;
    const bool is_supported = operation->op_c == CUBLAS_OP_N &&
                              (types->has_epilogues || !has_epilogue) &&
                              (layouts.d->order == CUBLASLT_ORDER_COL ||
                               !(has_bias(*operation) || has_auxiliary(*operation))) &&
                              suits_tensor_cores(*operation, layouts, problem);
    return is_supported ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_NOT_SUPPORTED;
}

} // namespace vgpu::cublaslt
