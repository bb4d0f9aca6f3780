// Kernels that launch kernels: children that come too early, pointers that lead nowhere in them,
// launches that cannot be.
#include "corpus.hpp"

namespace children {

// clang-format off: the markers of a line stand on it
__global__ void read_all(const int* in, int* out) {
    out[thread()] = in[thread()]; // fault: child_before_another_warp_is_done, fault: child_of_one_block_reads_what_two_write, fault: child_of_what_is_written_later, fault: grandchild_reads_what_its_grandparent_writes
}
__global__ void write_all(int* out, int value) {
    out[thread()] = value; // fault: parent_reads_too_early, fault: children_in_two_streams, other: children_in_two_streams, fault: child_with_a_null_pointer, fault: child_with_shared_memory_of_its_parent, fault: child_with_local_memory_of_its_parent, fault: copy_beside_a_child
}

__global__ void launches_without_a_barrier(int* data, int* out) {
    data[thread()] = thread(); // other: child_before_another_warp_is_done
    if (thread() == 0) read_all<<<1, 64>>>(data, out);
}
CASE(child_before_another_warp_is_done) {
    const Array<int> data(64, 0), out(64, 0);
    launches_without_a_barrier<<<1, 64>>>(data, out);
}

__global__ void launches_in_one_block(int* data, int* out) {
    data[thread()] = thread(); // other: child_of_one_block_reads_what_two_write
    __syncthreads();
    if (thread() == 0) read_all<<<1, 64>>>(data, out);
}
CASE(child_of_one_block_reads_what_two_write) {
    const Array<int> data(64, 0), out(64, 0);
    launches_in_one_block<<<2, 32>>>(data, out);
}

__global__ void writes_after_the_launch(int* data, int* out) {
    data[0] = 1;
    read_all<<<1, 1>>>(data, out);
    data[0] = 2; // other: child_of_what_is_written_later
}
CASE(child_of_what_is_written_later) {
    const Array<int> data(1, 0), out(1, 0);
    writes_after_the_launch<<<1, 1>>>(data, out);
}

__global__ void reads_after_the_launch(int* data, int* out) {
    write_all<<<1, 1>>>(data, 5);
    out[0] = data[0]; // other: parent_reads_too_early
}
CASE(parent_reads_too_early) {
    const Array<int> data(1, 0), out(1, 0);
    reads_after_the_launch<<<1, 1>>>(data, out);
}

__global__ void launches_into_two_streams(int* data) {
    cudaStream_t first = nullptr, second = nullptr;
    cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking);
    write_all<<<1, 32, 0, first>>>(data, 1);
    write_all<<<1, 32, 0, second>>>(data, 2);
}
CASE(children_in_two_streams) {
    const Array<int> data(32, 0);
    launches_into_two_streams<<<1, 1>>>(data);
}

__global__ void launches_again(int* data, int* out) { read_all<<<1, 1>>>(data, out); }
__global__ void launches_a_kernel_that_launches(int* data, int* out) {
    launches_again<<<1, 1>>>(data, out);
    data[0] = 7; // other: grandchild_reads_what_its_grandparent_writes
}
CASE(grandchild_reads_what_its_grandparent_writes) {
    const Array<int> data(1, 0), out(1, 0);
    launches_a_kernel_that_launches<<<1, 1>>>(data, out);
}

__global__ void sets_beside_a_child(int* data) {
    write_all<<<1, 32, 0, cudaStreamFireAndForget>>>(data, 1);
    cudaMemsetAsync(data, 0, 64, nullptr);
}
CASE(copy_beside_a_child) {
    const Array<int> data(32, 0);
    sets_beside_a_child<<<1, 1>>>(data);
}

__global__ void launches_with(int* pointer) { write_all<<<1, 1>>>(pointer, 5); }
CASE(child_with_a_null_pointer) { launches_with<<<1, 1>>>(nullptr); }

__global__ void launches_with_shared_memory(int value) {
    __shared__ int room[4];
    room[0] = value;
    write_all<<<1, 1>>>(room, 5);
}
CASE(child_with_shared_memory_of_its_parent) { launches_with_shared_memory<<<1, 1>>>(1); }

__global__ void launches_with_local_memory(int* out, int value) {
    int room[4] = {value, value, value, value};
    int* volatile pointer = room;
    write_all<<<1, 1>>>(pointer, 5);
    out[0] = pointer[value];
}
CASE(child_with_local_memory_of_its_parent) {
    const Array<int> out(1, 0);
    launches_with_local_memory<<<1, 1>>>(out, 1);
}

__global__ void launches_blocks_of(int threads, int* out) { write_all<<<1, threads>>>(out, 1); }
CASE(child_with_blocks_too_large) {
    const Array<int> out(1, 0);
    launches_blocks_of<<<1, 1>>>(1025, out);
}

__global__ void launches_often(int times, int* out) {
    for (int time = 0; time < times; ++time) write_all<<<1, 1>>>(out, time);
}
CASE(children_beyond_the_pending_ones) {
    const Array<int> out(1, 0);
    cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, 64);
    launches_often<<<1, 1>>>(65, out);
}

__global__ void frees(int* memory) { cudaFree(memory); }
CASE(kernel_frees_memory_of_the_host) {
    const Array<int> memory(1, 0);
    frees<<<1, 1>>>(memory);
}
// clang-format on

} // namespace children
