// cuBLAS, gemm: of each pair of types, all operations, alone and in batches, beside loops in
// double. Where beta is 0, C is no number before.
#include "cublas_check.hpp"

#include <array>

// A C that is enlarged by rows and columns that must stay as they are.
struct Shape {
    int m, n, k;
    int lda(cublasOperation_t op) const { return (op == CUBLAS_OP_N ? m : k) + 1; }
    int ldb(cublasOperation_t op) const { return (op == CUBLAS_OP_N ? k : n) + 2; }
    int ldc() const { return m + 3; }
    int size_a(cublasOperation_t op) const { return lda(op) * (op == CUBLAS_OP_N ? k : m); }
    int size_b(cublasOperation_t op) const { return ldb(op) * (op == CUBLAS_OP_N ? n : k); }
    int size_c() const { return ldc() * n; }
};

// What gemm makes of C, whose first element is number `at_c` of `c`.
void multiply(const Shape& s, cublasOperation_t op_a, cublasOperation_t op_b, Wide alpha,
              const Wide* a, const Wide* b, Wide beta, Wide* c) {
    const Wides all_a(a, a + s.size_a(op_a)), all_b(b, b + s.size_b(op_b));
    for (int j = 0; j < s.n; ++j)
        for (int i = 0; i < s.m; ++i) {
            Wide sum = 0;
            for (int k = 0; k < s.k; ++k)
                sum += element(all_a, s.lda(op_a), op_a, i, k) *
                       element(all_b, s.ldb(op_b), op_b, k, j);
            Wide& to = c[i + j * s.ldc()];
            to = alpha * sum + (beta == 0.0 ? 0 : beta * to);
        }
}

void forget(const Shape& s, Wides& c) {
    for (std::size_t i = 0; i < c.size(); ++i)
        if (static_cast<int>(i) % s.ldc() < s.m) c[i] = untouched;
}

// `call` is gemm with all that is typed bound to it.
template <class In, class Out, class Scale, class Call>
void one_product(const Shape& s, cublasOperation_t op_a, cublasOperation_t op_b, Wide beta,
                 Call call) {
    in_both_modes([&](cublasPointerMode_t mode) {
        const Wide alpha = is_complex<Scale> ? Wide(2, -0.5) : Wide(2);
        Array<In> a(s.size_a(op_a)), b(s.size_b(op_b));
        Array<Out> c(s.size_c());
        Factor<Scale> first(alpha), second(beta);
        if (beta == 0.0 && !std::is_integral_v<Out>) forget(s, c.expected);
        a.upload();
        b.upload();
        c.upload();
        check(call(op_a, op_b, s, first.at(mode), a.device, b.device, second.at(mode), c.device));
        multiply(s, op_a, op_b, alpha, a.expected.data(), b.expected.data(), beta,
                 c.expected.data());
        for (Wide& x : c.expected)
            if (!std::isnan(x.real())) x = wide(narrow<Out>(x));
        c.compare("gemm");
    });
}

template <class In, class Out, class Scale, class Call>
void products(Call call, int step = 1) {
    for (const Shape& s : {Shape{1 * step, 1 * step, 1 * step},
                           {5 * step, 3 * step, 7 * step},
                           {70 * step, 66 * step, 17 * step},
                           {4 * step, 4 * step, 0}})
        for (const auto op_a : operations)
            for (const auto op_b : operations)
                for (const double beta : {0.0, -1.0})
                    one_product<In, Out, Scale>(s, op_a, op_b, beta, call);
}

template <class T>
void plain() {
    products<T, T, T>([](cublasOperation_t op_a, cublasOperation_t op_b, const Shape& s,
                         const T* alpha, const T* a, const T* b, const T* beta, T* c) {
        return Blas<T>::gemm(handle(), op_a, op_b, s.m, s.n, s.k, alpha, a, s.lda(op_a), b,
                             s.ldb(op_b), beta, c, s.ldc());
    });
}

template <class In, class Out, class Scale>
void mixed(cudaDataType in, cudaDataType out, cublasComputeType_t compute) {
    products<In, Out, Scale>([=](cublasOperation_t op_a, cublasOperation_t op_b, const Shape& s,
                                 const void* alpha, const void* a, const void* b, const void* beta,
                                 void* c) {
        return cublasGemmEx(handle(), op_a, op_b, s.m, s.n, s.k, alpha, a, in, s.lda(op_a), b, in,
                            s.ldb(op_b), beta, c, out, s.ldc(), compute, CUBLAS_GEMM_DEFAULT);
    });
}

