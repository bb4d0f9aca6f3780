// What small CUDA programs do every day. It runs on any GPU and prints the same there.
#include <cstdio>
#include <vector>

#define CHECK(call)                                                                                \
    do {                                                                                           \
        const cudaError_t error = (call);                                                          \
        if (error != cudaSuccess) {                                                                \
            std::printf("line %d: %s\n", __LINE__, cudaGetErrorString(error));                     \
            return 1;                                                                              \
        }                                                                                          \
    } while (false)

__constant__ int coefficients[3];
__device__ int touched;
__managed__ int steps = 5;

__global__ void polynomial(const int* input, int* output, int n) {
    const int index = blockIdx.x * blockDim.x + threadIdx.x;
    if (index >= n) return;
    const int x = input[index];
    output[index] = coefficients[0] + x * (coefficients[1] + x * coefficients[2]);
    atomicAdd(&touched, 1);
}

__global__ void reverse_blocks(int* data) {
    extern __shared__ int tile[];
    tile[threadIdx.x] = data[blockIdx.x * blockDim.x + threadIdx.x];
    __syncthreads();
    data[blockIdx.x * blockDim.x + threadIdx.x] = tile[blockDim.x - 1 - threadIdx.x];
}

__global__ void transpose(const float* input, float* output, int rows, int columns) {
    const int column = blockIdx.x * blockDim.x + threadIdx.x;
    const int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row < rows && column < columns) output[column * rows + row] = input[row * columns + column];
}

__global__ void count_steps() {
    if (threadIdx.x == 0) steps += 1;
}

struct Pair {
    char letter;
    double number;
};

__global__ void take_struct(Pair pair, double* out) { *out = pair.number + pair.letter; }

template <class Value>
__global__ void fill(Value* out, Value value, int n) {
    for (int index = threadIdx.x; index < n; index += blockDim.x) out[index] = value;
}

int main() {
    const int n = 1000;
    std::vector<int> input(n), output(n);
    for (int index = 0; index < n; ++index) input[index] = index;
    int *device_input = nullptr, *device_output = nullptr;
    CHECK(cudaMalloc(&device_input, n * sizeof(int)));
    CHECK(cudaMalloc(&device_output, n * sizeof(int)));
    CHECK(cudaMemcpy(device_input, input.data(), n * sizeof(int), cudaMemcpyHostToDevice));

    const int values[3] = {7, 3, 1};
    CHECK(cudaMemcpyToSymbol(coefficients, values, sizeof values));
    polynomial<<<(n + 127) / 128, 128>>>(device_input, device_output, n);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(output.data(), device_output, n * sizeof(int), cudaMemcpyDeviceToHost));
    int count = 0;
    CHECK(cudaMemcpyFromSymbol(&count, touched, sizeof count));
    std::printf("polynomial: %d %d %d, touched %d\n", output[0], output[10], output[999], count);

    reverse_blocks<<<10, 100, 100 * sizeof(int)>>>(device_input);
    CHECK(cudaMemcpy(output.data(), device_input, n * sizeof(int), cudaMemcpyDefault));
    std::printf("reversed: %d %d %d\n", output[0], output[99], output[100]);

    float *matrix = nullptr, *transposed = nullptr;
    const int rows = 17, columns = 33;
    CHECK(cudaMallocManaged(&matrix, rows * columns * sizeof(float)));
    CHECK(cudaMallocManaged(&transposed, rows * columns * sizeof(float)));
    for (int index = 0; index < rows * columns; ++index) matrix[index] = 0.5f * index;
    transpose<<<dim3(3, 2), dim3(16, 16)>>>(matrix, transposed, rows, columns);
    CHECK(cudaDeviceSynchronize());
    std::printf("transposed: %.1f %.1f %.1f\n", transposed[0], transposed[1], transposed[rows]);

    count_steps<<<1, 32>>>();
    CHECK(cudaDeviceSynchronize());
    std::printf("steps: %d\n", steps);

    double* sum = nullptr;
    CHECK(cudaMalloc(&sum, sizeof(double)));
    take_struct<<<1, 1>>>(Pair{'A', 0.25}, sum);
    double host_sum = 0;
    CHECK(cudaMemcpy(&host_sum, sum, sizeof(double), cudaMemcpyDeviceToHost));
    std::printf("struct: %.2f\n", host_sum);

    cudaStream_t stream = nullptr;
    cudaEvent_t start = nullptr, stop = nullptr;
    CHECK(cudaStreamCreate(&stream));
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));
    CHECK(cudaEventRecord(start, stream));
    fill<<<1, 64, 0, stream>>>(device_output, 11, n);
    fill<<<1, 64, 0, stream>>>(matrix, 2.5f, rows * columns);
    CHECK(cudaEventRecord(stop, stream));
    CHECK(cudaEventSynchronize(stop));
    float milliseconds = -1;
    CHECK(cudaEventElapsedTime(&milliseconds, start, stop));
    CHECK(cudaMemcpyAsync(output.data(), device_output, n * sizeof(int), cudaMemcpyDeviceToHost,
                          stream));
    CHECK(cudaStreamSynchronize(stream));
    std::printf("filled: %d %.1f, time %s\n", output[n - 1], matrix[0],
                milliseconds >= 0 ? "measured" : "missing");
    CHECK(cudaEventDestroy(start));
    CHECK(cudaEventDestroy(stop));
    CHECK(cudaStreamDestroy(stream));

    polynomial<<<1, 2048>>>(device_input, device_output, n);
    std::printf("too many threads: %s\n", cudaGetErrorName(cudaGetLastError()));
    std::printf("afterwards: %s\n", cudaGetErrorName(cudaGetLastError()));

    for (void* pointer :
         {static_cast<void*>(device_input), static_cast<void*>(device_output),
          static_cast<void*>(matrix), static_cast<void*>(transposed), static_cast<void*>(sum)})
        CHECK(cudaFree(pointer));
    return 0;
}
