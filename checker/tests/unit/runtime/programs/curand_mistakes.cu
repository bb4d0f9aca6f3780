// Numbers of cuRAND that go wrong in the way that the argument names; what the virtual GPU says of
// it is looked at.
#include <curand.h>

#include <cstdio>
#include <cstring>
#include <cuda_runtime.h>

static void show(const char* what, int result) { std::printf("%s: %d\n", what, result); }

__global__ void half_of(const float* numbers, float* halves) {
    halves[threadIdx.x] = numbers[threadIdx.x] / 2;
}

int main(int argument_count, char** arguments) {
    const char* mistake = argument_count > 1 ? arguments[1] : "";
    const auto is = [&](const char* name) { return std::strcmp(mistake, name) == 0; };
    const int n = 256;
    float *numbers = nullptr, *halves = nullptr;
    cudaMalloc(&numbers, n * sizeof(float));
    cudaMalloc(&halves, n * sizeof(float));
    cudaStream_t streams[2];
    for (auto& stream : streams) cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);

    curandGenerator_t generator = nullptr;
    show("create", curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_DEFAULT));
    show("stream", curandSetStream(generator, streams[0]));
    show("uniform", curandGenerateUniform(generator, numbers, is("out_of_bounds") ? n + 1 : n));
    half_of<<<1, n, 0, streams[is("streams") ? 1 : 0]>>>(numbers, halves);
    if (is("not_supported")) {
        curandGenerator_t other = nullptr;
        show("mt19937", curandCreateGenerator(&other, CURAND_RNG_PSEUDO_MT19937));
    }
    show("wait", cudaDeviceSynchronize());
    show("more", curandGenerateUniform(generator, numbers, n));
    show("destroy", curandDestroyGenerator(generator));
    return 0;
}
