// Accesses to memory that is not there, not aligned, or gone.
#include "corpus.hpp"

#include <vector>

namespace {

__global__ void fill_up_to(int* out, int count) {
    if (thread() <= count) out[thread()] = 1; // fault: one_past_the_end
}
CASE(one_past_the_end) {
    const Array<int> out(100);
    fill_up_to<<<1, 128>>>(out, 100);
}

__global__ void left_neighbour(const int* in, int* out) {
    out[thread()] = in[thread() - 1]; // fault: index_minus_one
}
CASE(index_minus_one) {
    const Array<int> in(64, 0), out(64);
    left_neighbour<<<1, 64>>>(in, out);
}

__global__ void no_guard(float* out) {
    out[thread()] = 0; // fault: no_tail_guard
}
CASE(no_tail_guard) {
    const Array<float> out(1000);
    no_guard<<<8, 128>>>(out);
}

__global__ void rows_without_guard(int* out, int width) {
    const int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    if (x < width) out[y * width + x] = 1; // fault: rows_without_guard
}
CASE(rows_without_guard) {
    const Array<int> out(20 * 20);
    rows_without_guard<<<dim3(2, 2), dim3(16, 16)>>>(out, 20);
}

__global__ void bin(const int* value, int* bins) {
    atomicAdd(&bins[value[thread()]], 1); // fault: bin_out_of_range
}
CASE(bin_out_of_range) {
    const Array<int> values(32, 1), bins(64, 0); // 0x01010101
    bin<<<1, 32>>>(values, bins);
}

__global__ void four_at_once(const float* in, float* out) {
    const float4 v = reinterpret_cast<const float4*>(in)[thread()]; // fault: vector_over_the_end
    out[thread()] = v.x + v.y + v.z + v.w;
}
CASE(vector_over_the_end) {
    const Array<float> in(127, 0), out(32);
    four_at_once<<<1, 32>>>(in, out);
}

__global__ void shifted_vector(const float* in, float* out) {
    const float4 v = *reinterpret_cast<const float4*>(in + 1); // fault: misaligned_vector
    out[thread()] = v.x + v.y + v.z + v.w;
}
CASE(misaligned_vector) {
    const Array<float> in(64, 0), out(32);
    shifted_vector<<<1, 32>>>(in, out);
}

__global__ void misaligned_in_shared(double* out) {
    __shared__ float tile[65];
    tile[threadIdx.x] = tile[threadIdx.x + 32] = 0;
    __syncthreads();
    out[thread()] = *reinterpret_cast<double*>(&tile[threadIdx.x + 1]); // fault: misaligned_shared
}
CASE(misaligned_shared) {
    const Array<double> out(32);
    misaligned_in_shared<<<1, 32>>>(out);
}

__global__ void shared_too_far(int* out, int offset) {
    __shared__ int tile[64];
    tile[threadIdx.x + offset] = 1; // fault: shared_one_past
    __syncthreads();
    out[thread()] = tile[threadIdx.x];
}
CASE(shared_one_past) {
    const Array<int> out(64);
    shared_too_far<<<1, 64>>>(out, 1);
}

__global__ void shared_too_small(int* out) {
    extern __shared__ int buffer[];
    buffer[threadIdx.x] = 1; // fault: dynamic_shared_too_small
    __syncthreads();
    out[thread()] = buffer[threadIdx.x];
}
CASE(dynamic_shared_too_small) {
    const Array<int> out(64);
    shared_too_small<<<1, 64, 64>>>(out); // bytes, not elements
}

__global__ void no_dynamic_shared(int* out) {
    extern __shared__ int nothing[];
    nothing[threadIdx.x] = 1; // fault: dynamic_shared_forgotten
    __syncthreads();
    out[thread()] = nothing[threadIdx.x];
}
CASE(dynamic_shared_forgotten) {
    const Array<int> out(32);
    no_dynamic_shared<<<1, 32>>>(out);
}

__global__ void local_too_far(int* out, int index) {
    int own[16];
    for (int i = 0; i < 16; ++i) own[i] = i + index;
    out[thread()] = own[(threadIdx.x + index) % 4096]; // fault: local_out_of_bounds
}
CASE(local_out_of_bounds) {
    const Array<int> out(32);
    local_too_far<<<1, 32>>>(out, 2000);
}

__constant__ int table[16];
__global__ void from_constant(int* out) {
    out[thread()] = table[thread() + 16]; // fault: constant_out_of_bounds
}
CASE(constant_out_of_bounds) {
    const Array<int> out(32);
    from_constant<<<1, 32>>>(out);
}

__device__ int variable[32];
__global__ void into_variable(int offset) {
    variable[thread() + offset] = 1; // fault: device_variable_overrun
}
CASE(device_variable_overrun) { into_variable<<<1, 32>>>(16); }

__global__ void write_each(int* out) {
    out[thread()] = 1; // fault: use_after_free, fault: null_pointer, fault: host_pointer
}
CASE(use_after_free) {
    int* out = nullptr;
    cudaMalloc(&out, 128);
    cudaFree(out);
    write_each<<<1, 32>>>(out);
}
CASE(null_pointer) { write_each<<<1, 32>>>(nullptr); }
CASE(host_pointer) {
    std::vector<int> on_host(32);
    write_each<<<1, 32>>>(on_host.data());
}

struct Node {
    int key;
    Node* next;
};
__global__ void second_key(const Node* list, int* out) {
    out[0] = list->next->key; // fault: null_member
}
CASE(null_member) {
    const Array<Node> list(1, 0);
    const Array<int> out(1);
    second_key<<<1, 1>>>(list, out);
}

__global__ void fill_pitched(int* out, std::size_t pitch) {
    out[threadIdx.y * pitch + threadIdx.x] = 1; // fault: pitch_in_elements
}
CASE(pitch_in_elements) {
    int* out = nullptr;
    std::size_t pitch = 0;
    cudaMallocPitch(&out, &pitch, 40, 8);
    fill_pitched<<<1, dim3(10, 8)>>>(out, pitch); // pitch is in bytes
    cudaDeviceSynchronize();
    cudaFree(out);
}

__global__ void overrun_the_heap(int* out) {
    int* own = static_cast<int*>(malloc(16));
    own[4] = 1; // fault: device_malloc_overrun
    out[0] = own[4];
    free(own);
}
CASE(device_malloc_overrun) {
    const Array<int> out(1);
    overrun_the_heap<<<1, 1>>>(out);
}

__global__ void too_much_heap(int* out) {
    auto* own = static_cast<int*>(malloc(1ull << 40));
    own[0] = 1; // fault: device_malloc_unchecked
    out[0] = own[0];
    free(own);
}
CASE(device_malloc_unchecked) {
    const Array<int> out(1);
    too_much_heap<<<1, 1>>>(out);
}

__global__ void use_after_device_free(volatile int* out) {
    volatile int* own = static_cast<int*>(malloc(16));
    own[0] = 1;
    free(const_cast<int*>(own));
    out[0] = own[0]; // fault: device_use_after_free
}
CASE(device_use_after_free) {
    const Array<int> out(1);
    use_after_device_free<<<1, 1>>>(out);
}

__global__ void free_twice(int** slot) {
    *slot = static_cast<int*>(malloc(16));
    free(*slot);
    free(*slot); // fault: device_double_free
}
CASE(device_double_free) {
    const Array<int*> slot(1);
    free_twice<<<1, 1>>>(slot);
}

__global__ void free_inside(int** slot) {
    *slot = static_cast<int*>(malloc(16));
    free(*slot + 1); // fault: device_invalid_free
}
CASE(device_invalid_free) {
    const Array<int*> slot(1);
    free_inside<<<1, 1>>>(slot);
}

__device__ __noinline__ int descend(int depth, volatile int* out) {
    volatile int own[64];
    for (int i = 0; i < 64; ++i) own[i] = depth + i;
    if (depth < 0) return own[3];
    return descend(depth + 1, out) + own[depth % 64]; // fault: endless_recursion
}
__global__ void recurse(int* out) { out[0] = descend(0, out); }
CASE(endless_recursion) {
    const Array<int> out(1);
    recurse<<<1, 1>>>(out);
}

__global__ void last_element(int* out, int rows, int columns) {
    out[thread() * rows * columns] = 1; // fault: index_overflow
}
CASE(index_overflow) {
    const Array<int> out(1 << 10);
    last_element<<<1, 4>>>(out, 1 << 15, 1 << 15); // 2^31 does not fit an int
}

__global__ void read_in_a_loop(const int* in, int* out, int count) {
    int sum = 0;
    for (int i = thread(); i <= count; i += 32) sum += in[i]; // fault: loop_one_too_far
    out[thread()] = sum;
}
CASE(loop_one_too_far) {
    const Array<int> in(320, 0), out(32);
    read_in_a_loop<<<1, 32>>>(in, out, 320);
}

__global__ void through_a_table(void (**functions)(int*), int* out) {
    functions[0](out); // fault: bad_function_pointer
}
CASE(bad_function_pointer) {
    const Array<void (*)(int*)> functions(1, 0x11);
    const Array<int> out(1);
    through_a_table<<<1, 1>>>(functions, out);
}

CASE(device_pointer_on_host) {
    int* out = nullptr;
    cudaMalloc(&out, 128);
    std::printf("%d\n", out[0]);
}
CASE(freed_managed_on_host) {
    int* both = nullptr;
    cudaMallocManaged(&both, 128);
    cudaFree(both);
    both[0] = 1;
}
CASE(double_free) {
    int* out = nullptr;
    cudaMalloc(&out, 128);
    cudaFree(out);
    cudaFree(out);
}
CASE(free_inside_allocation) {
    int* out = nullptr;
    cudaMalloc(&out, 128);
    cudaFree(out + 1);
}
CASE(free_host_memory) {
    std::vector<int> on_host(32);
    cudaFree(on_host.data());
}
CASE(leaked) {
    int* out = nullptr;
    cudaMalloc(&out, 4000);
    write_each<<<1, 32>>>(out);
    cudaDeviceSynchronize();
    cudaDeviceReset();
}

} // namespace
