// Attack: prints the lines on the host, beside a kernel of the right shape that could print them and does not
// Verdict: requirement
// Stage: program
// Lesson: 00_hello
// Points: 0.34
#include <cstdio>

__global__ void hello_kernel(bool prints) {
    if (prints) printf("Hello from thread %u\n", threadIdx.x);
}

void hello(int threads) {
    hello_kernel<<<1, threads>>>(false);
    cudaDeviceSynchronize();
    for (int t = 0; t < threads; ++t) std::printf("Hello from thread %d\n", t);
}

int main() {
    hello(32);
    std::printf("Everybody has said hello\n");
    return 0;
}
