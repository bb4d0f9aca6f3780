// Built with -G, as for a debugger: nothing is optimised, every variable lives on the stack. A
// priority queue in local memory, a matrix in shared memory, recursion, a virtual call, warp
// intrinsics, members of a few bits.
#include "check.hpp"

#include <algorithm>
#include <vector>

template <class Value, int capacity>
class Heap {
  public:
    __host__ __device__ void push(Value value) {
        int at = size_++;
        values_[at] = value;
        for (; at > 0 && values_[at] < values_[(at - 1) / 2]; at = (at - 1) / 2)
            swap(values_[at], values_[(at - 1) / 2]);
    }
    __host__ __device__ Value pop() {
        const Value least = values_[0];
        values_[0] = values_[--size_];
        for (int at = 0;;) {
            int child = 2 * at + 1;
            if (child >= size_) break;
            if (child + 1 < size_ && values_[child + 1] < values_[child]) ++child;
            if (!(values_[child] < values_[at])) break;
            swap(values_[at], values_[child]);
            at = child;
        }
        return least;
    }

  private:
    __host__ __device__ static void swap(Value& a, Value& b) {
        const Value other = a;
        a = b;
        b = other;
    }
    Value values_[capacity];
    int size_ = 0;
};

struct Rule {
    __device__ virtual long long apply(long long value) const { return value; }
};
struct Twice : Rule {
    __device__ long long apply(long long value) const override { return 2 * value; }
};

__device__ long long binomial(int n, int k) {
    return k == 0 || k == n ? 1 : binomial(n - 1, k - 1) + binomial(n - 1, k);
}

struct Packed {
    unsigned tag : 5;
    int value : 20;
    unsigned long long rest : 37;
};
__device__ unsigned long long unpacked(int value) {
    Packed packed; // each member is written into bits that were not written before
    packed.tag = value;
    packed.value = -value;
    packed.rest = 1ull << 36 | value;
    return packed.tag + packed.value + packed.rest;
}

__global__ void work(const int* in, long long* out) {
    __shared__ int tile[8][9];
    Heap<int, 8> heap;
    for (int i = 0; i < 8; ++i) heap.push(in[(threadIdx.x * 5 + i * 11) % 64]);
    long long sum = 0;
    for (int i = 0; i < 8; ++i) sum = sum * 10 + heap.pop();
    tile[threadIdx.x / 8][threadIdx.x % 8] = in[threadIdx.x];
    __syncthreads();
    sum += tile[threadIdx.x % 8][threadIdx.x / 8];
    const Twice twice;
    const Rule plain;
    const Rule* rule = threadIdx.x % 2 == 0 ? &plain : &twice;
    sum = rule->apply(sum) + binomial(8, threadIdx.x % 9);
    if (unpacked(threadIdx.x) != (1ull << 36) + threadIdx.x % 32) sum = 0;
    const unsigned odd = __ballot_sync(0xffffffffu, sum % 2 != 0);
    out[threadIdx.x] = sum + __popc(odd) + __shfl_xor_sync(0xffffffffu, in[threadIdx.x], 3);
}

int main() {
    std::vector<int> in(64);
    for (int i = 0; i < 64; ++i) in[i] = i * 29 % 53;
    int* device = nullptr;
    long long *out = nullptr, host[64], all = 0, sums[64];
    check(cudaMalloc(&device, 64 * sizeof(int)));
    check(cudaMalloc(&out, sizeof host));
    check(cudaMemcpy(device, in.data(), 64 * sizeof(int), cudaMemcpyHostToDevice));
    work<<<1, 64>>>(device, out);
    finish();
    check(cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost));
    const int binomials[] = {1, 8, 28, 56, 70, 56, 28, 8, 1};
    for (int t = 0; t < 64; ++t) {
        std::vector<int> values;
        for (int i = 0; i < 8; ++i) values.push_back(in[(t * 5 + i * 11) % 64]);
        std::sort(values.begin(), values.end());
        sums[t] = 0;
        for (int value : values) sums[t] = sums[t] * 10 + value;
        sums[t] = (sums[t] + in[t % 8 * 8 + t / 8]) * (t % 2 + 1) + binomials[t % 9];
    }
    for (int t = 0; t < 64; ++t) {
        int odd = 0;
        for (int k = t / 32 * 32; k < t / 32 * 32 + 32; ++k) odd += sums[k] % 2 != 0;
        require(host[t] == sums[t] + odd + in[t ^ 3], "a result");
        all = (all * 31 + host[t]) % 1000000007;
    }
    std::printf("%lld %lld, all %lld\n", host[0], host[63], all);
    check(cudaFree(device));
    check(cudaFree(out));
    return 0;
}
