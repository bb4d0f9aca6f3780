// Memory that is read before it has been written.
#include "corpus.hpp"

#include <vector>

namespace {

__global__ void doubled(const int* in, int* out) {
    out[thread()] = 2 * in[thread()]; // fault: never_written, fault: copied_too_few_bytes, fault: half_set, fault: memory_had_another_life, fault: wrong_buffer
}
CASE(never_written) {
    const Array<int> in(32), out(32);
    doubled<<<1, 32>>>(in, out);
}
CASE(copied_too_few_bytes) {
    const std::vector<int> host(32);
    const Array<int> in(32), out(32);
    cudaMemcpy(in, host.data(), 32, cudaMemcpyHostToDevice); // elements, not bytes
    doubled<<<1, 32>>>(in, out);
}
CASE(half_set) {
    const Array<int> in(64), out(64);
    cudaMemset(in, 0, in.bytes() / 2);
    doubled<<<1, 64>>>(in, out);
}
CASE(memory_had_another_life) {
    int* first = nullptr;
    cudaMalloc(&first, 128);
    cudaMemset(first, 0, 128);
    cudaFree(first);
    const Array<int> in(32), out(32);
    doubled<<<1, 32>>>(in, out);
}
CASE(wrong_buffer) {
    const Array<int> ping(32, 0), pong(32), out(32);
    doubled<<<1, 32>>>(pong, out);
}

__global__ void accumulate(const float* in, float* sum) {
    sum[thread()] += in[thread()]; // fault: sum_not_cleared
}
CASE(sum_not_cleared) {
    const Array<float> in(32, 0), sum(32);
    accumulate<<<1, 32>>>(in, sum);
}

__global__ void count_bins(int* bins) {
    atomicAdd(&bins[thread() % 8], 1); // fault: bins_not_cleared
}
CASE(bins_not_cleared) {
    const Array<int> bins(8);
    count_bins<<<1, 32>>>(bins);
}

__global__ void write_even(int* out) {
    if (thread() % 2 == 0) out[thread()] = 1;
}
__global__ void sum_pairs(const int* in, int* out) {
    out[thread()] = in[2 * thread()] + in[2 * thread() + 1]; // fault: every_other_element
}
CASE(every_other_element) {
    const Array<int> values(64), out(32);
    write_even<<<1, 64>>>(values);
    sum_pairs<<<1, 32>>>(values, out);
}

struct Particle {
    float x, y, mass;
    int kind;
};
__global__ void place(Particle* particles) {
    particles[thread()].x = 0;
    particles[thread()].y = 0;
}
__global__ void weigh(const Particle* particles, float* out) {
    out[thread()] = particles[thread()].mass; // fault: member_not_set
}
CASE(member_not_set) {
    const Array<Particle> particles(32);
    const Array<float> out(32);
    place<<<1, 32>>>(particles);
    weigh<<<1, 32>>>(particles, out);
}

__global__ void read_shared(int* out) {
    __shared__ int tile[64];
    if (threadIdx.x < 32) tile[threadIdx.x] = 1;
    __syncthreads();
    out[thread()] = tile[threadIdx.x] + 1; // fault: shared_half_filled
}
CASE(shared_half_filled) {
    const Array<int> out(64);
    read_shared<<<1, 64>>>(out);
}

__global__ void with_halo(const int* in, int* out) {
    __shared__ int tile[34];
    tile[threadIdx.x + 1] = in[thread()];
    __syncthreads();
    out[thread()] = tile[threadIdx.x] + tile[threadIdx.x + 2]; // fault: halo_not_loaded
}
CASE(halo_not_loaded) {
    const Array<int> in(32, 0), out(32);
    with_halo<<<1, 32>>>(in, out);
}

__global__ void shared_counter(int* out) {
    __shared__ int count;
    atomicAdd(&count, 1); // fault: shared_counter_not_cleared
    __syncthreads();
    if (threadIdx.x == 0) *out = count;
}
CASE(shared_counter_not_cleared) {
    const Array<int> out(1);
    shared_counter<<<1, 32>>>(out);
}

__global__ void dynamic_shared(int* out) {
    extern __shared__ int buffer[];
    out[thread()] = buffer[31 - threadIdx.x] + 1; // fault: dynamic_shared_never_written
}
CASE(dynamic_shared_never_written) {
    const Array<int> out(32);
    dynamic_shared<<<1, 32, 128>>>(out);
}

__global__ void stack_array(const int* index, int* out) {
    int own[8];
    for (int i = 0; i < 4; ++i) own[(index[thread()] + i) & 7] = i;
    out[thread()] = own[(index[thread()] + 5) & 7] + 1; // fault: stack_array_half_filled
}
CASE(stack_array_half_filled) {
    const Array<int> index(32, 0), out(32);
    stack_array<<<1, 32>>>(index, out);
}

__device__ __noinline__ int use(const int* values, int count) {
    int sum = 0;
    for (int i = 0; i < count; ++i) sum += values[i]; // fault: stack_array_passed_on
    return sum;
}
__global__ void stack_passed_on(int* out, int count) {
    int own[16];
    for (int i = 0; i < count - 1; ++i) own[i] = i;
    out[thread()] = use(own, count);
}
CASE(stack_array_passed_on) {
    const Array<int> out(32);
    stack_passed_on<<<1, 32>>>(out, 8);
}

__global__ void on_the_heap(int* out) {
    int* own = static_cast<int*>(malloc(64));
    if (own == nullptr) return;
    out[thread()] = own[3] + 1; // fault: device_malloc_not_written
    free(own);
}
CASE(device_malloc_not_written) {
    const Array<int> out(32);
    on_the_heap<<<1, 32>>>(out);
}

// Copies of objects of which a part is filled: what was never written is as unwritten at its new
// place, and reported where it is used.
struct Basket {
    int count;
    int items[40];
};
__global__ void fill_baskets(Basket* out, int count) {
    Basket& own = out[thread()];
    own.count = count;
    for (int i = 0; i < count; ++i) own.items[i] = i;
}
__global__ void copy_baskets(const Basket* in, Basket* out) {
    out[thread()] = in[thread()]; // fault: basket_never_filled
}
__global__ void add_one_too_many(const Basket* in, int* out) {
    int sum = 0;
    for (int i = 0; i <= in[thread()].count; ++i)
        sum += in[thread()].items[i]; // fault: item_of_a_copy_not_filled, fault: item_of_a_copy_by_the_host_not_filled, fault: item_not_filled_behind_shared_memory
    out[thread()] = sum;
}
CASE(basket_never_filled) {
    const Array<Basket> a(32), b(32);
    copy_baskets<<<1, 32>>>(a, b);
}
CASE(item_of_a_copy_not_filled) {
    const Array<Basket> a(32), b(32);
    const Array<int> out(32);
    fill_baskets<<<1, 32>>>(a, 5);
    copy_baskets<<<1, 32>>>(a, b);
    add_one_too_many<<<1, 32>>>(b, out);
}
CASE(item_of_a_copy_by_the_host_not_filled) {
    const Array<Basket> a(32), b(32);
    const Array<int> out(32);
    fill_baskets<<<1, 32>>>(a, 5);
    cudaMemcpy(b, a, a.bytes(), cudaMemcpyDeviceToDevice);
    add_one_too_many<<<1, 32>>>(b, out);
}

__global__ void swap_baskets(const Basket* in, Basket* out) {
    __shared__ Basket tile[32];
    tile[threadIdx.x] = in[thread()];
    __syncthreads();
    out[thread()] = tile[threadIdx.x ^ 1];
}
CASE(item_not_filled_behind_shared_memory) {
    const Array<Basket> a(32), b(32);
    const Array<int> out(32);
    fill_baskets<<<1, 32>>>(a, 5);
    swap_baskets<<<1, 32>>>(a, b);
    add_one_too_many<<<1, 32>>>(b, out);
}

struct Handful {
    int count;
    int items[6];
};
__device__ __noinline__ int one_too_many(Handful handful) {
    int sum = 0;
    for (int i = 0; i <= handful.count; ++i) sum += handful.items[i]; // fault: item_passed_by_value_not_filled
    return sum;
}
__global__ void pass_handful(int* out, int count) {
    Handful own;
    own.count = count;
    for (int i = 0; i < count; ++i) own.items[i] = i;
    out[thread()] = one_too_many(own);
}
CASE(item_passed_by_value_not_filled) {
    const Array<int> out(32);
    pass_handful<<<1, 32>>>(out, 3);
}

__device__ __noinline__ Handful gather(int count) {
    Handful own;
    own.count = count;
    for (int i = 0; i < count; ++i) own.items[i] = i;
    return own;
}
__global__ void last_item(int* out, int count) {
    const Handful own = gather(count);
    out[thread()] = own.items[own.count] + 1; // fault: item_returned_by_value_not_filled
}
CASE(item_returned_by_value_not_filled) {
    const Array<int> out(32);
    last_item<<<1, 32>>>(out, 3);
}

struct alignas(16) Row {
    int count;
    int items[7];
};
__global__ void fill_rows(Row* out, int count) {
    out[thread()].count = count;
    for (int i = 0; i < count; ++i) out[thread()].items[i] = i;
}
__global__ void copy_rows(const Row* in, Row* out) { out[thread()] = in[thread()]; }
__global__ void behind_the_last(const Row* in, int* out) {
    out[thread()] = in[thread()].items[in[thread()].count] + 1; // fault: word_of_a_vector_not_filled
}
CASE(word_of_a_vector_not_filled) {
    const Array<Row> a(32), b(32);
    const Array<int> out(32);
    fill_rows<<<1, 32>>>(a, 5); // two words of the second vector of the two are missing
    copy_rows<<<1, 32>>>(a, b);
    behind_the_last<<<1, 32>>>(b, out);
}

CASE(copied_back_unwritten) {
    const Array<int> out(32);
    std::vector<int> host(32);
    cudaMemcpy(host.data(), out, out.bytes(), cudaMemcpyDeviceToHost);
}
CASE(copied_back_wrong_array) {
    const Array<int> in(32, 0), out(32), other(32);
    doubled<<<1, 32>>>(in, other);
    std::vector<int> host(32);
    cudaMemcpy(host.data(), out, out.bytes(), cudaMemcpyDeviceToHost);
}

__global__ void sum_row(const float* in, std::size_t pitch, float* out) {
    const auto* row = reinterpret_cast<const float*>(reinterpret_cast<const char*>(in) + threadIdx.x * pitch);
    float sum = 0;
    for (std::size_t i = 0; i < pitch / sizeof(float); ++i) sum += row[i]; // fault: pitch_taken_for_width
    out[threadIdx.x] = sum;
}
CASE(pitch_taken_for_width) {
    float* in = nullptr;
    std::size_t pitch = 0;
    cudaMallocPitch(&in, &pitch, 40, 4);
    cudaMemset2D(in, pitch, 0, 40, 4);
    const Array<float> out(4);
    sum_row<<<1, 4>>>(in, pitch, out);
    cudaDeviceSynchronize();
    cudaFree(in);
}

__device__ __noinline__ bool take(const int* in, int count, int& value) {
    if (thread() >= count) return false;
    value = in[thread()];
    return true;
}
__global__ void take_and_hope(const int* in, int* out, int count) {
    int value;
    const bool has_it = take(in, count, value);
    out[thread()] = has_it || thread() < count + 8 ? value : -1; // fault: used_though_not_taken
}
CASE(used_though_not_taken) {
    const Array<int> in(16, 0), out(32);
    take_and_hope<<<1, 32>>>(in, out, 16);
}

__global__ void rises_beyond(const int* in, int* out, int count) {
    __shared__ int tile[33];
    const int me = threadIdx.x;
    if (me < count) tile[me] = in[me];
    __syncthreads();
    const bool higher = tile[me] < tile[me + 1]; // fault: compared_with_nothing
    out[me] = (higher & (me < count)) ? 1 : 0;
}
CASE(compared_with_nothing) {
    const Array<int> in(20, 0), out(32);
    rises_beyond<<<1, 32>>>(in, out, 20);
}

} // namespace
