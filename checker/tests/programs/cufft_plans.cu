// cuFFT: work areas of the program, streams, a graph that was captured from executions, sizes in 64
// bits, and plans of types that are told by cudaDataType.
#include "cufft_check.hpp"

#include <cufftXt.h>

namespace {

const int lengths[] = {64, 1000, 1009, 4096, 30000};

// A plan without memory of its own computes in the one that it is given.
void work_areas() {
    for (const int n : lengths) {
        const Case c = packed(CUFFT_C2C, 1, n, 1, 1, 2);
        const Wides x = numbers_for(c);
        Memory in(false, size_of(c, true)), out(false, size_of(c, false));
        for (std::size_t i = 0; i < x.size(); ++i) in.put(i, x[i], false);
        in.upload();
        cufftHandle plan = CUFFT_PLAN_NULL;
        std::size_t bytes = 0, asked = 0, told = 0;
        check(cufftCreate(&plan));
        check(cufftSetAutoAllocation(plan, 0));
        check(cufftGetSize1d(plan, n, c.type, c.batch, &asked));
        check(cufftMakePlan1d(plan, n, c.type, c.batch, &bytes));
        check(cufftGetSize(plan, &told));
        require(told == bytes && asked >= bytes, "the size of the work area");
        void* work = nullptr;
        check(cudaMalloc(&work, bytes + 1));
        check(cufftSetWorkArea(plan, work));
        check(cufftExecC2C(plan, static_cast<cufftComplex*>(in.device),
                           static_cast<cufftComplex*>(out.device), CUFFT_FORWARD));
        check(cudaDeviceSynchronize());
        out.download();
        const Wides roots = roots_of(n, -1);
        compare(c, out, tolerance(c, x), static_cast<std::size_t>(n / 31), [&](std::size_t i) {
            const auto count = static_cast<std::size_t>(n);
            return sum_of(&x[i / count * count], n, 1, roots, static_cast<int>(i % count));
        });
        check(cudaFree(work));
        check(cufftDestroy(plan));
    }
}

__global__ void scale(cufftComplex* x, int n) {
    const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    if (i >= n) return;
    x[i].x /= static_cast<float>(n);
    x[i].y /= static_cast<float>(n);
}

// Forward, divided by n, and back, in a stream: once as it is, and three times as a graph.
void streams_and_graphs() {
    for (const int n : lengths) {
        const Case c = packed(CUFFT_C2C, 1, n, 1, 1, 1, true);
        const Wides x = numbers_for(c);
        Memory data(false, size_of(c, true));
        for (std::size_t i = 0; i < x.size(); ++i) data.put(i, x[i], false);
        auto* numbers = static_cast<cufftComplex*>(data.device);
        cudaStream_t stream = nullptr;
        check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
        const cufftHandle plan = plan_of(c);
        check(cufftSetStream(plan, stream));
        const auto there_and_back = [&] {
            check(cufftExecC2C(plan, numbers, numbers, CUFFT_FORWARD));
            scale<<<(n + 127) / 128, 128, 0, stream>>>(numbers, n);
            check(cufftExecC2C(plan, numbers, numbers, CUFFT_INVERSE));
        };
        data.upload();
        check(cudaStreamSynchronize(nullptr)); // cudaMemcpy may return before all has arrived
        there_and_back();
        check(cudaStreamSynchronize(stream));
        data.download();
        const double limit = tolerance(c, x) / std::sqrt(n);
        compare(c, data, 2 * limit, 1, [&](std::size_t i) { return x[i]; });

        cudaGraph_t graph = nullptr;
        cudaGraphExec_t executable = nullptr;
        check(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
        there_and_back();
        check(cudaStreamEndCapture(stream, &graph));
        check(cudaGraphInstantiate(&executable, graph, 0));
        for (int i = 0; i < 3; ++i) check(cudaGraphLaunch(executable, stream));
        check(cudaStreamSynchronize(stream));
        data.download();
        compare(c, data, 8 * limit, 1, [&](std::size_t i) { return x[i]; });
        check(cudaGraphExecDestroy(executable));
        check(cudaGraphDestroy(graph));
        check(cufftDestroy(plan));
        check(cudaStreamDestroy(stream));
    }
}

// The same by cufftPlanMany, by 64-bit numbers and by types: the same bits.
void other_ways_to_plan() {
    long long n[] = {6, 10}, embed[] = {6, 12};
    int short_n[] = {6, 10}, short_embed[] = {6, 12};
    Case c = packed(CUFFT_C2C, 2, 6, 10, 1, 2);
    c.is_placed = true;
    c.in = c.out = {{6, 12, 1}, 1, 80};
    const Wides x = numbers_for(c);
    const auto result = [&](int way) {
        Memory in(false, size_of(c, true)), out(false, size_of(c, false));
        for_each(c, true, [&](std::size_t at, std::size_t i) { in.put(at, x[i], false); });
        in.upload();
        out.upload();
        std::size_t bytes = 0, asked = 0;
        cufftHandle plan = CUFFT_PLAN_NULL;
        check(cufftCreate(&plan));
        if (way == 0) {
            check(cufftGetSizeMany(plan, 2, short_n, short_embed, 1, 80, short_embed, 1, 80,
                                   CUFFT_C2C, 2, &asked));
            check(cufftMakePlanMany(plan, 2, short_n, short_embed, 1, 80, short_embed, 1, 80,
                                    CUFFT_C2C, 2, &bytes));
        } else if (way == 1) {
            check(cufftGetSizeMany64(plan, 2, n, embed, 1, 80, embed, 1, 80, CUFFT_C2C, 2, &asked));
            check(
                cufftMakePlanMany64(plan, 2, n, embed, 1, 80, embed, 1, 80, CUFFT_C2C, 2, &bytes));
        } else {
            check(cufftXtGetSizeMany(plan, 2, n, embed, 1, 80, CUDA_C_32F, embed, 1, 80, CUDA_C_32F,
                                     2, &asked, CUDA_C_32F));
            check(cufftXtMakePlanMany(plan, 2, n, embed, 1, 80, CUDA_C_32F, embed, 1, 80,
                                      CUDA_C_32F, 2, &bytes, CUDA_C_32F));
        }
        require(asked >= bytes, "the size that was asked before");
        check(cufftXtExec(plan, in.device, out.device, CUFFT_INVERSE));
        check(cudaDeviceSynchronize());
        check(cufftDestroy(plan));
        out.download();
        return out.values;
    };
    const auto first = result(0);
    for (int way = 1; way < 3; ++way) {
        const auto other = result(way);
        for (std::size_t i = 0; i < first.size(); ++i)
            require(first[i] == other[i] || (std::isnan(first[i]) && std::isnan(other[i])),
                    "the same by another way to plan");
    }
}

// A real result does not depend on the imaginary parts of the first number and of the middle one.
void halves() {
    const int n = 8;
    for (const bool odd_numbers : {false, true}) {
        float *out = nullptr, host[n];
        cufftComplex *in = nullptr, half[n / 2 + 1]{};
        half[0] = {8, odd_numbers ? 3.0f : 0};
        half[4] = {2, odd_numbers ? 5.0f : 0};
        check(cudaMalloc(&in, sizeof half));
        check(cudaMalloc(&out, sizeof host));
        check(cudaMemcpy(in, half, sizeof half, cudaMemcpyHostToDevice));
        cufftHandle plan = CUFFT_PLAN_NULL;
        check(cufftPlan1d(&plan, n, CUFFT_C2R, 1));
        check(cufftExecC2R(plan, in, out));
        check(cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost));
        for (int i = 0; i < n; ++i) require(host[i] == (i % 2 == 0 ? 10 : 6), "a real result");
        check(cufftDestroy(plan));
        check(cudaFree(in));
        check(cudaFree(out));
    }
}

} // namespace

int main() {
    work_areas();
    streams_and_graphs();
    other_ways_to_plan();
    halves();
    std::puts("plans are right");
    return 0;
}
