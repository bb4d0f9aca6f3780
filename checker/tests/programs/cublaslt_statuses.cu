// cuBLASLt: which products there are, and what functions return for arguments that are not allowed;
// the status of each is printed.
#include "cublaslt_check.hpp"

#include <array>
#include <cstring>

namespace {

void tell(const char* what, cublasStatus_t status) {
    std::printf("%s: %s\n", what, cublasLtGetStatusName(status) + std::strlen("CUBLAS_STATUS_"));
}

const auto N = CUBLAS_OP_N, T = CUBLAS_OP_T;
const auto columns = CUBLASLT_ORDER_COL, rows = CUBLASLT_ORDER_ROW;

// What the questions change: a product of 32 x 32 x 32 numbers in memory that is large enough for
// all types.
struct Question {
    cublasComputeType_t compute = CUBLAS_COMPUTE_32F;
    cudaDataType scale = CUDA_R_32F, a = CUDA_R_32F, b = CUDA_R_32F, c = CUDA_R_32F, d = CUDA_R_32F;
    cublasOperation_t op_a = T, op_b = N;
    int m = 32, n = 32, k = 32, more = 0; // numbers after each line
    cublasLtOrder_t order_a = columns, order_b = columns, order_c = columns, order_d = columns;
    cublasLtEpilogue_t epilogue = CUBLASLT_EPILOGUE_DEFAULT;
    int bias_type = -1;
    bool has_bias = true;
    int at_a = 0, at_b = 0, at_c = 0, at_d = 0, at_bias = 0; // bytes that pointers are moved
};

char* memory = nullptr;
constexpr int part = 16384;
std::array<double, 4> one{}, zero{};

Layout layout(const Question& q, cudaDataType type, int lines, int each, cublasOperation_t op,
              cublasLtOrder_t order) {
    if (op != N) std::swap(lines, each);
    return {type, lines, each, (order == columns ? lines : each) + q.more, order};
}

// The four layouts and the operation.
struct Descriptors {
    Operation operation;
    Layout a, b, c, d;
    Preference preference;

