// One mistake a run, named by the argument; what the virtual GPU says of it is compared.
#include <cassert>
#include <cstdio>
#include <cstdlib>
#include <cstring>

__global__ void add_one(const int* input, int* output, int n) {
    const int index = blockIdx.x * blockDim.x + threadIdx.x;
    if (index <= n) output[index] = input[index] + 1;
}

__global__ void reverse(int* data) {
    __shared__ int tile[64];
    tile[threadIdx.x] = data[threadIdx.x];
    data[threadIdx.x] = tile[63 - threadIdx.x]; // no barrier before it
}

__global__ void misaligned(char* bytes) { *reinterpret_cast<int*>(bytes + 2) = 1; }

__global__ void asserting(int limit) { assert(static_cast<int>(threadIdx.x) < limit); }

static void report(const char* what, cudaError_t error) {
    std::printf("%s: %s\n", what, cudaGetErrorName(error));
}

int main(int argument_count, char** arguments) {
    const char* mistake = argument_count > 1 ? arguments[1] : "";
    const auto is = [&](const char* name) { return std::strcmp(mistake, name) == 0; };
    const int n = 100;
    int host[n] = {};
    int* input = nullptr;
    int* output = nullptr;
    cudaMalloc(&input, n * sizeof(int));
    cudaMalloc(&output, n * sizeof(int));
    if (!is("uninitialised")) cudaMemset(input, 0, n * sizeof(int));

    if (is("out_of_bounds")) {
        add_one<<<1, 128>>>(input, output, n);
        report("launch", cudaGetLastError());
        report("synchronize", cudaDeviceSynchronize());
        report("malloc", cudaMalloc(&input, 4));
        return 0;
    }
    if (is("use_after_free")) {
        cudaFree(input);
        add_one<<<1, 32>>>(input, output, n);
        report("synchronize", cudaDeviceSynchronize());
        return 0;
    }
    if (is("host_pointer")) {
        add_one<<<1, 32>>>(host, output, n);
        report("synchronize", cudaDeviceSynchronize());
        return 0;
    }
    if (is("host_heap")) {
        add_one<<<1, 32>>>(new int[n], output, n);
        report("synchronize", cudaDeviceSynchronize());
        return 0;
    }
    if (is("host_write")) static_cast<volatile int*>(input)[5] = 1;
    if (is("host_free")) std::free(input);
    if (is("uninitialised")) {
        add_one<<<1, 64>>>(input, output, n - 1);
        report("synchronize", cudaDeviceSynchronize());
    }
    if (is("race")) {
        reverse<<<1, 64>>>(input);
        report("synchronize", cudaDeviceSynchronize());
    }
    if (is("misaligned")) {
        misaligned<<<1, 1>>>(reinterpret_cast<char*>(input));
        report("synchronize", cudaDeviceSynchronize());
        return 0;
    }
    if (is("assertion")) {
        asserting<<<1, 32>>>(7);
        report("synchronize", cudaDeviceSynchronize());
        return 0;
    }
    if (is("swapped_copy")) report("copy", cudaMemcpy(host, input, 400, cudaMemcpyHostToDevice));
    if (is("double_free")) {
        report("first", cudaFree(input));
        report("second", cudaFree(input));
        return 0;
    }
    if (is("not_supported")) {
        cudaIpcMemHandle_t handle;
        report("handle", cudaIpcGetMemHandle(&handle, input));
        report("again", cudaIpcGetMemHandle(&handle, input));
    }
    report("free", cudaFree(input));
    report("free", cudaFree(output));
    return 0;
}
