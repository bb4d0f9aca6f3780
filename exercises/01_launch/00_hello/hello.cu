// Lesson 00: hello from 32 threads. README.md explains; fill in the three regions marked TODO.
#include <cstdio>

// A kernel: each thread of the launch runs this function once.
__global__ void hello_kernel() {
    // TODO 1: print the line "Hello from thread T", with threadIdx.x for T.

    // end of TODO 1
}

// Prints a line for each of `threads` threads. When it returns, all lines are printed.
void hello(int threads) {
    // TODO 2: launch hello_kernel in one block of `threads` threads, then wait for it.

    // end of TODO 2
}

int main() {
    // TODO 3: say hello from 32 threads, then print the line "Everybody has said hello".

    // end of TODO 3
    return 0;
}
