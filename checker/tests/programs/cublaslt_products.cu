// cuBLASLt: D = epilogue(alpha op(A) op(B) + beta C + bias) of all pairs of types, in both orders,
// in place and apart, in batches, beside loops in double. What is no element must stay as it is.
#include "cublaslt_check.hpp"

namespace {

struct Types {
    const char* name;
    cudaDataType a, b, c, d, scale;
    cublasComputeType_t compute;
};

struct Shape {
    int m, n, k, batch;
};

struct Case {
    Shape size;
    cublasOperation_t op_a, op_b;
    bool rows;     // all matrices lie row by row
    bool in_place; // D is C
    double beta;
    cublasLtEpilogue_t epilogue;
    bool by_heuristic; // the algorithm is asked for before
    cublasPointerMode_t mode;
    bool by_address = false; // matrices of a batch
};

// A matrix of a batch, with a gap of 16 numbers after each line and of 32 after each matrix.
struct Place {
    int rows, columns;
    bool by_rows;

    int leading() const { return (by_rows ? columns : rows) + 16; }
    int size() const { return leading() * (by_rows ? rows : columns) + 32; }
    int at(int i, int j) const { return by_rows ? i * leading() + j : i + j * leading(); }
    template <class T>
    Wide element(const Array<T>& x, int problem, cublasOperation_t op, int i, int j) const {
        const Wide value = x.expected[problem * size() + (op == CUBLAS_OP_N ? at(i, j) : at(j, i))];
        return op == CUBLAS_OP_C ? std::conj(value) : value;
    }
};

Place place(int rows, int columns, cublasOperation_t op, bool by_rows) {
    return op == CUBLAS_OP_N ? Place{rows, columns, by_rows} : Place{columns, rows, by_rows};
}

bool has_bias(cublasLtEpilogue_t epilogue) { return (epilogue & CUBLASLT_EPILOGUE_BIAS) != 0; }

Wide activate(cublasLtEpilogue_t epilogue, Wide x) {
    const double value = x.real();
    if (epilogue & CUBLASLT_EPILOGUE_RELU) return std::fmax(value, 0);
    if (!(epilogue & CUBLASLT_EPILOGUE_GELU)) return x;
    const double inner =
        std::sqrt(2 / 3.14159265358979323846) * (value + 0.044715 * value * value * value);
    return 0.5 * value * (1 + std::tanh(inner));
}

// As it is stored.
template <class T>
Wide rounded(Wide x) {
    if (std::is_same_v<T, std::int8_t>)
        return std::fmin(std::fmax(std::nearbyint(x.real()), -128), 127);
    return wide(narrow<T>(x));
}

// Where the matrices of a batch are, on the device: four arrays.
struct Addresses {
    int batch, used = 0;
    void** device = nullptr;

