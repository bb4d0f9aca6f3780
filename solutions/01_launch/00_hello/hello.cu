// Lesson 00: hello from 32 threads. README.md explains; fill in the three regions marked TODO.
#include <cstdio>

// A kernel: each thread of the launch runs this function once.
__global__ void hello_kernel() {
    // Solution 1: printf works in kernels, too. threadIdx.x is an unsigned: hence %u.
    printf("Hello from thread %u\n", threadIdx.x);
    // end of Solution 1
}

// Prints a line for each of `threads` threads. When it returns, all lines are printed.
void hello(int threads) {
    // Solution 2: the launch only asks for the work. The wait makes the host stand still until the
    // kernel is done, and brings what it printed.
    hello_kernel<<<1, threads>>>();
    cudaDeviceSynchronize();
    // end of Solution 2
}

int main() {
    // Solution 3: hello() has waited, so this line is the last one.
    hello(32);
    std::printf("Everybody has said hello\n");
    // end of Solution 3
    return 0;
}
