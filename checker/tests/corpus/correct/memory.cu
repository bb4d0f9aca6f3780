// Correct programs whose accesses look as if they went too far, or to the wrong place.
#include "corpus.hpp"

#include <cstring>
#include <vector>

namespace {

__global__ void guarded(int* out, int count) {
    if (thread() < count) out[thread()] = thread();
}
CASE(tail_guard) {
    const Array<int> out(1000);
    guarded<<<8, 128>>>(out, 1000);
    EXPECT(out[999] == 999);
}

__global__ void halo(const int* in, int* out, int count) {
    const int me = thread();
    if (me >= count) return;
    out[me] = (me > 0 ? in[me - 1] : 0) + (me + 1 < count ? in[me + 1] : 0);
}
CASE(guarded_neighbours) {
    const Array<int> in(100, 1), out(100);
    halo<<<1, 128>>>(in, out, 100);
    EXPECT(out[0] == 0x01010101 && out[99] == 0x01010101);
}

__global__ void sum_to_end(const int* begin, const int* end, int* out) {
    int sum = 0;
    for (const int* at = begin; at != end; ++at) sum += *at; // end itself is not read
    *out = sum;
}
CASE(pointer_one_past_the_end) {
    const Array<int> in(33, 0), out(1);
    sum_to_end<<<1, 1>>>(in, in + 33, out);
    EXPECT(out[0] == 0);
}

__global__ void from_one(int* base, int count) {
    for (int i = 1; i <= count; ++i) base[i] = i;
}
CASE(counted_from_one) {
    const Array<int> out(10);
    from_one<<<1, 1>>>(out - 1, 10);
    EXPECT(out[9] == 10);
}

__global__ void fours(const float4* in, float* out, int count) {
    const float4 v = in[thread()];
    const float all[4] = {v.x, v.y, v.z, v.w};
    for (int i = 0; i < 4; ++i)
        if (4 * thread() + i < count) out[4 * thread() + i] = all[i];
}
CASE(vector_loads_of_the_padded_tail) {
    const Array<float> in(128, 0), out(125); // 125 elements, allocated as 128
    fours<<<1, 32>>>(reinterpret_cast<const float4*>(static_cast<float*>(in)), out, 125);
    EXPECT(out[124] == 0.0f);
}

__global__ void into_the_middle(int* middle) { middle[lane() - 16] = lane(); }
CASE(negative_index_into_an_allocation) {
    const Array<int> out(32);
    into_the_middle<<<1, 32>>>(out + 16);
    EXPECT(out[0] == 0 && out[31] == 31);
}

__global__ void unaligned_copy(const char* from, char* to, int bytes) {
    if (thread() < bytes) to[thread()] = from[thread()];
}
__global__ void unaligned_float(const char* at, float* out) {
    float value;
    memcpy(&value, at, sizeof value);
    *out = value;
}
CASE(unaligned_through_memcpy) {
    const Array<char> buffer(16, 0);
    const Array<float> out(1);
    const float pi = 3.25f;
    SUCCEED(cudaMemcpy(buffer + 3, &pi, sizeof pi, cudaMemcpyHostToDevice));
    unaligned_float<<<1, 1>>>(buffer + 3, out);
    unaligned_copy<<<1, 4>>>(buffer + 3, buffer + 9, 4);
    EXPECT(out[0] == pi);
}

__device__ __noinline__ int depth_first(int depth) {
    volatile int own[8];
    own[depth % 8] = depth;
    return depth == 0 ? 0 : own[depth % 8] - depth + 1 + depth_first(depth - 1);
}
__global__ void recursion(int* out) { out[thread()] = depth_first(6); }
CASE(recursion_that_ends) {
    const Array<int> out(32);
    recursion<<<1, 32>>>(out);
    EXPECT(out[31] == 6);
}

__global__ void allocates(int** slots) {
    int* own = static_cast<int*>(malloc(4 * (lane() + 1)));
    own[lane()] = lane();
    slots[lane()] = own;
}
__global__ void frees(int** slots, int* out) {
    int* other = slots[31 - lane()];
    out[lane()] = other[31 - lane()];
    free(other);
    free(nullptr);
}
CASE(freed_by_another_thread) {
    const Array<int*> slots(32);
    const Array<int> out(32);
    allocates<<<1, 32>>>(slots);
    frees<<<1, 32>>>(slots, out);
    EXPECT(out[0] == 31);
}

__global__ void new_and_delete(int* out) {
    int* own = new int[4]{1, 2, 3, 4};
    out[thread()] = own[3];
    delete[] own;
}
CASE(device_new) {
    const Array<int> out(32);
    new_and_delete<<<1, 32>>>(out);
    EXPECT(out[5] == 4);
}

CASE(freed_and_allocated_again) {
    for (int round = 0; round < 4; ++round) {
        const Array<int> out(64);
        guarded<<<1, 64>>>(out, 64);
        EXPECT(out[63] == 63);
    }
}

CASE(pinned_memory_in_a_kernel) {
    int* both = nullptr;
    SUCCEED(cudaMallocHost(&both, 128));
    guarded<<<1, 32>>>(both, 32);
    SUCCEED(cudaDeviceSynchronize());
    EXPECT(both[31] == 31);
    SUCCEED(cudaFreeHost(both));
}
CASE(managed_memory_on_both_sides) {
    int* both = nullptr;
    SUCCEED(cudaMallocManaged(&both, 128));
    std::memset(both, 0, 128);
    guarded<<<1, 32>>>(both, 32);
    SUCCEED(cudaDeviceSynchronize());
    EXPECT(both[31] == 31);
    SUCCEED(cudaFree(both));
}
CASE(nothing_to_free_or_copy) {
    SUCCEED(cudaFree(nullptr));
    SUCCEED(cudaFreeHost(nullptr));
    const Array<int> out(1);
    SUCCEED(cudaMemcpy(out, nullptr, 0, cudaMemcpyHostToDevice));
    SUCCEED(cudaMemset(out, 0, 0));
}
CASE(allocation_of_nothing) {
    int* nothing = &*reinterpret_cast<int*>(64);
    SUCCEED(cudaMalloc(&nothing, 0));
    EXPECT(nothing == nullptr);
}

__global__ void pitched(char* out, std::size_t pitch) {
    reinterpret_cast<int*>(out + threadIdx.y * pitch)[threadIdx.x] = threadIdx.y;
}
CASE(pitched_rows) {
    char* out = nullptr;
    std::size_t pitch = 0;
    SUCCEED(cudaMallocPitch(&out, &pitch, 40, 8));
    pitched<<<1, dim3(10, 8)>>>(out, pitch);
    std::vector<int> host(80);
    SUCCEED(cudaMemcpy2D(host.data(), 40, out, pitch, 40, 8, cudaMemcpyDeviceToHost));
    EXPECT(host[79] == 7);
    SUCCEED(cudaFree(out));
}

__constant__ int table[4] = {1, 2, 3, 4};
__device__ int in_global[4] = {5, 6, 7, 8};
__global__ void any_space(int* out) {
    __shared__ int in_shared[4];
    int in_local[4];
    if (threadIdx.x < 4) in_shared[threadIdx.x] = 9 + threadIdx.x;
    for (int i = 0; i < 4; ++i) in_local[i] = 13 + i;
    __syncthreads();
    const int* all[4] = {table, in_global, in_shared, in_local};
    out[thread()] = all[threadIdx.x / 4 % 4][threadIdx.x % 4];
}
CASE(one_pointer_many_spaces) {
    const Array<int> out(16);
    any_space<<<1, 16>>>(out);
    EXPECT(out[0] == 1 && out[7] == 8 && out[8] == 9 && out[15] == 16);
}

__global__ void all_shared(int* out, int count) {
    extern __shared__ int buffer[];
    for (int i = threadIdx.x; i < count; i += blockDim.x) buffer[i] = i;
    __syncthreads();
    out[thread()] = buffer[count - 1];
}
CASE(all_of_the_shared_memory) {
    const Array<int> out(64);
    SUCCEED(cudaFuncSetAttribute(all_shared, cudaFuncAttributeMaxDynamicSharedMemorySize, 64 << 10));
    all_shared<<<1, 64, 64 << 10>>>(out, 16 << 10);
    EXPECT(out[63] == (16 << 10) - 1);
}

__global__ void maybe_null(const int* weights, int* out) {
    out[thread()] = weights != nullptr ? weights[thread()] : 1;
}
CASE(null_that_is_tested) {
    const Array<int> out(32);
    maybe_null<<<1, 32>>>(nullptr, out);
    EXPECT(out[31] == 1);
}

__global__ void large_offsets(char* out, std::size_t offset) { out[offset + thread()] = 1; }
CASE(offset_beyond_32_bits_of_elements) {
    char* out = nullptr;
    SUCCEED(cudaMalloc(&out, 5ull << 30));
    large_offsets<<<1, 32>>>(out, (5ull << 30) - 32);
    SUCCEED(cudaDeviceSynchronize());
    SUCCEED(cudaFree(out));
}

struct Shape {
    __device__ virtual int sides() const { return 0; }
};
struct Square : Shape {
    __device__ int sides() const override { return 4; }
};
__global__ void virtual_call(int* out) {
    Square square;
    const Shape& shape = square;
    out[thread()] = shape.sides();
}
CASE(virtual_functions) {
    const Array<int> out(32);
    virtual_call<<<1, 32>>>(out);
    EXPECT(out[31] == 4);
}

struct Large {
    char tag;
    double values[20];
    short last;
};
__device__ __noinline__ double indexed(Large large, int index) {
    large.values[index] += 1;
    return large.values[index] + large.tag;
}
__global__ void pass_large(Large* all, double* out) {
    Large mine;
    mine.tag = 1;
    for (int i = 0; i < 20; ++i) mine.values[i] = i;
    mine.last = 0;
    const int index = thread() % 20;
    Large copy = mine;
    copy.values[index] += indexed(copy, index);
    all[thread()] = copy;
    out[thread()] = mine.values[index];
}
__global__ void copy_large(const Large* from, Large* to) { to[thread()] = from[thread()]; }
CASE(large_struct_by_value_with_an_index) {
    const Array<Large> all(32), others(32);
    const Array<double> out(32);
    pass_large<<<1, 32>>>(all, out);
    copy_large<<<1, 32>>>(all, others);
    EXPECT(out[27] == 7 && others[27].values[7] == 7 + 8 + 1);
}

} // namespace
