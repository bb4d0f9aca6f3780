// What kernels, their children and nodes of graphs may do to memory that is mapped. The argument
// says what to do.
#include "virtual_memory.hpp"

// With linkage: names of others have a number in them that changes with each build.
__global__ void put(int* memory, int value) { *memory = value; }
__global__ void add_to(int* memory, int value) { atomicAdd(memory, value); }
__global__ void take(int* place, const int* from) { *place = *from; }
__global__ void put_by_child(int* memory, int value) { put<<<1, 1>>>(memory, value); }

namespace {

int* new_place() {
    int* place = nullptr;
    check(cudaMalloc(&place, sizeof *place));
    return place;
}

void wait_for_fault() {
    require(cudaDeviceSynchronize() == cudaErrorIllegalAddress, "an illegal address");
}

int* read_only() {
    int* shared = mapped(memory());
    put<<<1, 1>>>(shared, 7);
    check(cudaDeviceSynchronize());
    allow(number(shared), page, CU_MEM_ACCESS_FLAGS_PROT_READ);
    return shared;
}

// One of two addresses may only be read; what is written by the other one is seen there.
void everyday() {
    const CUmemGenericAllocationHandle handle = memory();
    int *reads = mapped(handle), *writes = mapped(handle), *place = new_place();
    allow(number(reads), page, CU_MEM_ACCESS_FLAGS_PROT_READ);
    put<<<1, 1>>>(writes, 5);
    take<<<1, 1>>>(place, reads);
    require(at(place) == 5, "a read by the address that may only be read");
    require(at(reads) == 5, "a copy from it");
    put_by_child<<<1, 1>>>(writes + 1, 6);
    require(at(reads + 1) == 6, "what a child wrote");
    allow(number(reads), page);
    put<<<1, 1>>>(reads, 8);
    require(at(writes) == 8, "a write, once it may be written");
}

void store() {
    int* shared = read_only();
    require(cudaMemset(shared, 0, 4) == cudaErrorInvalidValue, "a set of what may only be read");
    put<<<1, 1>>>(shared, 8);
    wait_for_fault();
}

void atomic() {
    add_to<<<1, 1>>>(read_only(), 1);
    wait_for_fault();
}

void child() {
    put_by_child<<<1, 1>>>(read_only(), 8);
    wait_for_fault();
}

// What was not waited for has the access of the moment at which it runs.
void taken_away() {
    int* shared = mapped(memory());
    put<<<1, 1>>>(shared, 7);
    allow(number(shared), page, CU_MEM_ACCESS_FLAGS_PROT_NONE);
    wait_for_fault();
}

void child_of_unmapped() {
    int* shared = mapped(memory());
    put_by_child<<<1, 1>>>(shared, 7);
    check(DRIVER(cuMemUnmap)(number(shared), page));
    wait_for_fault();
}

// The second launch of the graph finds other memory at the address, the third one none.
void graph() {
    const CUmemGenericAllocationHandle first = memory(), second = memory();
    int *shared = mapped(first), *place = new_place();
    cudaStream_t stream = nullptr;
    check(cudaStreamCreate(&stream));
    check(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    add_to<<<1, 1, 0, stream>>>(shared, 1);
    check(cudaMemcpyAsync(place, shared, sizeof *place, cudaMemcpyDeviceToDevice, stream));
    cudaGraph_t captured = nullptr;
    check(cudaStreamEndCapture(stream, &captured));
    cudaGraphExec_t exec = nullptr;
    check(cudaGraphInstantiate(&exec, captured, 0));
    for (const CUmemGenericAllocationHandle handle : {first, second}) {
        if (handle == second) {
            check(DRIVER(cuMemUnmap)(number(shared), page));
            map(number(shared), second);
        }
        check(cudaMemset(shared, 0, 4));
        check(cudaGraphLaunch(exec, stream));
        check(cudaStreamSynchronize(stream));
        require(at(place) == 1, "what the graph copied");
    }
    check(DRIVER(cuMemUnmap)(number(shared), page));
    check(cudaGraphLaunch(exec, stream));
    wait_for_fault();
}

} // namespace

int main(int arguments, char** text) {
    return run_case({{"everyday", everyday},
                     {"store", store},
                     {"atomic", atomic},
                     {"child", child},
                     {"taken_away", taken_away},
                     {"child_of_unmapped", child_of_unmapped},
                     {"graph", graph}},
                    arguments, text);
}