// Products of bytes have rules of alignment on a GPU: leading dimensions that four divides.
template <class Out, class Scale>
void bytes(cudaDataType out, cublasComputeType_t compute) {
    const int m = 8, n = 12, k = 16;
    Array<std::int8_t> a(k * m), b(k * n);
    Array<Out> c(m * n);
    for (auto* x : {&a.expected, &b.expected})
        for (Wide& value : *x) value = std::round(4 * next_number(false).real());
    a.upload();
    b.upload();
    c.upload();
    const Scale one = 1, zero = 0;
    check(cublasGemmEx(handle(), CUBLAS_OP_T, CUBLAS_OP_N, m, n, k, &one, a.device, CUDA_R_8I, k,
                       b.device, CUDA_R_8I, k, &zero, c.device, out, m, compute,
                       CUBLAS_GEMM_DEFAULT));
    for (int j = 0; j < n; ++j)
        for (int i = 0; i < m; ++i) {
            c.expected[i + j * m] = 0;
            for (int p = 0; p < k; ++p)
                c.expected[i + j * m] += a.expected[p + i * k] * b.expected[p + j * k];
        }
    c.compare("gemm of bytes");
}

// By strides, one of which is 0, and by arrays of addresses: `strided` and `by_address` are the two
// functions.
template <class T, class Strided, class ByAddress>
void batches(Strided strided, ByAddress by_address) {
    const Shape s{6, 5, 9};
    const int count = 3;
    const auto N = CUBLAS_OP_N, C = CUBLAS_OP_C;
    const Wide alpha = 0.5, beta = 2;
    const T first = narrow<T>(alpha), second = narrow<T>(beta);
    Array<T> a(s.size_a(C) * count), b(s.size_b(N)), c(s.size_c() * count);
    a.upload();
    b.upload();
    c.upload();
    const auto expect = [&] {
        for (int i = 0; i < count; ++i)
            multiply(s, C, N, alpha, &a.expected[i * s.size_a(C)], b.expected.data(), beta,
                     &c.expected[i * s.size_c()]);
    };
    check(strided(s, &first, a.device, b.device, &second, c.device, count));
    expect();
    c.compare("a batch by strides");

    std::array<T*, 3 * 3> addresses;
    for (int i = 0; i < count; ++i) {
        addresses[i] = a.device + i * s.size_a(C);
        addresses[3 + i] = b.device;
        addresses[6 + i] = c.device + i * s.size_c();
    }
    T** on_device = nullptr;
    check(cudaMalloc(&on_device, sizeof addresses));
    check(cudaMemcpy(on_device, addresses.data(), sizeof addresses, cudaMemcpyHostToDevice));
    check(by_address(s, &first, on_device, on_device + 3, &second, on_device + 6, count));
    expect();
    c.compare("a batch by addresses", 4);
    check(cudaFree(on_device));
}

template <class T>
void batches() {
    batches<T>(
        [](const Shape& s, const T* alpha, T* a, T* b, const T* beta, T* c, int count) {
            return Blas<T>::gemm_strided(handle(), CUBLAS_OP_C, CUBLAS_OP_N, s.m, s.n, s.k, alpha,
                                         a, s.lda(CUBLAS_OP_C), s.size_a(CUBLAS_OP_C), b,
                                         s.ldb(CUBLAS_OP_N), 0, beta, c, s.ldc(), s.size_c(),
                                         count);
        },
        [](const Shape& s, const T* alpha, T** a, T** b, const T* beta, T** c, int count) {
            return Blas<T>::gemm_batched(handle(), CUBLAS_OP_C, CUBLAS_OP_N, s.m, s.n, s.k, alpha,
                                         a, s.lda(CUBLAS_OP_C), b, s.ldb(CUBLAS_OP_N), beta, c,
                                         s.ldc(), count);
        });
}

