// Shuffles, votes, match and reduce, each thread's answers compared with a loop on the CPU.
#include "check.hpp"

#include <vector>

constexpr int answers = 14;

__global__ void ask(const unsigned* values, unsigned* out) {
    const unsigned all = 0xffffffffu;
    const unsigned lane = threadIdx.x % 32;
    const unsigned value = values[threadIdx.x];
    unsigned* mine = out + threadIdx.x * answers;
    mine[0] = __shfl_sync(all, value, (lane * 5 + 1) % 32);
    mine[1] = __shfl_up_sync(all, value, 3);
    mine[2] = __shfl_down_sync(all, value, 2, 8);
    mine[3] = __shfl_xor_sync(all, value, 11);
    mine[4] = __ballot_sync(all, value & 1);
    mine[5] = __all_sync(all, value < 50) * 4 + __any_sync(all, value == 17) * 2;
    mine[6] = __match_any_sync(all, value % 5);
    int same = 0;
    mine[7] = __match_all_sync(all, value / 64, &same) * 2 + same;
    mine[8] = __reduce_add_sync(all, value);
    mine[9] = __reduce_max_sync(all, value) * 256 + __reduce_min_sync(all, value);
    mine[10] = __reduce_xor_sync(all, value) + 1000 * __reduce_or_sync(all, value);
    if (value & 1) { // only those who came
        const unsigned here = __activemask();
        mine[11] = __popc(__ballot_sync(here, true)) + __reduce_and_sync(here, value);
    } else {
        mine[11] = 0;
    }
    const double whole = __shfl_xor_sync(all, value * 1.5, 1);
    mine[12] = unsigned(whole * 2);
    unsigned long long sum = value; // a scan of 64-bit values
    for (int step = 1; step < 32; step *= 2) {
        const auto before = __shfl_up_sync(all, sum, step);
        if (lane >= step) sum += before;
    }
    mine[13] = unsigned(sum);
}

int main() {
    constexpr int threads = 128;
    std::vector<unsigned> values(threads);
    for (int i = 0; i < threads; ++i) values[i] = (i * 37 + i / 32 * 11) % 61;
    unsigned *device = nullptr, *out = nullptr;
    check(cudaMalloc(&device, threads * sizeof(unsigned)));
    check(cudaMalloc(&out, threads * answers * sizeof(unsigned)));
    check(cudaMemcpy(device, values.data(), threads * sizeof(unsigned), cudaMemcpyHostToDevice));
    ask<<<1, threads>>>(device, out);
    finish();
    std::vector<unsigned> found(threads * answers);
    check(cudaMemcpy(found.data(), out, found.size() * sizeof(unsigned), cudaMemcpyDeviceToHost));

    unsigned check_sum[answers] = {};
    for (int t = 0; t < threads; ++t) {
        const unsigned* v = &values[t / 32 * 32];
        const unsigned lane = t % 32, own = v[lane];
        unsigned e[answers] = {};
        e[0] = v[(lane * 5 + 1) % 32];
        e[1] = lane < 3 ? own : v[lane - 3];
        e[2] = lane % 8 + 2 < 8 ? v[lane + 2] : own;
        e[3] = v[lane ^ 11];
        bool every = true, any = false, same = true;
        unsigned conjunction = ~0u, x = 0, o = 0, low = ~0u, high = 0, odd = 0;
        for (unsigned i = 0; i < 32; ++i) {
            e[4] |= (v[i] & 1) << i;
            every = every && v[i] < 50;
            any = any || v[i] == 17;
            e[6] |= unsigned(v[i] % 5 == own % 5) << i;
            same = same && v[i] / 64 == own / 64;
            e[8] += v[i];
            x ^= v[i];
            o |= v[i];
            low = v[i] < low ? v[i] : low;
            high = v[i] > high ? v[i] : high;
            if (v[i] & 1) {
                ++odd;
                conjunction &= v[i];
            }
            if (i <= lane) e[13] += v[i];
        }
        e[5] = every * 4 + any * 2;
        e[7] = same ? ~0u * 2 + 1 : 0;
        e[9] = high * 256 + low;
        e[10] = x + 1000 * o;
        e[11] = own & 1 ? odd + conjunction : 0;
        e[12] = v[lane ^ 1] * 3;
        for (int a = 0; a < answers; ++a) {
            require(found[t * answers + a] == e[a], "an answer of the warp");
            check_sum[a] = check_sum[a] * 31 + e[a];
        }
    }
    for (unsigned sum : check_sum) std::printf("%08x\n", sum);
    check(cudaFree(device));
    check(cudaFree(out));
    return 0;
}