    explicit Addresses(int count) : batch(count) {
        check(cudaMalloc(&device, 4 * static_cast<std::size_t>(count) * sizeof(void*)));
    }
    Addresses(const Addresses&) = delete;
    ~Addresses() { cudaFree(device); }
    template <class T>
    void** of(T* first, int stride) {
        void** const to = device + batch * used++;
        for (int i = 0; i < batch; ++i) {
            T* const one = first + i * stride;
            check(cudaMemcpy(to + i, &one, sizeof one, cudaMemcpyHostToDevice));
        }
        return to;
    }
};

template <class InA, class InB, class OutC, class OutD, class Scale, class Bias>
void one_product(const Types& types, const Case& c) {
    const auto [m, n, k, batch] = c.size;
    const Place of_a = place(m, k, c.op_a, c.rows), of_b = place(k, n, c.op_b, c.rows),
                of_c{m, n, c.rows};
    const Wide alpha =
        is_complex<Scale> ? Wide(2, -0.5) : Wide(std::is_integral_v<Scale> ? 2 : 0.5);
    Array<InA> a(of_a.size() * batch);
    Array<InB> b(of_b.size() * batch);
    Array<OutC> old(of_c.size() * batch);
    Array<OutD> apart(of_c.size() * batch);
    Array<Bias> bias(m);
    Factor<Scale> first(alpha), second(c.beta);
    if (c.beta == 0 && !std::is_integral_v<OutC>)
        for (Wide& x : old.expected) x = untouched;
    for (auto* numbers : {&a.expected, &b.expected})
        if (std::is_integral_v<InA>)
            for (Wide& x : *numbers) x = std::round(2 * next_number(false).real());
    a.upload();
    b.upload();
    old.upload();
    apart.upload();
    bias.upload();

    Operation operation(types.compute, types.scale);
    operation.set(CUBLASLT_MATMUL_DESC_TRANSA, c.op_a);
    operation.set(CUBLASLT_MATMUL_DESC_TRANSB, c.op_b);
    operation.set(CUBLASLT_MATMUL_DESC_EPILOGUE, c.epilogue);
    operation.set(CUBLASLT_MATMUL_DESC_POINTER_MODE, c.mode);
    if (has_bias(c.epilogue)) operation.set(CUBLASLT_MATMUL_DESC_BIAS_POINTER, bias.device);
    const auto order = c.rows ? CUBLASLT_ORDER_ROW : CUBLASLT_ORDER_COL;
    Layout layout_a(types.a, of_a.rows, of_a.columns, of_a.leading(), order),
        layout_b(types.b, of_b.rows, of_b.columns, of_b.leading(), order),
        layout_c(types.c, m, n, of_c.leading(), order),
        layout_d(types.d, m, n, of_c.leading(), order);
    layout_a.batch(batch, of_a.size());
    layout_b.batch(batch, of_b.size());
    layout_c.batch(batch, of_c.size());
    layout_d.batch(batch, of_c.size());
    cublasLtMatmulHeuristicResult_t found{};
    int count = 0;
    if (c.by_heuristic) {
        Preference preference;
        check(cublasLtMatmulAlgoGetHeuristic(handle(), operation.desc, layout_a.desc, layout_b.desc,
                                             layout_c.desc, layout_d.desc, preference.desc, 1,
                                             &found, &count));
        require(count == 1 && found.workspaceSize == 0, "the algorithm");
    }
    void* out = c.in_place ? static_cast<void*>(old.device) : apart.device;
    const void *at_a = a.device, *at_b = b.device, *at_c = old.device;
    Addresses addresses(batch);
    if (c.by_address) {
        for (Layout* layout : {&layout_a, &layout_b, &layout_c, &layout_d})
            layout->set(static_cast<cublasLtMatrixLayoutAttribute_t>(8), std::uint32_t{1}); // mode
        at_a = addresses.of(a.device, of_a.size());
        at_b = addresses.of(b.device, of_b.size());
        at_c = addresses.of(old.device, of_c.size());
        out = c.in_place ? const_cast<void*>(at_c) : addresses.of(apart.device, of_c.size());
    }
    check(cublasLtMatmul(handle(), operation.desc, first.at(c.mode), at_a, layout_a.desc, at_b,
                         layout_b.desc, second.at(c.mode), at_c, layout_c.desc, out, layout_d.desc,
                         c.by_heuristic ? &found.algo : nullptr, nullptr, 0, nullptr));
    for (int p = 0; p < batch; ++p)
        for (int j = 0; j < n; ++j)
            for (int i = 0; i < m; ++i) {
                Wide x = 0;
                for (int l = 0; l < k; ++l)
                    x += of_a.element(a, p, c.op_a, i, l) * of_b.element(b, p, c.op_b, l, j);
                const int at = p * of_c.size() + of_c.at(i, j);
                x = alpha * x + (c.beta == 0 ? 0 : c.beta * old.expected[at]);
                if (has_bias(c.epilogue)) x += bias.expected[i];
                Wide& to = c.in_place ? old.expected[at] : apart.expected[at];
                to = rounded<OutD>(activate(c.epilogue, x));
            }
    char what[160];
    std::snprintf(what, sizeof what, "%s, %d x %d x %d, batch %d, ops %d %d, %s%s, epilogue %d",
                  types.name, m, n, k, batch, c.op_a, c.op_b, c.rows ? "rows" : "columns",
                  c.in_place ? ", in place" : "", c.epilogue);
    // An H200 computes GELU of doubles with the precision of floats.
    const bool is_less = std::is_same_v<OutD, double> && (c.epilogue & CUBLASLT_EPILOGUE_GELU);
    if (c.in_place)
        old.compare(what, is_less ? 1e7 : 1);
    else
        apart.compare(what, is_less ? 1e7 : 1);
}

template <class InA, class InB, class OutC, class OutD, class Scale, class Bias>
void products(const Types& types) {
    // Tensor cores take bytes only if A is transposed, and numbers lie in pieces of 16.
    const bool is_narrow = sizeof(InA) == 1;
    const auto try_case = [&](const Case& c) {
        if (is_narrow &&
            (c.op_a != CUBLAS_OP_T || c.op_b != CUBLAS_OP_N || c.rows || c.size.m % 16 != 0))
            return;
        one_product<InA, InB, OutC, OutD, Scale, Bias>(types, c);
    };
    const auto epilogue = CUBLASLT_EPILOGUE_DEFAULT;
    int turn = 0;
    for (const Shape& size : {Shape{5, 3, 7, 1}, {80, 48, 32, 1}, {16, 32, 16, 3}})
        for (const auto op_a : {CUBLAS_OP_N, CUBLAS_OP_T, CUBLAS_OP_C})
            for (const auto op_b : {CUBLAS_OP_N, CUBLAS_OP_T, CUBLAS_OP_C}) {
                const bool real_and_conjugated =
                    !is_complex<InA> && (op_a == CUBLAS_OP_C || op_b == CUBLAS_OP_C);
                if (real_and_conjugated) continue;
                ++turn;
                const bool can_be_in_place = std::is_same_v<OutC, OutD>;
                try_case({size, op_a, op_b, turn % 2 == 0, can_be_in_place && turn % 3 == 0,
                          turn % 4 < 2 ? 0.0 : -1.0, epilogue, turn % 5 < 3,
                          turn % 7 < 4 ? CUBLAS_POINTER_MODE_HOST : CUBLAS_POINTER_MODE_DEVICE});
            }
}

template <class InA, class InB, class OutC, class OutD, class Scale, class Bias>
void epilogues(const Types& types, std::initializer_list<cublasLtEpilogue_t> all) {
    bool is_odd = false;
    for (const auto epilogue : all) {
        is_odd = !is_odd;
        one_product<InA, InB, OutC, OutD, Scale, Bias>(types, {{48, 32, 16, is_odd ? 1 : 2},
                                                               CUBLAS_OP_T,
                                                               CUBLAS_OP_N,
                                                               false,
                                                               std::is_same_v<OutC, OutD> && is_odd,
                                                               1,
                                                               epilogue,
                                                               true,
                                                               CUBLAS_POINTER_MODE_HOST});
    }
}

const auto every_epilogue = {CUBLASLT_EPILOGUE_RELU, CUBLASLT_EPILOGUE_BIAS,
                             CUBLASLT_EPILOGUE_RELU_BIAS, CUBLASLT_EPILOGUE_GELU,
                             CUBLASLT_EPILOGUE_GELU_BIAS};

using e4m3 = __nv_fp8_e4m3;
using e5m2 = __nv_fp8_e5m2;
using bf16 = __nv_bfloat16;

template <class InA, class InB, class OutC, class OutD, class Scale, class Bias>
void both(const Types& types) {
    products<InA, InB, OutC, OutD, Scale, Bias>(types);
    epilogues<InA, InB, OutC, OutD, Scale, Bias>(types, every_epilogue);
}

void plain_types() {
    const auto f = CUBLAS_COMPUTE_32F;
    for (const bool in_place : {false, true})
        one_product<float, float, float, float, float, float>(
            {"f32 by addresses", CUDA_R_32F, CUDA_R_32F, CUDA_R_32F, CUDA_R_32F, CUDA_R_32F, f},
            {{16, 32, 16, 3},
             CUBLAS_OP_N,
             CUBLAS_OP_T,
             false,
             in_place,
             1,
             CUBLASLT_EPILOGUE_DEFAULT,
             false,
             CUBLAS_POINTER_MODE_HOST,
             true});
    both<float, float, float, float, float, float>(
        {"f32", CUDA_R_32F, CUDA_R_32F, CUDA_R_32F, CUDA_R_32F, CUDA_R_32F, f});
    products<float, float, float, float, float, float>({"f32 as tf32", CUDA_R_32F, CUDA_R_32F,
                                                        CUDA_R_32F, CUDA_R_32F, CUDA_R_32F,
                                                        CUBLAS_COMPUTE_32F_FAST_TF32});
    both<double, double, double, double, double, double>(
        {"f64", CUDA_R_64F, CUDA_R_64F, CUDA_R_64F, CUDA_R_64F, CUDA_R_64F, CUBLAS_COMPUTE_64F});
    products<cuComplex, cuComplex, cuComplex, cuComplex, cuComplex, cuComplex>(
        {"complex f32", CUDA_C_32F, CUDA_C_32F, CUDA_C_32F, CUDA_C_32F, CUDA_C_32F, f});
    products<cuDoubleComplex, cuDoubleComplex, cuDoubleComplex, cuDoubleComplex, cuDoubleComplex,
             cuDoubleComplex>({"complex f64", CUDA_C_64F, CUDA_C_64F, CUDA_C_64F, CUDA_C_64F,
                               CUDA_C_64F, CUBLAS_COMPUTE_64F});
}

void narrow_types() {
    const auto f = CUBLAS_COMPUTE_32F;
    both<__half, __half, __half, __half, float, __half>(
        {"f16", CUDA_R_16F, CUDA_R_16F, CUDA_R_16F, CUDA_R_16F, CUDA_R_32F, f});
    both<__half, __half, float, float, float, float>(
        {"f16 to f32", CUDA_R_16F, CUDA_R_16F, CUDA_R_32F, CUDA_R_32F, CUDA_R_32F, f});
    both<__half, __half, __half, __half, __half, __half>({"f16 in f16", CUDA_R_16F, CUDA_R_16F,
                                                          CUDA_R_16F, CUDA_R_16F, CUDA_R_16F,
                                                          CUBLAS_COMPUTE_16F});
    both<bf16, bf16, bf16, bf16, float, bf16>(
        {"bf16", CUDA_R_16BF, CUDA_R_16BF, CUDA_R_16BF, CUDA_R_16BF, CUDA_R_32F, f});
    both<bf16, bf16, float, float, float, float>(
        {"bf16 to f32", CUDA_R_16BF, CUDA_R_16BF, CUDA_R_32F, CUDA_R_32F, CUDA_R_32F, f});
    products<std::int8_t, std::int8_t, int, int, int, int>({"s8 to s32", CUDA_R_8I, CUDA_R_8I,
                                                            CUDA_R_32I, CUDA_R_32I, CUDA_R_32I,
                                                            CUBLAS_COMPUTE_32I});
    products<std::int8_t, std::int8_t, std::int8_t, std::int8_t, float, float>(
        {"s8", CUDA_R_8I, CUDA_R_8I, CUDA_R_8I, CUDA_R_8I, CUDA_R_32F, CUBLAS_COMPUTE_32I});
    epilogues<std::int8_t, std::int8_t, std::int8_t, std::int8_t, float, float>(
        {"s8", CUDA_R_8I, CUDA_R_8I, CUDA_R_8I, CUDA_R_8I, CUDA_R_32F, CUBLAS_COMPUTE_32I},
        {CUBLASLT_EPILOGUE_BIAS, CUBLASLT_EPILOGUE_RELU, CUBLASLT_EPILOGUE_RELU_BIAS});
    products<std::int8_t, std::int8_t, float, float, float, float>(
        {"s8 to f32", CUDA_R_8I, CUDA_R_8I, CUDA_R_32F, CUDA_R_32F, CUDA_R_32F, f});
}

void f8_types() {
    const auto f = CUBLAS_COMPUTE_32F;
    const auto small = CUDA_R_8F_E4M3, large = CUDA_R_8F_E5M2;
    both<e4m3, e4m3, bf16, bf16, float, bf16>(
        {"e4m3 to bf16", small, small, CUDA_R_16BF, CUDA_R_16BF, CUDA_R_32F, f});
    both<e4m3, e4m3, __half, __half, float, __half>(
        {"e4m3 to f16", small, small, CUDA_R_16F, CUDA_R_16F, CUDA_R_32F, f});
    both<e4m3, e4m3, float, float, float, bf16>(
        {"e4m3 to f32", small, small, CUDA_R_32F, CUDA_R_32F, CUDA_R_32F, f});
    both<e4m3, e4m3, bf16, e4m3, float, bf16>(
        {"e4m3", small, small, CUDA_R_16BF, small, CUDA_R_32F, f});
    both<e4m3, e5m2, __half, e5m2, float, __half>(
        {"e4m3 and e5m2 to e5m2", small, large, CUDA_R_16F, large, CUDA_R_32F, f});
    both<e5m2, e4m3, bf16, bf16, float, bf16>(
        {"e5m2 and e4m3 to bf16", large, small, CUDA_R_16BF, CUDA_R_16BF, CUDA_R_32F, f});
}

// D = scale_d relu(scale_a scale_b A^T B + C + bias), and the largest number before scale_d.
template <class Out>
void scales_of_f8(cudaDataType out, float scale_d) {
    const int m = 32, n = 16, k = 16;
    Array<e4m3> a(k * m), b(k * n);
    Array<bf16> c(m * n), bias(m);
    Array<Out> d(m * n);
    Factor<float> of_a(0.5), of_b(4), of_d(scale_d), largest(1e9), one(1);
    a.upload();
    b.upload();
    c.upload();
    d.upload();
    bias.upload();
    Operation operation(CUBLAS_COMPUTE_32F, CUDA_R_32F);
    operation.set(CUBLASLT_MATMUL_DESC_TRANSA, CUBLAS_OP_T);
    operation.set(CUBLASLT_MATMUL_DESC_EPILOGUE, CUBLASLT_EPILOGUE_RELU_BIAS);
    operation.set(CUBLASLT_MATMUL_DESC_BIAS_POINTER, bias.device);
    operation.set(CUBLASLT_MATMUL_DESC_A_SCALE_POINTER, of_a.device);
    operation.set(CUBLASLT_MATMUL_DESC_B_SCALE_POINTER, of_b.device);
    if (sizeof(Out) == 1) {
        operation.set(CUBLASLT_MATMUL_DESC_D_SCALE_POINTER, of_d.device);
        operation.set(CUBLASLT_MATMUL_DESC_AMAX_D_POINTER, largest.device);
    }
    operation.set(CUBLASLT_MATMUL_DESC_FAST_ACCUM, std::int8_t{1});
    Layout layout_a(CUDA_R_8F_E4M3, k, m, k), layout_b(CUDA_R_8F_E4M3, k, n, k),
        layout_c(CUDA_R_16BF, m, n, m), layout_d(out, m, n, m);
    check(cublasLtMatmul(handle(), operation.desc, &one.host, a.device, layout_a.desc, b.device,
                         layout_b.desc, &one.host, c.device, layout_c.desc, d.device, layout_d.desc,
                         nullptr, nullptr, 0, nullptr));
    double most = 0;
    for (int j = 0; j < n; ++j)
        for (int i = 0; i < m; ++i) {
            double x = 0;
            for (int l = 0; l < k; ++l)
                x += a.expected[l + i * k].real() * b.expected[l + j * k].real();
            x = std::fmax(2 * x + c.expected[i + j * m].real() + bias.expected[i].real(), 0);
            most = std::fmax(most, x);
            d.expected[i + j * m] = rounded<Out>(sizeof(Out) == 1 ? scale_d * x : x);
        }
    d.compare("scales");
    const double found = largest.value().real();
    if (sizeof(Out) != 1 || found == most) return;
    std::fprintf(stderr, "the largest number of D is %g, expected %g\n", found, most);
    wrong();
}

double gelu_gradient(double x) {
    const double root = std::sqrt(2 / 3.14159265358979323846);
    const double t = std::tanh(root * (x + 0.044715 * x * x * x));
    return 0.5 * (1 + t) + 0.5 * x * (1 - t * t) * root * (1 + 3 * 0.044715 * x * x);
}

// GELU that keeps what it got, A B + bias, and then its gradient there, times A B.
template <class T, class Scale>
void kept_for_a_gradient(const Types& types, double times) {
    const int m = 48, n = 32, k = 16, batch = 2, leading = 64, all = leading * n;
    Array<T> a(m * k * batch), b(k * n * batch), d(m * n * batch), bias(m), kept(all * batch);
    const Scale alpha = 0.25, beta = 0;
    a.upload();
    b.upload();
    bias.upload();
    Layout layout_a(types.a, m, k, m), layout_b(types.b, k, n, k), layout_d(types.d, m, n, m);
    layout_a.batch(batch, m * k);
    layout_b.batch(batch, k * n);
    layout_d.batch(batch, m * n);
    for (const auto epilogue :
         {CUBLASLT_EPILOGUE_GELU_AUX, CUBLASLT_EPILOGUE_GELU_AUX_BIAS, CUBLASLT_EPILOGUE_DGELU}) {
        d.upload();
        if (epilogue != CUBLASLT_EPILOGUE_DGELU) kept.upload();
        Operation operation(types.compute, types.scale);
        operation.set(CUBLASLT_MATMUL_DESC_EPILOGUE, epilogue);
        if (has_bias(epilogue)) operation.set(CUBLASLT_MATMUL_DESC_BIAS_POINTER, bias.device);
        operation.set(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER, kept.device);
        operation.set(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD, std::int64_t{leading});
        operation.set(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_BATCH_STRIDE, std::int64_t{all});
        check(cublasLtMatmul(handle(), operation.desc, &alpha, a.device, layout_a.desc, b.device,
                             layout_b.desc, &beta, d.device, layout_d.desc, d.device, layout_d.desc,
                             nullptr, nullptr, 0, nullptr));
        for (int p = 0; p < batch; ++p)
            for (int j = 0; j < n; ++j)
                for (int i = 0; i < m; ++i) {
                    double x = 0;
                    for (int l = 0; l < k; ++l)
                        x += 0.25 * a.expected[p * m * k + i + l * m].real() *
                             b.expected[p * k * n + l + j * k].real();
                    Wide& to = d.expected[p * m * n + i + j * m];
                    Wide& at = kept.expected[p * all + i + j * leading];
                    if (epilogue == CUBLASLT_EPILOGUE_DGELU) {
                        to = rounded<T>(x * gelu_gradient(at.real()));
                        continue;
                    }
                    if (has_bias(epilogue)) x += bias.expected[i].real();
                    at = rounded<T>(x);
                    to = rounded<T>(activate(epilogue, x));
                }
        kept.compare(types.name);
        d.compare(types.name, times);
    }
}

// By an algorithm that the program chooses, of all that are named.
void algorithms() {
    const int n = 64;
    const auto f = CUDA_R_32F;
    Array<float> a(n * n), b(n * n), d(n * n);
    a.upload();
    b.upload();
    const float one = 1, zero = 0;
    Operation operation(CUBLAS_COMPUTE_32F, f);
    Layout square(f, n, n, n);
    for (int i = 0; i < n * n; ++i) {
        d.expected[i] = 0;
        for (int l = 0; l < n; ++l)
            d.expected[i] += a.expected[i % n + l * n] * b.expected[l + i / n * n];
    }
    int ids[64], count = 0, right = 0;
    check(cublasLtMatmulAlgoGetIds(handle(), CUBLAS_COMPUTE_32F, f, f, f, f, f, 64, ids, &count));
    for (int i = 0; i < count; ++i) {
        cublasLtMatmulAlgo_t algo{};
        if (cublasLtMatmulAlgoInit(handle(), CUBLAS_COMPUTE_32F, f, f, f, f, f, ids[i], &algo) !=
            CUBLAS_STATUS_SUCCESS)
            continue;
        std::int32_t id = -1;
        std::uint32_t tiles[CUBLASLT_MATMUL_TILE_END];
        std::size_t written = 0;
        check(cublasLtMatmulAlgoConfigGetAttribute(&algo, CUBLASLT_ALGO_CONFIG_ID, &id, sizeof id,
                                                   &written));
        require(id == ids[i] && written == sizeof id, "the number of an algorithm");
        check(cublasLtMatmulAlgoCapGetAttribute(&algo, CUBLASLT_ALGO_CAP_TILE_IDS, tiles,
                                                sizeof tiles, &written));
        if (written != 0)
            check(cublasLtMatmulAlgoConfigSetAttribute(&algo, CUBLASLT_ALGO_CONFIG_TILE_ID, tiles,
                                                       sizeof tiles[0]));
        cublasLtMatmulHeuristicResult_t result{};
        if (cublasLtMatmulAlgoCheck(handle(), operation.desc, square.desc, square.desc, square.desc,
                                    square.desc, &algo, &result) != CUBLAS_STATUS_SUCCESS ||
            result.workspaceSize != 0)
            continue;
        check(cudaMemset(d.device, 0xff, n * n * sizeof(float)));
        check(cublasLtMatmul(handle(), operation.desc, &one, a.device, square.desc, b.device,
                             square.desc, &zero, d.device, square.desc, d.device, square.desc,
                             &algo, nullptr, 0, nullptr));
        d.compare("by an algorithm of the program's choice");
        ++right;
    }
    require(right > 0, "the number of algorithms that are right");
}

} // namespace

int main() {
    plain_types();
    narrow_types();
    f8_types();
    scales_of_f8<bf16>(CUDA_R_16BF, 1);
    scales_of_f8<e4m3>(CUDA_R_8F_E4M3, 0.25);
    scales_of_f8<e4m3>(CUDA_R_8F_E4M3, 64); // beyond 448, which is the largest number
    const auto f = CUDA_R_32F, h = CUDA_R_16F, g = CUDA_R_64F;
    kept_for_a_gradient<float, float>({"f32, kept", f, f, f, f, f, CUBLAS_COMPUTE_32F}, 1);
    kept_for_a_gradient<__half, float>({"f16, kept", h, h, h, h, f, CUBLAS_COMPUTE_32F}, 1);
    kept_for_a_gradient<double, double>({"f64, kept", g, g, g, g, g, CUBLAS_COMPUTE_64F}, 1e7);
    algorithms();
    check(cublasLtDestroy(handle()));
    std::puts("products of 19 combinations of types right, with biases and activations, too");
}
