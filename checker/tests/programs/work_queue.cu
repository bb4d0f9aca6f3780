// Persistent threads with a queue: each block takes a task, may add two smaller ones, and ends when
// all tasks are done. The tasks are a recursive sum of squares of a range.
#include "check.hpp"

struct Task {
    int first, last;
};

struct Queue {
    Task tasks[4096];
    int written[4096]; // set once the task at this place can be read
    int head, tail, open;
    unsigned long long sum;
    int leaves;
};

__device__ void push(Queue* queue, Task task) {
    const int place = atomicAdd(&queue->tail, 1);
    queue->tasks[place] = task;
    __threadfence();
    atomicExch(&queue->written[place], 1);
}

__global__ void work(Queue* queue) {
    __shared__ Task task;
    __shared__ bool finished, got;
    __shared__ unsigned long long sum;
    for (;;) {
        __syncthreads();
        if (threadIdx.x == 0) {
            finished = atomicAdd(&queue->open, 0) == 0;
            got = false;
            const int place = atomicAdd(&queue->head, 0);
            if (!finished && place < atomicAdd(&queue->tail, 0) &&
                atomicCAS(&queue->head, place, place + 1) == place) {
                while (atomicAdd(&queue->written[place], 0) == 0) __nanosleep(10);
                __threadfence();
                task = queue->tasks[place];
                got = true;
                sum = 0;
            }
        }
        __syncthreads();
        if (finished) return;
        if (!got) continue;
        if (task.last - task.first > 40) {
            if (threadIdx.x == 0) {
                const int middle = (task.first + task.last) / 2;
                atomicAdd(&queue->open, 2);
                push(queue, {task.first, middle});
                push(queue, {middle, task.last});
                atomicSub(&queue->open, 1);
            }
            continue;
        }
        for (int i = task.first + threadIdx.x; i < task.last; i += blockDim.x)
            atomicAdd(&sum, static_cast<unsigned long long>(i) * i);
        __syncthreads();
        if (threadIdx.x == 0) {
            atomicAdd(&queue->sum, sum);
            atomicAdd(&queue->leaves, 1);
            __threadfence();
            atomicSub(&queue->open, 1);
        }
    }
}

int main() {
    Queue* queue = nullptr;
    constexpr int count = 5000;
    check(cudaMallocManaged(&queue, sizeof(Queue)));
    *queue = {};
    queue->tasks[0] = {0, count};
    queue->written[0] = 1;
    queue->tail = queue->open = 1;
    work<<<6, 64>>>(queue);
    finish();
    unsigned long long sum = 0;
    for (int i = 0; i < count; ++i) sum += static_cast<unsigned long long>(i) * i;
    require(queue->sum == sum, "the sum");
    require(queue->open == 0 && queue->head == queue->tail, "an empty queue");
    require(queue->tail == 2 * queue->leaves - 1, "the number of tasks");
    std::printf("sum %llu, tasks %d, leaves %d\n", queue->sum, queue->tail, queue->leaves);
    check(cudaFree(queue));
    return 0;
}