// The same with the types as arguments.
template <class T>
void batches_ex(cudaDataType type, cublasComputeType_t compute) {
    batches<T>(
        [=](const Shape& s, const T* alpha, T* a, T* b, const T* beta, T* c, int count) {
            return cublasGemmStridedBatchedEx(
                handle(), CUBLAS_OP_C, CUBLAS_OP_N, s.m, s.n, s.k, alpha, a, type,
                s.lda(CUBLAS_OP_C), s.size_a(CUBLAS_OP_C), b, type, s.ldb(CUBLAS_OP_N), 0, beta, c,
                type, s.ldc(), s.size_c(), count, compute, CUBLAS_GEMM_DEFAULT);
        },
        [=](const Shape& s, const T* alpha, T** a, T** b, const T* beta, T** c, int count) {
            const auto untyped = [](T** addresses) { return reinterpret_cast<void**>(addresses); };
            return cublasGemmBatchedEx(handle(), CUBLAS_OP_C, CUBLAS_OP_N, s.m, s.n, s.k, alpha,
                                       untyped(a), type, s.lda(CUBLAS_OP_C), untyped(b), type,
                                       s.ldb(CUBLAS_OP_N), beta, untyped(c), type, s.ldc(), count,
                                       compute, CUBLAS_GEMM_DEFAULT);
        });
}

// In a captured stream, launched twice.
void in_a_graph() {
    const Shape s{4, 4, 4};
    const auto N = CUBLAS_OP_N;
    Array<float> a(s.size_a(N)), b(s.size_b(N)), c(s.size_c());
    a.upload();
    b.upload();
    c.upload();
    cudaStream_t stream;
    check(cudaStreamCreate(&stream));
    check(cublasSetStream(handle(), stream));
    cudaGraph_t graph;
    cudaGraphExec_t step;
    const float one = 1;
    check(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
    check(cublasSgemm(handle(), N, N, s.m, s.n, s.k, &one, a.device, s.lda(N), b.device, s.ldb(N),
                      &one, c.device, s.ldc()));
    check(cudaStreamEndCapture(stream, &graph));
    check(cudaGraphInstantiate(&step, graph, 0));
    for (int i = 0; i < 2; ++i) {
        check(cudaGraphLaunch(step, stream));
        multiply(s, N, N, 1, a.expected.data(), b.expected.data(), 1, c.expected.data());
    }
    check(cudaStreamSynchronize(stream));
    c.compare("gemm in a graph");
    check(cublasSetStream(handle(), nullptr));
    check(cudaGraphExecDestroy(step));
    check(cudaGraphDestroy(graph));
    check(cudaStreamDestroy(stream));
}

int main() {
    plain<float>();
    plain<double>();
    plain<cuComplex>();
    plain<cuDoubleComplex>();
    plain<__half>();
    mixed<__half, __half, float>(CUDA_R_16F, CUDA_R_16F, CUBLAS_COMPUTE_32F);
    mixed<__half, float, float>(CUDA_R_16F, CUDA_R_32F, CUBLAS_COMPUTE_32F);
    mixed<__half, __half, __half>(CUDA_R_16F, CUDA_R_16F, CUBLAS_COMPUTE_16F);
    mixed<__nv_bfloat16, __nv_bfloat16, float>(CUDA_R_16BF, CUDA_R_16BF, CUBLAS_COMPUTE_32F);
    mixed<__nv_bfloat16, float, float>(CUDA_R_16BF, CUDA_R_32F, CUBLAS_COMPUTE_32F);
    mixed<float, float, float>(CUDA_R_32F, CUDA_R_32F, CUBLAS_COMPUTE_32F_PEDANTIC);
    mixed<double, double, double>(CUDA_R_64F, CUDA_R_64F, CUBLAS_COMPUTE_64F);
    mixed<cuComplex, cuComplex, cuComplex>(CUDA_C_32F, CUDA_C_32F, CUBLAS_COMPUTE_32F);
    bytes<int, int>(CUDA_R_32I, CUBLAS_COMPUTE_32I);
    bytes<float, float>(CUDA_R_32F, CUBLAS_COMPUTE_32F);
    batches<float>();
    batches<double>();
    batches<cuComplex>();
    batches<cuDoubleComplex>();
    batches<__half>();
    batches_ex<float>(CUDA_R_32F, CUBLAS_COMPUTE_32F);
    batches_ex<double>(CUDA_R_64F, CUBLAS_COMPUTE_64F);
    in_a_graph();
    check(cublasDestroy(handle()));
    std::puts("gemm of 15 combinations of types right, in batches and in a graph, too");
}
