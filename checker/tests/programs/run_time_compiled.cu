// Compiled while it runs: NVRTC makes PTX of a text with a template, whose kernel is then found in
// a library and launched; the text's constants follow from what the host measured.
#include "check.hpp"

#include <nvrtc.h>
#include <string>
#include <vector>

void check(nvrtcResult result, nvrtcProgram program, int line = __builtin_LINE()) {
    if (result == NVRTC_SUCCESS) return;
    std::size_t size = 0;
    nvrtcGetProgramLogSize(program, &size);
    std::string log(size, ' ');
    nvrtcGetProgramLog(program, log.data());
    std::fprintf(stderr, "line %d: %s\n%s\n", line, nvrtcGetErrorString(result), log.c_str());
    std::exit(1);
}

const char source[] = R"(
__constant__ float scale;
__device__ int launches = 0;

template <int degree, class Value>
__device__ Value polynomial(const Value* coefficients, Value x) {
    Value result = coefficients[degree];
    #pragma unroll
    for (int i = degree - 1; i >= 0; --i) result = result * x + coefficients[i];
    return result;
}

template <class Value>
__global__ void evaluate(const Value* coefficients, const Value* in, Value* out, int count) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) out[i] = polynomial<DEGREE>(coefficients, in[i]) * Value(scale);
    if (i == 0) atomicAdd(&launches, 1);
}
)";

template <class Value>
void evaluate(cudaKernel_t kernel, const std::vector<Value>& coefficients, const char* name) {
    constexpr int count = 300;
    std::vector<Value> in(count), out(count);
    for (int i = 0; i < count; ++i) in[i] = static_cast<Value>(i % 20 - 10);
    Value *device_coefficients = nullptr, *device_in = nullptr, *device_out = nullptr;
    check(cudaMalloc(&device_coefficients, coefficients.size() * sizeof(Value)));
    check(cudaMalloc(&device_in, count * sizeof(Value)));
    check(cudaMalloc(&device_out, count * sizeof(Value)));
    check(cudaMemcpy(device_coefficients, coefficients.data(), coefficients.size() * sizeof(Value),
                     cudaMemcpyHostToDevice));
    check(cudaMemcpy(device_in, in.data(), count * sizeof(Value), cudaMemcpyHostToDevice));
    int size = count;
    void* arguments[] = {&device_coefficients, &device_in, &device_out, &size};
    check(cudaLaunchKernel(reinterpret_cast<const void*>(kernel), dim3(3), dim3(128), arguments, 0,
                           nullptr));
    finish();
    check(cudaMemcpy(out.data(), device_out, count * sizeof(Value), cudaMemcpyDeviceToHost));
    double sum = 0;
    for (int i = 0; i < count; ++i) {
        Value expected = 0;
        for (int k = int(coefficients.size()) - 1; k >= 0; --k)
            expected = expected * in[i] + coefficients[k];
        require(out[i] == expected / 2, name); // small numbers: exact
        sum += out[i];
    }
    std::printf("%s: %.1f\n", name, sum);
    for (Value* memory : {device_coefficients, device_in, device_out}) check(cudaFree(memory));
}

int main() {
    const std::vector<float> coefficients{1, -2, 0, 3};
    nvrtcProgram program = nullptr;
    check(nvrtcCreateProgram(&program, source, "polynomial.cu", 0, nullptr, nullptr), program);
    check(nvrtcAddNameExpression(program, "evaluate<float>"), program);
    check(nvrtcAddNameExpression(program, "evaluate<double>"), program);
    const std::string degree = "-DDEGREE=" + std::to_string(coefficients.size() - 1);
    const char* options[] = {"--gpu-architecture=compute_80", "-lineinfo", "--std=c++17",
                             degree.c_str()};
    check(nvrtcCompileProgram(program, 4, options), program);
    std::size_t size = 0;
    check(nvrtcGetPTXSize(program, &size), program);
    std::string ptx(size, ' ');
    check(nvrtcGetPTX(program, ptx.data()), program);
    const char *lowered_float = nullptr, *lowered_double = nullptr;
    check(nvrtcGetLoweredName(program, "evaluate<float>", &lowered_float), program);
    check(nvrtcGetLoweredName(program, "evaluate<double>", &lowered_double), program);

    cudaLibrary_t library = nullptr;
    cudaKernel_t of_floats = nullptr, of_doubles = nullptr;
    check(cudaLibraryLoadData(&library, ptx.c_str(), nullptr, nullptr, 0, nullptr, nullptr, 0));
    check(cudaLibraryGetKernel(&of_floats, library, lowered_float));
    check(cudaLibraryGetKernel(&of_doubles, library, lowered_double));
    check(nvrtcDestroyProgram(&program), nullptr);
    void* scale = nullptr;
    check(cudaLibraryGetGlobal(&scale, &size, library, "scale"));
    const float half = 0.5f;
    require(size == sizeof half, "the size of the variable");
    check(cudaMemcpy(scale, &half, sizeof half, cudaMemcpyHostToDevice));

    evaluate<float>(of_floats, coefficients, "floats");
    evaluate<double>(of_doubles, {1, -2, 0, 3}, "doubles");
    int launches = 0;
    void* counter = nullptr;
    check(cudaLibraryGetGlobal(&counter, &size, library, "launches"));
    check(cudaMemcpy(&launches, counter, sizeof launches, cudaMemcpyDeviceToHost));
    require(launches == 2, "the launches");
    std::printf("launches: %d\n", launches);
    check(cudaLibraryUnload(library));
    return 0;
}
