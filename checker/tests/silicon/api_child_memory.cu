// What a GPU says of the memory of kernels that kernels launch: arguments, copies, attributes, and
// what the host hears of a fault. The answers of a real GPU are in api_child_memory.txt.
#include "api_children.hpp"

namespace {

__device__ int seen[4];
__global__ void look(const int* values, int place) {
    if (threadIdx.x == 0) seen[place] = values[0] + 100 * values[1];
}
__global__ void make_values(int* values) {
    values[threadIdx.x] = threadIdx.x + 3;
    __syncthreads();
    if (threadIdx.x == 0) look<<<1, 32>>>(values + 2, 0);
    if (threadIdx.x == 1) {
        values[1] = 8;
        look<<<1, 32, 0, cudaStreamTailLaunch>>>(values, 1);
        values[0] = 9;
    }
}
struct Wide {
    char first;
    double second;
    short third[5];
};
__global__ void take(char letter, Wide wide, const int* place, short last) {
    extern __shared__ int room[];
    room[threadIdx.x + 3] = 5;
    note(letter);
    note(wide.first);
    note(static_cast<int>(wide.second));
    note(wide.third[4]);
    note(*place);
    note(last);
    note(static_cast<int>(gridDim.x * 100 + gridDim.y * 10 + gridDim.z));
    note(static_cast<int>(blockDim.x * 100 + blockDim.y * 10 + blockDim.z));
    unsigned bytes = 0;
    asm("mov.u32 %0, %%dynamic_smem_size;" : "=r"(bytes));
    note(static_cast<int>(bytes));
}
__global__ void give(const int* place) {
    Wide wide{'w', 2.75, {1, 2, 3, 4, 5}};
    take<<<1, 1, 64>>>('x', wide, place, -4);
}
void values() {
    clear();
    int* values = nullptr;
    static_cast<void>(cudaMalloc(&values, 256));
    make_values<<<1, 32>>>(values);
    wait();
    int all[4] = {};
    static_cast<void>(cudaMemcpyFromSymbol(all, seen, sizeof all));
    tell("the child saw", all[0]);
    tell("the tail saw", all[1]);
    give<<<1, 1>>>(values);
    wait();
    tell_notes("arguments");
}

__global__ void copy_and_set(int* values, int* others) {
    int at = 0;
    answers[at++] = cudaMemsetAsync(values, 1, 8);
    answers[at++] = cudaMemcpyAsync(others, values, 4, cudaMemcpyDeviceToDevice);
    answers[at++] = cudaMemcpyAsync(others, values, 4, cudaMemcpyHostToDevice);
    answers[at++] = cudaMemcpyAsync(others, values, 4, cudaMemcpyDefault);
    answers[at++] = cudaMemset2DAsync(values + 4, 8, 2, 4, 2);
    answers[at++] = cudaMemcpy2DAsync(others + 4, 8, values + 4, 8, 4, 2, cudaMemcpyDeviceToDevice);
    int* made = nullptr;
    answers[at++] = cudaMalloc(&made, 64);
    *made = 3;
    answers[at++] = *made;
    answers[at++] = cudaFree(made);
    int* none = nullptr;
    answers[at++] = cudaFree(none);
    answers[at++] = cudaMalloc(&none, 0);
    answers[at++] = none == nullptr;
    answers[at++] = cudaMalloc(&none, size_t{1} << 40);
    answers[at++] = cudaGetLastError();
}
void memory() {
    clear();
    int *values = nullptr, *others = nullptr, back[8] = {};
    static_cast<void>(cudaMalloc(&values, 256));
    static_cast<void>(cudaMalloc(&others, 256));
    static_cast<void>(cudaMemset(values, 0, 256));
    static_cast<void>(cudaMemset(others, 0, 256));
    copy_and_set<<<1, 1>>>(values, others);
    wait();
    const char* names[] = {"cudaMemsetAsync",
                           "cudaMemcpyAsync, on the device",
                           "cudaMemcpyAsync, host to device",
                           "cudaMemcpyAsync, default",
                           "cudaMemset2DAsync",
                           "cudaMemcpy2DAsync",
                           "cudaMalloc",
                           nullptr,
                           "cudaFree",
                           "cudaFree of nothing",
                           "cudaMalloc of nothing",
                           nullptr,
                           "cudaMalloc of too much",
                           "left"};
    for (int index = 0; index < 14; ++index)
        if (names[index])
            tell_code(names[index], index);
        else
            tell_answer("its value", index);
    static_cast<void>(cudaMemcpy(back, others, sizeof back, cudaMemcpyDeviceToHost));
    for (const int value : back) tell("copied", value);
}
__global__ void free_it(void* place) {
    answers[0] = cudaFree(place);
    answers[1] = cudaGetLastError();
}
void free_of_the_hosts_memory() {
    clear();
    void* place = nullptr;
    static_cast<void>(cudaMalloc(&place, 256));
    free_it<<<1, 1>>>(place);
    wait();
    tell_code("cudaFree", 0);
    tell_code("left", 1);
}

__global__ void facts() {
    int at = 0, value = 99;
    answers[at++] = cudaGetDevice(&value);
    answers[at++] = value;
    answers[at++] = cudaDeviceGetAttribute(&value, cudaDevAttrMaxThreadsPerBlock, 0);
    answers[at++] = value;
    answers[at++] = cudaDeviceGetAttribute(&value, cudaDevAttrMaxGridDimY, 0);
    answers[at++] = value;
    answers[at++] = cudaDeviceGetAttribute(&value, static_cast<cudaDeviceAttr>(9999), 0);
    value = 99;
    answers[at++] = cudaDeviceGetAttribute(&value, cudaDevAttrWarpSize, 99);
    answers[at++] = value;
    answers[at++] = cudaRuntimeGetVersion(&value);
    answers[at++] = value;
    answers[at++] = cudaOccupancyMaxActiveBlocksPerMultiprocessor(
        &value, reinterpret_cast<void*>(nothing), 128, 0);
    answers[at++] = value;
    answers[at++] = cudaGetLastError();
}
void attributes() {
    clear();
    facts<<<1, 1>>>();
    wait();
    const char* names[] = {"cudaGetDevice",
                           nullptr,
                           "threads per block",
                           nullptr,
                           "blocks in y",
                           nullptr,
                           "attribute 9999",
                           "device 99",
                           nullptr,
                           "cudaRuntimeGetVersion",
                           nullptr,
                           "occupancy",
                           nullptr,
                           "left"};
    for (int index = 0; index < 14; ++index)
        if (names[index])
            tell_code(names[index], index);
        else
            tell_answer("its value", index);
}

// Faults in children: whose error is it?
__global__ void store(int* place, int value) { *place = value; }
__global__ void launch_store(int* place) {
    store<<<1, 1>>>(place, 5);
    answers[0] = cudaGetLastError();
    write_down<<<1, 1>>>(1);
}
void after_a_fault() {
    cudaStream_t stream = nullptr;
    cudaEvent_t event = nullptr;
    static_cast<void>(cudaStreamCreate(&stream));
    static_cast<void>(cudaEventCreate(&event));
    launch_store<<<1, 1, 0, stream>>>(nullptr);
    tell("launch", cudaGetLastError());
    static_cast<void>(cudaEventRecord(event, stream));
    tell("cudaEventSynchronize", cudaEventSynchronize(event));
    tell("cudaStreamSynchronize", cudaStreamSynchronize(stream));
    tell("cudaStreamQuery", cudaStreamQuery(stream));
    wait();
}
__global__ void give_shared(int direct) {
    __shared__ int room[32];
    room[threadIdx.x] = direct;
    store<<<1, 1>>>(room, 5);
    answers[0] = cudaGetLastError();
}
void pointer_to_shared() {
    clear();
    give_shared<<<1, 1>>>(1);
    wait();
}
__global__ void give_local(int direct) {
    int room[4] = {direct, direct, direct, direct};
    store<<<1, 1>>>(room, 5);
    answers[0] = cudaGetLastError();
    note(room[direct]);
}
void pointer_to_local() {
    clear();
    give_local<<<1, 1>>>(1);
    wait();
}

constexpr Section sections[] = {
    {"values", values},
    {"memory", memory},
    {"free_of_the_hosts_memory", free_of_the_hosts_memory},
    {"attributes", attributes},
    {"after_a_fault", after_a_fault},
    {"pointer_to_shared", pointer_to_shared},
    {"pointer_to_local", pointer_to_local},
};

} // namespace

int main(int words, char** text) { return run_sections(sections, words, text); }