    explicit Descriptors(const Question& q)
        : operation(q.compute, q.scale), a(layout(q, q.a, q.m, q.k, q.op_a, q.order_a)),
          b(layout(q, q.b, q.k, q.n, q.op_b, q.order_b)), c(layout(q, q.c, q.m, q.n, N, q.order_c)),
          d(layout(q, q.d, q.m, q.n, N, q.order_d)) {
        operation.set(CUBLASLT_MATMUL_DESC_TRANSA, q.op_a);
        operation.set(CUBLASLT_MATMUL_DESC_TRANSB, q.op_b);
        operation.set(CUBLASLT_MATMUL_DESC_EPILOGUE, q.epilogue);
        if (q.bias_type != -1) operation.set(CUBLASLT_MATMUL_DESC_BIAS_DATA_TYPE, q.bias_type);
        if ((q.epilogue & CUBLASLT_EPILOGUE_BIAS) && q.has_bias)
            operation.set(CUBLASLT_MATMUL_DESC_BIAS_POINTER, memory + 4 * part + q.at_bias);
    }
    cublasStatus_t choose() {
        cublasLtMatmulHeuristicResult_t found{};
        int count = 0;
        const auto status =
            cublasLtMatmulAlgoGetHeuristic(handle(), operation.desc, a.desc, b.desc, c.desc, d.desc,
                                           preference.desc, 1, &found, &count);
        return status == CUBLAS_STATUS_SUCCESS && count == 0 ? CUBLAS_STATUS_INTERNAL_ERROR
                                                             : status;
    }
    cublasStatus_t multiply(const Question& q = {}) {
        const auto status = cublasLtMatmul(
            handle(), operation.desc, one.data(), memory + q.at_a, a.desc, memory + part + q.at_b,
            b.desc, zero.data(), memory + 3 * part + q.at_c, c.desc, memory + 3 * part + q.at_d,
            d.desc, nullptr, nullptr, 0, nullptr);
        check(cudaDeviceSynchronize());
        return status;
    }
};

// What choosing an algorithm returns, and then the product itself.
void ask(const char* what, const Question& q) {
    Descriptors descriptors(q);
    std::printf("%s, to choose", what);
    tell("", descriptors.choose());
    tell(what, descriptors.multiply(q));
}

template <class Change>
void ask(const char* what, Change change) {
    Question q;
    change(q);
    ask(what, q);
}

void set_one(cudaDataType scale) {
    const float f = 1;
    const int i = 1;
    one = {1};
    if (scale == CUDA_R_32F || scale == CUDA_C_32F) {
        one = {};
        std::memcpy(one.data(), &f, sizeof f);
    }
    if (scale == CUDA_R_32I) std::memcpy(one.data(), &i, sizeof i);
    const __half h = __float2half(1);
    if (scale == CUDA_R_16F) std::memcpy(one.data(), &h, sizeof h);
}

struct Named {
    int value;
    const char* name;
};
#define WORKBOOK_NAMED(prefix, name)                                                               \
    Named { prefix##name, #name }
const Named computes[] = {
    WORKBOOK_NAMED(CUBLAS_COMPUTE_, 16F),           WORKBOOK_NAMED(CUBLAS_COMPUTE_, 16F_PEDANTIC),
    WORKBOOK_NAMED(CUBLAS_COMPUTE_, 32F),           WORKBOOK_NAMED(CUBLAS_COMPUTE_, 32F_PEDANTIC),
    WORKBOOK_NAMED(CUBLAS_COMPUTE_, 32F_FAST_16F),  WORKBOOK_NAMED(CUBLAS_COMPUTE_, 32F_FAST_16BF),
    WORKBOOK_NAMED(CUBLAS_COMPUTE_, 32F_FAST_TF32), WORKBOOK_NAMED(CUBLAS_COMPUTE_, 64F),
    WORKBOOK_NAMED(CUBLAS_COMPUTE_, 64F_PEDANTIC),  WORKBOOK_NAMED(CUBLAS_COMPUTE_, 32I),
    WORKBOOK_NAMED(CUBLAS_COMPUTE_, 32I_PEDANTIC)};
const Named scales[] = {WORKBOOK_NAMED(CUDA_, R_16F), WORKBOOK_NAMED(CUDA_, R_32F),
                        WORKBOOK_NAMED(CUDA_, R_64F), WORKBOOK_NAMED(CUDA_, R_32I),
                        WORKBOOK_NAMED(CUDA_, C_32F), WORKBOOK_NAMED(CUDA_, C_64F)};
const Named ins[] = {WORKBOOK_NAMED(CUDA_, R_16F),    WORKBOOK_NAMED(CUDA_, R_16BF),
                     WORKBOOK_NAMED(CUDA_, R_32F),    WORKBOOK_NAMED(CUDA_, R_64F),
                     WORKBOOK_NAMED(CUDA_, C_32F),    WORKBOOK_NAMED(CUDA_, C_64F),
                     WORKBOOK_NAMED(CUDA_, R_8I),     WORKBOOK_NAMED(CUDA_, R_8F_E4M3),
                     WORKBOOK_NAMED(CUDA_, R_8F_E5M2)};
const Named outs[] = {WORKBOOK_NAMED(CUDA_, R_16F),     WORKBOOK_NAMED(CUDA_, R_16BF),
                      WORKBOOK_NAMED(CUDA_, R_32F),     WORKBOOK_NAMED(CUDA_, R_64F),
                      WORKBOOK_NAMED(CUDA_, C_32F),     WORKBOOK_NAMED(CUDA_, C_64F),
                      WORKBOOK_NAMED(CUDA_, R_8I),      WORKBOOK_NAMED(CUDA_, R_32I),
                      WORKBOOK_NAMED(CUDA_, R_8F_E4M3), WORKBOOK_NAMED(CUDA_, R_8F_E5M2)};
const Named epilogues[] = {
    WORKBOOK_NAMED(CUBLASLT_EPILOGUE_, RELU), WORKBOOK_NAMED(CUBLASLT_EPILOGUE_, BIAS),
    WORKBOOK_NAMED(CUBLASLT_EPILOGUE_, RELU_BIAS), WORKBOOK_NAMED(CUBLASLT_EPILOGUE_, GELU),
    WORKBOOK_NAMED(CUBLASLT_EPILOGUE_, GELU_BIAS)};

// The epilogues of a pair of types, and the types that a bias may have.
void ask_epilogues(const Question& asked) {
    Question q = asked;
    for (const Named& epilogue : epilogues) {
        q.epilogue = static_cast<cublasLtEpilogue_t>(epilogue.value);
        if (Descriptors(q).choose() == CUBLAS_STATUS_SUCCESS) std::printf(" %s", epilogue.name);
    }
    q.epilogue = CUBLASLT_EPILOGUE_BIAS;
    std::printf("; bias");
    for (const Named& type : outs) {
        q.bias_type = type.value;
        if (Descriptors(q).choose() == CUBLAS_STATUS_SUCCESS) std::printf(" %s", type.name);
    }
}

// All that there are. NVIDIA's library chooses an algorithm for floats of the fast compute types
// whatever the type of the result is: those are not asked for.
void types() {
    Question q;
    for (const Named& compute : computes)
        for (const Named& scale : scales)
            for (const Named& a : ins)
                for (const Named& b : ins) {
                    const bool is_mixed = a.value != b.value;
                    const bool is_f8 = std::strstr(a.name, "8F") && std::strstr(b.name, "8F");
                    if (is_mixed && !is_f8) continue;
                    const bool is_float = a.value == CUDA_R_32F || a.value == CUDA_C_32F;
                    for (const Named& c : outs)
                        for (const Named& d : outs) {
                            if (std::strstr(compute.name, "FAST") && is_float && d.value != a.value)
                                continue;
                            q.compute = static_cast<cublasComputeType_t>(compute.value);
                            q.scale = static_cast<cudaDataType>(scale.value);
                            q.a = static_cast<cudaDataType>(a.value);
                            q.b = static_cast<cudaDataType>(b.value);
                            q.c = static_cast<cudaDataType>(c.value);
                            q.d = static_cast<cudaDataType>(d.value);
                            if (Descriptors(q).choose() != CUBLAS_STATUS_SUCCESS) continue;
                            set_one(q.scale);
                            std::printf("%s, %s: %s %s to %s %s: %s;", compute.name, scale.name,
                                        a.name, b.name, c.name, d.name,
                                        cublasLtGetStatusName(Descriptors(q).multiply(q)) +
                                            std::strlen("CUBLAS_STATUS_"));
                            ask_epilogues(q);
                            std::puts("");
                        }
                }
    set_one(CUDA_R_32F);
}

Question of_type(cudaDataType in, cudaDataType out,
                 cublasComputeType_t compute = CUBLAS_COMPUTE_32F) {
    Question q;
    q.compute = compute;
    q.a = q.b = in;
    q.c = q.d = out;
    return q;
}
struct NamedQuestion {
    const char* name;
    Question question;
};
const NamedQuestion some_types[] = {{"f32", of_type(CUDA_R_32F, CUDA_R_32F)},
                                    {"f16", of_type(CUDA_R_16F, CUDA_R_16F)},
                                    {"s8", of_type(CUDA_R_8I, CUDA_R_8I, CUBLAS_COMPUTE_32I)},
                                    {"s8 to f32", of_type(CUDA_R_8I, CUDA_R_32F)},
                                    {"e4m3 to bf16", of_type(CUDA_R_8F_E4M3, CUDA_R_16BF)}};

// Orders of the four matrices, with a bias and without; operations; sizes that no 16 divides.
void places() {
    char what[120];
    for (auto [name, q] : some_types) {
        for (int orders = 0; orders < 16; ++orders)
            for (const auto epilogue : {CUBLASLT_EPILOGUE_DEFAULT, CUBLASLT_EPILOGUE_BIAS}) {
                q.order_a = orders & 1 ? rows : columns;
                q.order_b = orders & 2 ? rows : columns;
                q.order_c = orders & 4 ? rows : columns;
                q.order_d = orders & 8 ? rows : columns;
                q.epilogue = epilogue;
                std::snprintf(
                    what, sizeof what, "%s, rows of%s%s%s%s%s%s", name, orders == 0 ? " none" : "",
                    orders & 1 ? " A" : "", orders & 2 ? " B" : "", orders & 4 ? " C" : "",
                    orders & 8 ? " D" : "", epilogue == CUBLASLT_EPILOGUE_BIAS ? ", bias" : "");
                ask(what, q);
            }
        q.order_a = q.order_b = q.order_c = q.order_d = columns;
        q.epilogue = CUBLASLT_EPILOGUE_DEFAULT;
        for (const auto op_a : {N, T})
            for (const auto op_b : {N, T}) {
                q.op_a = op_a;
                q.op_b = op_b;
                std::snprintf(what, sizeof what, "%s, operations %d %d", name, op_a, op_b);
                ask(what, q);
            }
        q.op_a = T;
        q.op_b = N;
        for (const int odd : {1, 2, 4, 8}) {
            for (int* const size : {&q.m, &q.n, &q.k, &q.more}) {
                const char* const which = size == &q.m   ? "m"
                                          : size == &q.n ? "n"
                                          : size == &q.k ? "k"
                                                         : "gap";
                const int before = *size;
                *size += odd;
                std::snprintf(what, sizeof what, "%s, %s %d", name, which, *size);
                ask(what, q);
                *size = before;
            }
            for (int* const at : {&q.at_a, &q.at_b, &q.at_d}) {
                const char* const which = at == &q.at_a ? "A" : at == &q.at_b ? "B" : "D";
                *at = odd;
                if (at == &q.at_d) q.at_c = odd;
                // A number that is not aligned is a fault of the kernel.
                const int bytes =
                    std::strcmp(name, "f32") == 0 || (at == &q.at_d && q.d == CUDA_R_32F) ? 4
                    : q.a == CUDA_R_16F || (at == &q.at_d && q.d == CUDA_R_16BF)          ? 2
                                                                                          : 1;
                if (odd % bytes == 0) {
                    std::snprintf(what, sizeof what, "%s, %s at %d", name, which, odd);
                    ask(what, q);
                }
                *at = q.at_c = 0;
            }
        }
    }
}

void sizes_that_are_wrong() {
    ask("m of 0", [](Question& q) { q.m = 0; });
    ask("n of 0", [](Question& q) { q.n = 0; });
    ask("k of 0", [](Question& q) { q.k = 0; });
    ask("lines too short", [](Question& q) { q.more = -1; });
    ask("rows too short", [](Question& q) {
        q.order_a = q.order_b = q.order_c = q.order_d = rows;
        q.more = -1;
    });
    const auto change = [](const char* what, auto change_one) {
        Descriptors descriptors({});
        change_one(descriptors);
        std::printf("%s, to choose", what);
        tell("", descriptors.choose());
        tell(what, descriptors.multiply());
    };
    const auto rows_of = CUBLASLT_MATRIX_LAYOUT_ROWS, columns_of = CUBLASLT_MATRIX_LAYOUT_COLS;
    const std::uint64_t less = 31;
    change("depth of A", [&](Descriptors& x) { x.a.set(rows_of, less); });
    change("depth of B", [&](Descriptors& x) { x.b.set(rows_of, less); });
    change("lines of A", [&](Descriptors& x) { x.a.set(columns_of, less); });
    change("lines of B", [&](Descriptors& x) { x.b.set(columns_of, less); });
    change("rows of C", [&](Descriptors& x) { x.c.set(rows_of, less); });
    change("columns of C", [&](Descriptors& x) { x.c.set(columns_of, less); });
    change("rows of D", [&](Descriptors& x) { x.d.set(rows_of, less); });
    change("leading dimension -32",
           [&](Descriptors& x) { x.a.set(CUBLASLT_MATRIX_LAYOUT_LD, std::int64_t{-32}); });
    change("leading dimension 0",
           [&](Descriptors& x) { x.a.set(CUBLASLT_MATRIX_LAYOUT_LD, std::int64_t{0}); });
    change("batch of A", [&](Descriptors& x) { x.a.batch(2, 0); });
    change("batch of D", [&](Descriptors& x) { x.d.batch(2, 1024); });
    change("batch of all", [&](Descriptors& x) {
        for (Layout* one : {&x.a, &x.b, &x.c, &x.d}) one->batch(2, 1024);
    });
    change("batch without strides", [&](Descriptors& x) {
        for (Layout* one : {&x.a, &x.b, &x.c, &x.d}) one->batch(2, 0);
    });
    change("C and D of one address, D with a gap",
           [&](Descriptors& x) { x.d.set(CUBLASLT_MATRIX_LAYOUT_LD, std::int64_t{48}); });
    change("no epilogue",
           [&](Descriptors& x) { x.operation.set(CUBLASLT_MATMUL_DESC_EPILOGUE, 0); });
    change("an epilogue that is none",
           [&](Descriptors& x) { x.operation.set(CUBLASLT_MATMUL_DESC_EPILOGUE, 3); });
    change("no bias", [&](Descriptors& x) {
        x.operation.set(CUBLASLT_MATMUL_DESC_EPILOGUE, CUBLASLT_EPILOGUE_BIAS);
    });
    change("C transposed",
           [&](Descriptors& x) { x.operation.set(CUBLASLT_MATMUL_DESC_TRANSC, T); });
    change("a scale of A", [&](Descriptors& x) {
        x.operation.set(CUBLASLT_MATMUL_DESC_A_SCALE_POINTER, memory + 4 * part);
    });
    change("a scale of D", [&](Descriptors& x) {
        x.operation.set(CUBLASLT_MATMUL_DESC_D_SCALE_POINTER, memory + 4 * part);
    });
    change("the largest of D", [&](Descriptors& x) {
        x.operation.set(CUBLASLT_MATMUL_DESC_AMAX_D_POINTER, memory + 4 * part);
    });
    change("a type of bias without one", [&](Descriptors& x) {
        x.operation.set(CUBLASLT_MATMUL_DESC_BIAS_DATA_TYPE, int{CUDA_R_64F});
    });
}

// Scales where the product is of 8 bits, and its result is or is not.
void scales_of_f8() {
    for (const bool is_narrow : {false, true}) {
        Question q = of_type(CUDA_R_8F_E4M3, CUDA_R_16BF);
        if (is_narrow) q.d = CUDA_R_8F_E4M3;
        q.at_c = 4096;
        const auto with = [&](const char* what, cublasLtMatmulDescAttributes_t attribute) {
            Descriptors descriptors(q);
            descriptors.operation.set(attribute, memory + 4 * part);
            std::printf("%s, %s, to choose", what, is_narrow ? "e4m3" : "bf16");
            tell("", descriptors.choose());
            tell(what, descriptors.multiply(q));
        };
        with("scale of A", CUBLASLT_MATMUL_DESC_A_SCALE_POINTER);
        with("scale of B", CUBLASLT_MATMUL_DESC_B_SCALE_POINTER);
        with("scale of C", CUBLASLT_MATMUL_DESC_C_SCALE_POINTER);
        with("scale of D", CUBLASLT_MATMUL_DESC_D_SCALE_POINTER);
        with("largest of D", CUBLASLT_MATMUL_DESC_AMAX_D_POINTER);
    }
}

void null_pointers() {
    Descriptors x({});
    char *a = memory, *b = memory + part, *c = memory + 2 * part, *d = memory + 3 * part;
    const void* const factor = one.data();
    const auto multiply = [&](const char* what, cublasLtHandle_t with,
                              cublasLtMatmulDesc_t operation, const void* alpha, const void* at_a,
                              cublasLtMatrixLayout_t of_a, const void* at_b, const void* beta,
                              const void* at_c, cublasLtMatrixLayout_t of_c, void* at_d,
                              cublasLtMatrixLayout_t of_d) {
        tell(what, cublasLtMatmul(with, operation, alpha, at_a, of_a, at_b, x.b.desc, beta, at_c,
                                  of_c, at_d, of_d, nullptr, nullptr, 0, nullptr));
        check(cudaDeviceSynchronize());
    };
    const auto la = x.a.desc, lc = x.c.desc, ld = x.d.desc;
    const auto o = x.operation.desc;
    const void* const none = zero.data();
    multiply("nothing null", handle(), o, factor, a, la, b, none, c, lc, d, ld);
    multiply("no handle", nullptr, o, factor, a, la, b, none, c, lc, d, ld);
    multiply("no layout of A", handle(), o, factor, a, nullptr, b, none, c, lc, d, ld);
    multiply("no layout of C", handle(), o, factor, a, la, b, none, c, nullptr, d, ld);
    multiply("no layout of D", handle(), o, factor, a, la, b, none, c, lc, d, nullptr);
    multiply("no alpha", handle(), o, nullptr, a, la, b, none, c, lc, d, ld);
    multiply("no beta", handle(), o, factor, a, la, b, nullptr, c, lc, d, ld);
    multiply("no A", handle(), o, factor, nullptr, la, b, none, c, lc, d, ld);
    multiply("no B", handle(), o, factor, a, la, nullptr, none, c, lc, d, ld);
    multiply("no C, beta 0", handle(), o, factor, a, la, b, none, nullptr, lc, d, ld);
    multiply("no C, beta 1", handle(), o, factor, a, la, b, factor, nullptr, lc, d, ld);
    multiply("no D", handle(), o, factor, a, la, b, none, c, lc, nullptr, ld);
    multiply("no A, alpha 0", handle(), o, none, nullptr, la, b, none, c, lc, d, ld);

    cublasLtMatmulHeuristicResult_t found[4]{};
    int count = 0;
    const auto choose = [&](const char* what, cublasLtHandle_t with, cublasLtMatmulDesc_t operation,
                            cublasLtMatrixLayout_t of_c, cublasLtMatmulPreference_t preference,
                            int most, cublasLtMatmulHeuristicResult_t* to, int* to_count) {
        tell(what, cublasLtMatmulAlgoGetHeuristic(with, operation, la, x.b.desc, of_c, ld,
                                                  preference, most, to, to_count));
    };
    const auto p = x.preference.desc;
    choose("to choose: no handle", nullptr, o, lc, p, 1, found, &count);
    choose("to choose: no layout of C", handle(), o, nullptr, p, 1, found, &count);
    choose("to choose: no preference", handle(), o, lc, nullptr, 1, found, &count);
    choose("to choose: 0 algorithms", handle(), o, lc, p, 0, found, &count);
    choose("to choose: -1 algorithms", handle(), o, lc, p, -1, found, &count);
    choose("to choose: no results", handle(), o, lc, p, 1, nullptr, &count);
    choose("to choose: no count", handle(), o, lc, p, 1, found, nullptr);
    choose("to choose: one", handle(), o, lc, p, 1, found, &count);
    const auto chosen = found[0].algo;
    tell("state", found[0].state);
    tell("to check",
         cublasLtMatmulAlgoCheck(handle(), o, la, x.b.desc, lc, ld, &chosen, &found[1]));
    tell("to check: no algorithm",
         cublasLtMatmulAlgoCheck(handle(), o, la, x.b.desc, lc, ld, nullptr, &found[1]));
    tell("to check: no result",
         cublasLtMatmulAlgoCheck(handle(), o, la, x.b.desc, lc, ld, &chosen, nullptr));
    const cublasLtMatmulAlgo_t nothing{};
    for (const auto* algo : {&chosen, &nothing}) {
        tell(algo == &chosen ? "the algorithm" : "an algorithm of zeros",
             cublasLtMatmul(handle(), o, factor, a, la, b, x.b.desc, none, c, lc, d, ld, algo,
                            nullptr, 0, nullptr));
        check(cudaDeviceSynchronize());
    }
    tell("a workspace that is null", cublasLtMatmul(handle(), o, factor, a, la, b, x.b.desc, none,
                                                    c, lc, d, ld, &chosen, nullptr, 4096, nullptr));
    tell("a workspace of 4096", cublasLtMatmul(handle(), o, factor, a, la, b, x.b.desc, none, c, lc,
                                               d, ld, &chosen, memory + 4 * part, 4096, nullptr));
    tell("a workspace of 4096, no algorithm",
         cublasLtMatmul(handle(), o, factor, a, la, b, x.b.desc, none, c, lc, d, ld, nullptr,
                        memory + 4 * part, 4096, nullptr));
    tell("a workspace at 1, no algorithm",
         cublasLtMatmul(handle(), o, factor, a, la, b, x.b.desc, none, c, lc, d, ld, nullptr,
                        memory + 4 * part + 1, 4096, nullptr));
    x.operation.set(CUBLASLT_MATMUL_DESC_EPILOGUE, CUBLASLT_EPILOGUE_GELU_AUX);
    x.operation.set(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD, std::int64_t{32});
    multiply("no auxiliary matrix", handle(), o, factor, a, la, b, none, c, lc, d, ld);
    x.operation.set(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER, memory + 4 * part);
    multiply("an auxiliary matrix", handle(), o, factor, a, la, b, none, c, lc, d, ld);
    x.operation.set(CUBLASLT_MATMUL_DESC_EPILOGUE, CUBLASLT_EPILOGUE_DEFAULT);
    tell("a workspace at 1", cublasLtMatmul(handle(), o, factor, a, la, b, x.b.desc, none, c, lc, d,
                                            ld, &chosen, memory + 4 * part + 1, 4096, nullptr));
    check(cudaDeviceSynchronize());
}

void attributes() {
    Descriptors x({});
    const auto o = x.operation.desc;
    const auto a = x.a.desc;
    const auto op = CUBLASLT_MATMUL_DESC_TRANSA;
    std::int64_t value = 0;
    std::size_t written = 77;
    tell("set 4 bytes of 4", cublasLtMatmulDescSetAttribute(o, op, &value, 4));
    tell("set 8 bytes of 4", cublasLtMatmulDescSetAttribute(o, op, &value, 8));
    tell("set 2 bytes of 4", cublasLtMatmulDescSetAttribute(o, op, &value, 2));
    tell("set 0 bytes", cublasLtMatmulDescSetAttribute(o, op, &value, 0));
    tell("set from null", cublasLtMatmulDescSetAttribute(o, op, nullptr, 4));
    tell("set of null", cublasLtMatmulDescSetAttribute(nullptr, op, &value, 4));
    tell("set an attribute that is none",
         cublasLtMatmulDescSetAttribute(o, static_cast<cublasLtMatmulDescAttributes_t>(99), &value,
                                        4));
    tell("get 4 bytes of 4", cublasLtMatmulDescGetAttribute(o, op, &value, 4, &written));
    std::printf("%zu bytes\n", written);
    tell("get 8 bytes of 4", cublasLtMatmulDescGetAttribute(o, op, &value, 8, &written));
    tell("get 2 bytes of 4", cublasLtMatmulDescGetAttribute(o, op, &value, 2, &written));
    tell("get 0 bytes", cublasLtMatmulDescGetAttribute(o, op, nullptr, 0, &written));
    std::printf("%zu bytes\n", written);
    tell("get 0 bytes, without a place for their number",
         cublasLtMatmulDescGetAttribute(o, op, nullptr, 0, nullptr));
    tell("get without a place for their number",
         cublasLtMatmulDescGetAttribute(o, op, &value, 4, nullptr));
    tell("get to null", cublasLtMatmulDescGetAttribute(o, op, nullptr, 4, &written));
    tell("set an order that is none",
         cublasLtMatrixLayoutSetAttribute(a, CUBLASLT_MATRIX_LAYOUT_ORDER, &(value = 9), 4));
    tell("set a type that is none",
         cublasLtMatrixLayoutSetAttribute(a, CUBLASLT_MATRIX_LAYOUT_TYPE, &(value = 99), 4));
    tell("set a batch of -1",
         cublasLtMatrixLayoutSetAttribute(a, CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, &(value = -1), 4));
    tell("set a pointer mode that is none",
         cublasLtMatmulDescSetAttribute(o, CUBLASLT_MATMUL_DESC_POINTER_MODE, &(value = 9), 4));
    tell("set the memory of a workspace",
         cublasLtMatmulPreferenceSetAttribute(
             x.preference.desc, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, &(value = 4096), 8));
    tell("set it in 4 bytes",
         cublasLtMatmulPreferenceSetAttribute(x.preference.desc,
                                              CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, &value, 4));

    cublasLtMatmulDescOpaque_t operation{};
    cublasLtMatrixLayoutOpaque_t of_a{};
    tell("init", cublasLtMatmulDescInit(&operation, CUBLAS_COMPUTE_32F, CUDA_R_32F));
    tell("init of a layout", cublasLtMatrixLayoutInit(&of_a, CUDA_R_32F, 4, 4, 4));
    tell("init in 8 bytes", cublasLtMatrixLayoutInit_internal(&of_a, 8, CUDA_R_32F, 4, 4, 4));
    tell("init of null", cublasLtMatrixLayoutInit(nullptr, CUDA_R_32F, 4, 4, 4));
    tell("create, no place", cublasLtMatmulDescCreate(nullptr, CUBLAS_COMPUTE_32F, CUDA_R_32F));
    tell("create a handle, no place", cublasLtCreate(nullptr));
    tell("destroy no handle", cublasLtDestroy(nullptr));
    tell("destroy no operation", cublasLtMatmulDescDestroy(nullptr));
    tell("destroy no layout", cublasLtMatrixLayoutDestroy(nullptr));
    tell("destroy no preference", cublasLtMatmulPreferenceDestroy(nullptr));
    cublasLtMatrixLayout_t layout_of_nothing = nullptr;
    tell("create a layout of type 99",
         cublasLtMatrixLayoutCreate(&layout_of_nothing, static_cast<cudaDataType>(99), 4, 4, 4));
    tell("create a layout of 0 rows",
         cublasLtMatrixLayoutCreate(&layout_of_nothing, CUDA_R_32F, 0, 4, 4));
    tell("create a layout with a leading dimension of 1",
         cublasLtMatrixLayoutCreate(&layout_of_nothing, CUDA_R_32F, 4, 4, 1));
    cublasLtMatmulDesc_t of_nothing = nullptr;
    tell("create an operation of type 99",
         cublasLtMatmulDescCreate(&of_nothing, static_cast<cublasComputeType_t>(99), CUDA_R_32F));
    tell("create an operation with a scale of type 99",
         cublasLtMatmulDescCreate(&of_nothing, CUBLAS_COMPUTE_32F, static_cast<cudaDataType>(99)));
}

void versions() {
    int value = 0;
    tell("major version", cublasLtGetProperty(MAJOR_VERSION, &value));
    require(cublasLtGetVersion() / 10000 == static_cast<std::size_t>(value), "the version");
    tell("property 3", cublasLtGetProperty(static_cast<libraryPropertyType>(3), &value));
    tell("no place for a property", cublasLtGetProperty(MAJOR_VERSION, nullptr));
    require(std::strcmp(cublasLtGetStatusName(CUBLAS_STATUS_NOT_SUPPORTED),
                        "CUBLAS_STATUS_NOT_SUPPORTED") == 0,
            "a name");
    tell("log level 5", cublasLtLoggerSetLevel(0));
}

} // namespace

int main() {
    check(cudaMalloc(&memory, 6 * part));
    check(cudaMemset(memory, 0, 6 * part));
    set_one(CUDA_R_32F);
    versions();
    attributes();
    sizes_that_are_wrong();
    scales_of_f8();
    places();
    types();
    null_pointers(); // last, since a fault would end the program
    check(cublasLtDestroy(handle()));
    return 0;
}
