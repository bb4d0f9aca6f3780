// Locks made of atomics: a test-and-set lock taken by every lane of a warp, a ticket lock between
// blocks, and one lock for each of several accounts, taken in order.
#include "check.hpp"

#include <vector>

struct Lock {
    int taken = 0;
    __device__ void acquire() {
        while (atomicCAS(&taken, 0, 1) != 0) {
        }
        __threadfence();
    }
    __device__ void release() {
        __threadfence();
        atomicExch(&taken, 0);
    }
};

struct TicketLock {
    unsigned next = 0, serving = 0;
    __device__ void acquire() {
        const unsigned mine = atomicAdd(&next, 1);
        while (atomicAdd(&serving, 0) != mine) __nanosleep(20);
        __threadfence();
    }
    __device__ void release() {
        __threadfence();
        atomicAdd(&serving, 1);
    }
};

__device__ Lock lock;
__device__ TicketLock ticket_lock;
__device__ unsigned counter = 0, fibonacci[2] = {0, 1};

__global__ void count_under_lock() {
    bool done = false;
    while (!done) { // the usual form for lanes of one warp
        if (atomicCAS(&lock.taken, 0, 1) == 0) {
            __threadfence();
            counter += 1;
            lock.release();
            done = true;
        }
    }
}

__global__ void step_fibonacci() {
    if (threadIdx.x != 0) return;
    ticket_lock.acquire();
    const unsigned next = fibonacci[0] + fibonacci[1];
    fibonacci[0] = fibonacci[1];
    fibonacci[1] = next;
    ticket_lock.release();
}

struct Account {
    Lock lock;
    int balance = 1000;
};

__global__ void transfer(Account* accounts, int count) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int from = i % count, to = (i * 3 + 1) % count;
    if (from == to) return;
    Account& low = accounts[min(from, to)];
    Account& high = accounts[max(from, to)];
    low.lock.acquire();
    high.lock.acquire();
    accounts[from].balance -= i % 7;
    accounts[to].balance += i % 7;
    high.lock.release();
    low.lock.release();
}

int main() {
    count_under_lock<<<4, 64>>>();
    step_fibonacci<<<20, 32>>>();
    finish();
    unsigned counted = 0, pair[2];
    check(cudaMemcpyFromSymbol(&counted, counter, sizeof counted));
    check(cudaMemcpyFromSymbol(pair, fibonacci, sizeof pair));
    require(counted == 256, "the count");
    require(pair[0] == 6765 && pair[1] == 10946, "fibonacci");
    std::printf("counter %u, fibonacci %u %u\n", counted, pair[0], pair[1]);

    std::vector<Account> accounts(8);
    Account* device = nullptr;
    const auto bytes = accounts.size() * sizeof(Account);
    check(cudaMalloc(&device, bytes));
    check(cudaMemcpy(device, accounts.data(), bytes, cudaMemcpyHostToDevice));
    transfer<<<4, 48>>>(device, int(accounts.size()));
    finish();
    std::vector<Account> expected(8);
    for (int i = 0; i < 4 * 48; ++i) {
        expected[i % 8].balance -= i % 7;
        expected[(i * 3 + 1) % 8].balance += i % 7;
    }
    check(cudaMemcpy(accounts.data(), device, bytes, cudaMemcpyDeviceToHost));
    for (int i = 0; i < 8; ++i) {
        require(accounts[i].balance == expected[i].balance, "a balance");
        require(accounts[i].lock.taken == 0, "a lock is free");
        std::printf("account %d: %d\n", i, accounts[i].balance);
    }
    check(cudaFree(device));
    return 0;
}
