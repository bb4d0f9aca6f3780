// Several devices (WORKBOOK_DEVICES=2): each has its memory, its variables and its kernels'
// settings.
#include <cstdio>
#include <thread>

namespace {

__device__ int calls;
__managed__ int everywhere = 5;

__global__ void count(int by) {
    calls += by;
    everywhere += 100;
}
__global__ void read_from(const int* from, int* into) { *into = *from + 1; }
__global__ void write(int* into, int value) { *into = value; }
__global__ void take_from_heap(std::size_t bytes, int* into) {
    *into = malloc(bytes) != nullptr ? 1 : 0; // and keeps it
}
__global__ void use_shared(int* into) {
    extern __shared__ int values[];
    values[0] = 3;
    *into = values[0];
}

void check(const char* what, cudaError_t error) {
    if (error != cudaSuccess) std::printf("%s: %s\n", what, cudaGetErrorName(error));
}

int fetch(const int* from) {
    int value = -1;
    check("fetch", cudaMemcpy(&value, from, sizeof value, cudaMemcpyDefault));
    return value;
}

int* new_value(int value) {
    int* pointer = nullptr;
    check("allocate", cudaMalloc(&pointer, sizeof *pointer));
    check("set", cudaMemcpy(pointer, &value, sizeof value, cudaMemcpyDefault));
    return pointer;
}

int owner(const void* pointer) {
    cudaPointerAttributes attributes;
    check("attributes", cudaPointerGetAttributes(&attributes, pointer));
    return attributes.device;
}

} // namespace

