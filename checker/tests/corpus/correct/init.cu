// Correct programs that copy memory of which only a part has been written.
#include "corpus.hpp"

#include <cstring>
#include <vector>

namespace {

struct Padded {
    char tag;
    double value;
    short last;
};
__global__ void fill(Padded* out) {
    Padded& mine = out[thread()];
    mine.tag = 'x';
    mine.value = thread();
    mine.last = 1;
}
__global__ void copy(const Padded* in, Padded* out) { out[thread()] = in[thread()]; }
__global__ void copy_words(const unsigned long long* in, unsigned long long* out, int count) {
    for (int i = thread(); i < count; i += 32) out[i] = in[i];
}
CASE(padding_copied_by_members) {
    const Array<Padded> a(32), b(32);
    fill<<<1, 32>>>(a);
    copy<<<1, 32>>>(a, b);
    EXPECT(b[31].value == 31);
}
CASE(padding_copied_by_words) {
    const Array<Padded> a(32), b(32);
    fill<<<1, 32>>>(a);
    using Word = unsigned long long;
    copy_words<<<1, 32>>>(reinterpret_cast<Word*>(static_cast<Padded*>(a)),
                          reinterpret_cast<Word*>(static_cast<Padded*>(b)), 96);
    EXPECT(b[31].value == 31 && b[31].last == 1);
}
CASE(padding_copied_to_the_host) {
    const Array<Padded> a(32);
    fill<<<1, 32>>>(a);
    std::vector<Padded> host(32);
    SUCCEED(cudaMemcpy(host.data(), a, a.bytes(), cudaMemcpyDeviceToHost));
    EXPECT(host[31].value == 31);
}

struct Point {
    float x, y, z, unused;
};
__global__ void set_points(Point* out) {
    out[thread()].x = out[thread()].y = out[thread()].z = 1;
}
__global__ void lengths(const float4* in, float* out) {
    const float4 p = in[thread()];
    out[thread()] = p.x + p.y + p.z;
}
CASE(fourth_member_unused) {
    const Array<Point> points(32);
    const Array<float> out(32);
    set_points<<<1, 32>>>(points);
    lengths<<<1, 32>>>(reinterpret_cast<float4*>(static_cast<Point*>(points)), out);
    EXPECT(out[31] == 3);
}

union Value {
    char narrow;
    long long wide;
};
__global__ void narrow_only(Value* out) { out[thread()].narrow = 7; }
__global__ void copy_values(const Value* in, Value* out) { out[thread()] = in[thread()]; }
CASE(narrow_member_of_a_union) {
    const Array<Value> a(32), b(32);
    narrow_only<<<1, 32>>>(a);
    copy_values<<<1, 32>>>(a, b);
    EXPECT(b[31].narrow == 7);
}

__global__ void first_half(int* out) {
    if (lane() < 16) out[lane()] = lane();
}
CASE(buffer_copied_whole) {
    const Array<int> out(32);
    first_half<<<1, 32>>>(out);
    std::vector<int> host(32);
    SUCCEED(cudaMemcpy(host.data(), out, out.bytes(), cudaMemcpyDeviceToHost)); // 16 are of interest
    EXPECT(host[15] == 15);
}
CASE(buffer_copied_on_the_device) {
    const Array<int> a(32), b(32);
    first_half<<<1, 32>>>(a);
    SUCCEED(cudaMemcpy(b, a, a.bytes(), cudaMemcpyDeviceToDevice));
    EXPECT(b[15] == 15);
}

__global__ void stack(const int* at, int* out) {
    int own[8];
    for (int i = 0; i < 8; ++i) own[(at[thread()] + i) & 7] = i;
    out[thread()] = own[(at[thread()] + 5) & 7];
}
CASE(stack_array_filled_in_any_order) {
    const Array<int> at(32, 3), out(32);
    stack<<<1, 32>>>(at, out);
    EXPECT(out[0] == 5);
}

__device__ __noinline__ Padded make(int value) {
    Padded result;
    result.tag = 'r';
    result.value = value;
    result.last = 2;
    return result;
}
__device__ __noinline__ double take(Padded padded) { return padded.value + padded.last; }
__global__ void by_value(double* out) { out[thread()] = take(make(thread())); }
CASE(padded_arguments_and_results) {
    const Array<double> out(32);
    by_value<<<1, 32>>>(out);
    EXPECT(out[31] == 33);
}

__global__ void stack_of_structs(double* out, int pick) {
    Padded own[4];
    for (int i = 0; i < 4; ++i) {
        own[i].tag = 'a';
        own[i].value = i;
        own[i].last = 1;
    }
    Padded chosen = own[pick & 3];
    own[(pick + 1) & 3] = chosen;
    out[thread()] = own[(pick + 1) & 3].value;
}
CASE(padded_structs_on_the_stack) {
    const Array<double> out(32);
    stack_of_structs<<<1, 32>>>(out, 2);
    EXPECT(out[0] == 2);
}

__global__ void with_halo(const int* in, int* out, int count) {
    __shared__ int tile[34];
    tile[threadIdx.x + 1] = in[thread()];
    if (threadIdx.x == 0) tile[0] = tile[33] = 0;
    __syncthreads();
    out[thread()] = tile[threadIdx.x] + tile[threadIdx.x + 2];
}
CASE(halo_filled_by_one) {
    const Array<int> in(32, 0), out(32);
    with_halo<<<1, 32>>>(in, out, 32);
    EXPECT(out[31] == 0);
}

__global__ void partly_filled(const int* in, int* out, int count) {
    extern __shared__ int buffer[];
    if (lane() < count) buffer[lane()] = in[lane()];
    __syncwarp();
    out[lane()] = lane() < count ? buffer[count - 1 - lane()] : 0;
}
CASE(only_the_written_part_is_read) {
    const Array<int> in(32, 0), out(32);
    partly_filled<<<1, 32, 128>>>(in, out, 20);
    EXPECT(out[31] == 0);
}

__global__ void heap(int* out) {
    int* own = static_cast<int*>(malloc(64));
    memset(own, 0, 64);
    out[thread()] = own[15];
    free(own);
}
CASE(heap_set_then_read) {
    const Array<int> out(32);
    heap<<<1, 32>>>(out);
    EXPECT(out[31] == 0);
}

__device__ int zero_by_default[32];
__global__ void read_variable(int* out) { out[thread()] = zero_by_default[thread()]; }
CASE(device_variables_start_as_zero) {
    const Array<int> out(32);
    read_variable<<<1, 32>>>(out);
    EXPECT(out[31] == 0);
}

__global__ void managed_read(const int* in, int* out) { out[thread()] = in[thread()]; }
CASE(managed_memory_written_by_the_host) {
    int* both = nullptr;
    SUCCEED(cudaMallocManaged(&both, 128));
    std::memset(both, 0, 128);
    const Array<int> out(32);
    managed_read<<<1, 32>>>(both, out);
    EXPECT(out[31] == 0);
    SUCCEED(cudaFree(both));
}

// The bits beside a member of a few bits are loaded and stored again.
struct Packed {
    unsigned low : 3, middle : 7;
    int high : 11;
};
__global__ void write_members(Packed* packed, int* out) {
    Packed& own = packed[thread()];
    own.low = thread();
    own.middle = thread() + 1;
    own.high = -thread();
    out[thread()] = own.low + own.middle + own.high;
}
CASE(bit_fields_of_fresh_memory) {
    Packed* packed = nullptr;
    SUCCEED(cudaMalloc(&packed, 32 * sizeof(Packed)));
    const Array<int> out(32);
    write_members<<<1, 32>>>(packed, out);
    EXPECT(out[31] == 7 + 32 - 31);
    SUCCEED(cudaFree(packed));
}

// Objects of which a part is filled are copied whole; what is not filled is not looked at.
struct Basket {
    int count;
    int items[40];
};
__global__ void fill_baskets(Basket* out, int count) {
    Basket& own = out[thread()];
    own.count = count;
    for (int i = 0; i < count; ++i) own.items[i] = i;
}
__global__ void copy_baskets(const Basket* in, Basket* out) { out[thread()] = in[thread()]; }
__global__ void add_baskets(const Basket* in, int* out) {
    int sum = 0;
    for (int i = 0; i < in[thread()].count; ++i) sum += in[thread()].items[i];
    out[thread()] = sum;
}
CASE(partly_filled_array_copied) {
    const Array<Basket> a(32), b(32);
    const Array<int> out(32);
    fill_baskets<<<1, 32>>>(a, 5);
    copy_baskets<<<1, 32>>>(a, b);
    add_baskets<<<1, 32>>>(b, out);
    EXPECT(out[31] == 10);
}
CASE(partly_filled_array_copied_by_the_host) {
    const Array<Basket> a(32), b(32);
    const Array<int> out(32);
    fill_baskets<<<1, 32>>>(a, 5);
    SUCCEED(cudaMemcpy(b, a, a.bytes(), cudaMemcpyDeviceToDevice));
    add_baskets<<<1, 32>>>(b, out);
    EXPECT(out[31] == 10);
}

__global__ void swap_baskets(const Basket* in, Basket* out) {
    __shared__ Basket tile[32];
    tile[threadIdx.x] = in[thread()];
    __syncthreads();
    out[thread()] = tile[threadIdx.x ^ 1];
}
CASE(partly_filled_array_through_shared_memory) {
    const Array<Basket> a(32), b(32);
    const Array<int> out(32);
    fill_baskets<<<1, 32>>>(a, 4);
    swap_baskets<<<1, 32>>>(a, b);
    add_baskets<<<1, 32>>>(b, out);
    EXPECT(out[31] == 6);
}

struct Handful {
    int count;
    int items[6];
};
__device__ __noinline__ Handful gather(int count) {
    Handful own;
    own.count = count;
    for (int i = 0; i < count; ++i) own.items[i] = i;
    return own;
}
__device__ __noinline__ int total(Handful handful) {
    int sum = 0;
    for (int i = 0; i < handful.count; ++i) sum += handful.items[i];
    return sum;
}
__global__ void pass_handfuls(Handful* all, int* out, int count) {
    const Handful own = gather(count);
    all[thread()] = own;
    out[thread()] = total(own) + total(all[thread()]);
}
CASE(partly_filled_array_by_value) {
    const Array<Handful> all(32);
    const Array<int> out(32);
    pass_handfuls<<<1, 32>>>(all, out, 4);
    EXPECT(out[31] == 12);
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
__global__ void last_of_rows(const Row* in, int* out) {
    out[thread()] = in[thread()].items[in[thread()].count - 1];
}
CASE(partly_filled_array_copied_by_vectors) {
    const Array<Row> a(32), b(32);
    const Array<int> out(32);
    fill_rows<<<1, 32>>>(a, 2); // the second vector of the two is left as it was
    copy_rows<<<1, 32>>>(a, b);
    last_of_rows<<<1, 32>>>(b, out);
    EXPECT(out[31] == 1);
}

struct Found {
    int index; // -1: nothing, and then no value
    int value;
};
__global__ void find_some(Found* out) {
    out[thread()].index = thread() % 2 == 0 ? thread() : -1;
    if (thread() % 2 == 0) out[thread()].value = 3 * thread();
}
__global__ void copy_found(const Found* in, Found* out) { out[thread()] = in[thread()]; }
__global__ void read_found(const Found* in, int* out) {
    out[thread()] = in[thread()].index < 0 ? 0 : in[thread()].value + 1;
}
CASE(member_that_only_some_have_copied) {
    const Array<Found> a(32), b(32);
    const Array<int> out(32);
    find_some<<<1, 32>>>(a);
    copy_found<<<1, 32>>>(a, b);
    read_found<<<1, 32>>>(b, out);
    EXPECT(out[30] == 91 && out[31] == 0);
}

__global__ void conditional(const int* in, const int* valid, int* out) {
    out[thread()] = valid[thread()] != 0 ? in[thread()] : 0;
}
CASE(unwritten_but_not_read) {
    const Array<int> in(32), valid(32, 0), out(32);
    conditional<<<1, 32>>>(in, valid, out);
    EXPECT(out[31] == 0);
}

// Compilers load the variable before they know whether it will be used.
__device__ __noinline__ bool take(const int* in, int count, int& value) {
    if (thread() >= count) return false;
    value = in[thread()];
    return true;
}
__global__ void take_some(const int* in, int* out, int count) {
    int value;
    out[thread()] = take(in, count, value) ? value : -1;
}
CASE(loaded_and_dropped) {
    const Array<int> in(20, 0), out(32);
    take_some<<<1, 32>>>(in, out, 20);
    EXPECT(out[19] == 0 && out[20] == -1);
}

// The last thread compares with an element that is not there, and pays no attention to it.
__global__ void rises(const int* in, int* out, int count) {
    __shared__ int tile[33];
    const int me = threadIdx.x;
    if (me < count) tile[me] = in[me];
    __syncthreads();
    const bool higher = tile[me] * 2 < tile[me + 1] * 2 + 1;
    out[me] = (higher & (me + 1 < count)) ? 1 : 0;
}
CASE(compared_and_dropped) {
    const Array<int> in(20, 0), out(32);
    rises<<<1, 32>>>(in, out, 20);
    EXPECT(out[18] == 1 && out[19] == 0);
}

} // namespace
