__device__ int twice(int value) {
    return 2 * value;
}

struct NothingThatRuns {
    int first;
    int second;
    int third;
    int fourth;
    int fifth;
};

__global__ void odd(int* counter, int* values, int n) {
	int own[8]; // with a tab
    for (int i = 0; i < n; ++i) own[i % 8] += values[i];
    if (threadIdx.x % 8 == 0) {
        values[threadIdx.x] = twice(own[n % 8]);
    }
    atomicAdd(counter, values[n]);
}