int main() {
    int devices = 0, can = 0;
    cudaGetDeviceCount(&devices);
    cudaDeviceCanAccessPeer(&can, 0, 1);
    std::printf("devices %d, peers %d\n", devices, can);

    count<<<1, 1>>>(1);
    count<<<1, 1>>>(1);
    check("device 0", cudaDeviceSynchronize());
    cudaSetDevice(1);
    count<<<1, 1>>>(10);
    check("device 1", cudaDeviceSynchronize());
    int value = 0;
    cudaMemcpyFromSymbol(&value, calls, sizeof value);
    std::printf("calls on device 1: %d\n", value);
    cudaSetDevice(0);
    cudaMemcpyFromSymbol(&value, calls, sizeof value);
    std::printf("calls on device 0: %d, managed %d\n", value, everywhere);

    // The current device is each thread's own.
    int other_thread = -1;
    cudaSetDevice(1);
    std::thread([&] { cudaGetDevice(&other_thread); }).join();
    int* there = new_value(41);
    cudaSetDevice(0);
    int* here = new_value(0);
    std::printf("another thread began on %d, owners %d %d\n", other_thread, owner(here),
                owner(there));

    // A setting of a kernel is one for a device.
    check("allow",
          cudaFuncSetAttribute(use_shared, cudaFuncAttributeMaxDynamicSharedMemorySize, 100000));
    use_shared<<<1, 1, 100000>>>(here);
    check("allowed", cudaGetLastError());
    cudaSetDevice(1);
    use_shared<<<1, 1, 100000>>>(there);
    check("not allowed on device 1", cudaGetLastError());
    cudaSetDevice(0);

    check("peer copy", cudaMemcpyPeer(here, 0, there, 1, sizeof *here));
    std::printf("copied %d\n", fetch(here));
    check("to device 9", cudaMemcpyPeer(here, 9, there, 1, sizeof *here));
    cudaGetLastError();

    cudaMemcpy3DPeerParms box = {};
    int cells[8] = {1, 2, 3, 4, 5, 6, 7, 8}, corner[4] = {};
    int *box_there = nullptr, *box_here = nullptr;
    cudaMalloc(&box_here, sizeof corner);
    cudaSetDevice(1);
    cudaMalloc(&box_there, sizeof cells);
    cudaMemcpy(box_there, cells, sizeof cells, cudaMemcpyDefault);
    cudaSetDevice(0);
    box.srcDevice = 1;
    box.srcPtr = make_cudaPitchedPtr(box_there, 16, 16, 2); // two rows of four
    box.srcPos = make_cudaPos(8, 0, 0);
    box.dstPtr = make_cudaPitchedPtr(box_here, 8, 8, 2);
    box.extent = make_cudaExtent(8, 2, 1);
    check("peer box", cudaMemcpy3DPeer(&box));
    cudaMemcpy(corner, box_here, sizeof corner, cudaMemcpyDefault);
    std::printf("box %d %d %d %d\n", corner[0], corner[1], corner[2], corner[3]);
    box.dstDevice = 9;
    check("box to device 9", cudaMemcpy3DPeerAsync(&box, nullptr));
    cudaGetLastError();

    // Streams and events belong to a device; copies and waits cross.
    cudaStream_t theirs = nullptr;
    cudaEvent_t event = nullptr;
    cudaEventCreate(&event);
    cudaSetDevice(1);
    cudaStreamCreate(&theirs);
    write<<<1, 1, 0, theirs>>>(there, 43);
    cudaSetDevice(0);
    write<<<1, 1, 0, theirs>>>(there, 44); // the stream's device runs it
    check("launch into the stream of device 1", cudaGetLastError());
    check("record an event of device 0 there", cudaEventRecord(event, theirs));
    cudaGetLastError();
    // Names no stream: after what the default and blocking streams of both devices were given,
    // before what these are given later.
    check("peer copy", cudaMemcpyPeer(here, 0, there, 1, sizeof *here));
    cudaSetDevice(1);
    write<<<1, 1, 0, theirs>>>(there, 41);
    check("device 1", cudaDeviceSynchronize());
    cudaSetDevice(0);
    check("device 0", cudaDeviceSynchronize());
    std::printf("copied %d, then %d\n", fetch(here), fetch(there));

    // Limits, too. A limit below what is taken already leaves nothing.
    take_from_heap<<<1, 1>>>(5 << 20, here);
    check("heap", cudaDeviceSynchronize());
    cudaSetDevice(1);
    cudaDeviceSetLimit(cudaLimitMallocHeapSize, 4 << 20);
    take_from_heap<<<1, 1>>>(6 << 20, there);
    const int on_1 = fetch(there);
    write<<<1, 1>>>(there, 41);
    check("device 1", cudaDeviceSynchronize());
    cudaSetDevice(0);
    take_from_heap<<<1, 1>>>(2 << 20, here);
    std::printf("the heap: 6 MiB on device 1 %d, 2 MiB more on device 0 %d\n", on_1, fetch(here));

    check("disable", cudaDeviceDisablePeerAccess(1));
    check("enable", cudaDeviceEnablePeerAccess(1, 0));
    check("enable again", cudaDeviceEnablePeerAccess(1, 0));
    cudaGetLastError();
    read_from<<<1, 1>>>(there, here);
    check("peer read", cudaDeviceSynchronize());
    std::printf("read %d\n", fetch(here));

    cudaDeviceProp first, second;
    cudaGetDeviceProperties(&first, 0);
    cudaGetDeviceProperties(&second, 1);
    std::size_t free_bytes = 0, total_bytes = 0;
    cudaMemGetInfo(&free_bytes, &total_bytes);
    std::printf("bus ids %d %d, of its own memory %d\n", first.pciBusID, second.pciBusID,
                total_bytes == first.totalGlobalMem);

    // What device 1 has outlives device 0's reset.
    check("reset", cudaDeviceReset());
    cudaSetDevice(1);
    std::printf("after the reset of device 0: %d\n", fetch(there));
    cudaMemcpyFromSymbol(&value, calls, sizeof value);
    std::printf("calls on device 1: %d\n", value);

    // Access was given in one direction only, and is gone with the reset.
    cudaSetDevice(0);
    here = new_value(0);
    read_from<<<1, 1>>>(there, here);
    check("no peer", cudaDeviceSynchronize());
    return 0;
}
