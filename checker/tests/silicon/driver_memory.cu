// What a driver says of memory, copies and pointers, used rightly and wrongly.
// Not asked is what crashes in the driver, or depends on what lies in freed memory: the virtual GPU
// answers an error there.
#include "driver_tell.hpp"

namespace {

void ask_about_memory() {
    begin_context();
    CUdeviceptr memory = 0, base = 0;
    std::size_t bytes = 0, pitch = 0;
    char host[64] = {};
    ASK("alloc: 0 bytes", cuMemAlloc(&memory, 0));
    ASK("alloc: no place", cuMemAlloc(nullptr, 16));
    ASK("alloc: 2^60 bytes", cuMemAlloc(&memory, std::size_t{1} << 60));
    ASK("alloc", cuMemAlloc(&memory, 100));
    ASK("range", cuMemGetAddressRange(&base, &bytes, memory + 5));
    ASK("  begins there", static_cast<long long>(base == memory));
    ASK("  bytes", static_cast<long long>(bytes));
    ASK("range: host", cuMemGetAddressRange(&base, &bytes, reinterpret_cast<CUdeviceptr>(&host)));
    ASK("range: null", cuMemGetAddressRange(&base, &bytes, 0));
    ASK("range: no places", cuMemGetAddressRange(nullptr, nullptr, memory));
    ASK("info: no places", cuMemGetInfo(nullptr, nullptr));
    ASK("pitch: element 3", cuMemAllocPitch(&base, &pitch, 12, 4, 3));
    ASK("pitch: 0 wide", cuMemAllocPitch(&base, &pitch, 0, 4, 4));
    ASK("pitch: no place", cuMemAllocPitch(&base, nullptr, 12, 4, 4));
    ASK("pitch", cuMemAllocPitch(&base, &pitch, 12, 4, 4));
    ASK("  is", static_cast<long long>(pitch));
    ASK("free: inside", cuMemFree(memory + 4));
    ASK("free: null", cuMemFree(0));
    ASK("free: host", cuMemFree(reinterpret_cast<CUdeviceptr>(&host)));
    ASK("to the device: null", cuMemcpyHtoD(memory, nullptr, 4));
    ASK("to the device: to null", cuMemcpyHtoD(0, host, 4));
    ASK("to the device: 0 bytes", cuMemcpyHtoD(memory, host, 0));
    ASK("to the device: null, 0 bytes", cuMemcpyHtoD(memory, nullptr, 0));
    ASK("to the host: null", cuMemcpyDtoH(nullptr, memory, 4));
    ASK("to the host: from null", cuMemcpyDtoH(host, 0, 4));
    ASK("within: null", cuMemcpyDtoD(memory, 0, 4));
    ASK("from a host address", cuMemcpyDtoD(memory, reinterpret_cast<CUdeviceptr>(&host), 4));
    ASK("any: from the host", cuMemcpy(memory, reinterpret_cast<CUdeviceptr>(&host), 4));
    ASK("any: host to host", cuMemcpy(reinterpret_cast<CUdeviceptr>(&host),
                                      reinterpret_cast<CUdeviceptr>(&host[32]), 4));
    ASK("set: null", cuMemsetD8(0, 1, 4));
    ASK("set: 0 bytes", cuMemsetD8(memory, 1, 0));
    ASK("set: words at 2", cuMemsetD32(memory + 2, 1, 4));
    ASK("set: halves at 1", cuMemsetD16(memory + 1, 1, 4));
    ASK("set: rows, pitch too small", cuMemsetD2D8(memory, 4, 1, 8, 2));
    ASK("set: rows, pitch of 6, words", cuMemsetD2D32(memory, 6, 1, 1, 2));
    ASK("set: a host address", cuMemsetD8(reinterpret_cast<CUdeviceptr>(&host), 1, 4));
    ASK("free", cuMemFree(memory));
    ASK("free again", cuMemFree(memory));
}

void ask_about_rows() {
    begin_context();
    CUdeviceptr memory = 0;
    char host[256] = {};
    cuMemAlloc(&memory, 1024);
    CUDA_MEMCPY2D box{};
    ASK("null", cuMemcpy2D(nullptr));
    ASK("empty", cuMemcpy2D(&box));
    box.srcMemoryType = CU_MEMORYTYPE_HOST;
    box.srcHost = host;
    box.dstMemoryType = CU_MEMORYTYPE_DEVICE;
    box.dstDevice = memory;
    box.WidthInBytes = 16;
    box.Height = 4;
    ASK("no pitches", cuMemcpy2D(&box));
    box.srcPitch = 8;
    ASK("pitch too small", cuMemcpy2D(&box));
    box.srcPitch = 16;
    box.dstPitch = 64;
    ASK("right", cuMemcpy2D(&box));
    box.Height = 0;
    ASK("0 high", cuMemcpy2D(&box));
    box.Height = 4;
    box.srcHost = nullptr;
    ASK("from null", cuMemcpy2D(&box));
    box.srcHost = host;
    box.srcMemoryType = static_cast<CUmemorytype>(9);
    ASK("type 9", cuMemcpy2D(&box));
    box.srcMemoryType = CU_MEMORYTYPE_ARRAY;
    ASK("a null array", cuMemcpy2D(&box));
}

void ask_about_host_memory() {
    begin_context();
    void *memory = nullptr, *pinned = nullptr;
    CUdeviceptr address = 0;
    unsigned flags = 9;
    int host[16] = {};
    ASK("alloc: 0 bytes", cuMemAllocHost(&memory, 0));
    ASK("alloc: no place", cuMemAllocHost(nullptr, 16));
    ASK("alloc: flags 99", cuMemHostAlloc(&memory, 16, 99));
    ASK("alloc: 0 bytes, flags", cuMemHostAlloc(&memory, 0, 0));
    ASK("alloc", cuMemHostAlloc(&pinned, 64, CU_MEMHOSTALLOC_PORTABLE));
    ASK("flags", cuMemHostGetFlags(&flags, pinned));
    ASK("  are", static_cast<long long>(flags));
    ASK("flags: other memory", cuMemHostGetFlags(&flags, host));
    ASK("device pointer: flags 1", cuMemHostGetDevicePointer(&address, pinned, 1));
    ASK("device pointer: other memory", cuMemHostGetDevicePointer(&address, host, 0));
    ASK("device pointer", cuMemHostGetDevicePointer(&address, pinned, 0));
    ASK("free: other memory", cuMemFreeHost(host));
    ASK("free: null", cuMemFreeHost(nullptr));
    ASK("free: cuMemFree", cuMemFree(address));
    ASK("free", cuMemFreeHost(pinned));
    ASK("free again", cuMemFreeHost(pinned));
    ASK("register: null", cuMemHostRegister(nullptr, 64, 0));
    ASK("register: 0 bytes", cuMemHostRegister(host, 0, 0));
    ASK("unregister: other memory", cuMemHostUnregister(host));
    CUdeviceptr managed = 0;
    ASK("managed: 0 bytes", cuMemAllocManaged(&managed, 0, CU_MEM_ATTACH_GLOBAL));
    ASK("managed: flags 0", cuMemAllocManaged(&managed, 64, 0));
    ASK("managed: no place", cuMemAllocManaged(nullptr, 64, CU_MEM_ATTACH_GLOBAL));
    ASK("managed: single", cuMemAllocManaged(&managed, 64, CU_MEM_ATTACH_SINGLE));
    ASK("managed", cuMemAllocManaged(&managed, 64, CU_MEM_ATTACH_GLOBAL));
}

void ask_about_pointers() {
    begin_context();
    CUdeviceptr memory = 0;
    int host = 0, number = 9;
    unsigned type = 9;
    void* place = &host;
    cuMemAlloc(&memory, 64);
    const auto host_address = reinterpret_cast<CUdeviceptr>(&host);
    ASK("type", cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, memory));
    ASK("  is", static_cast<long long>(type));
    ASK("type: host", cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, host_address));
    ASK("type: null", cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, 0));
    ASK("type: no place", cuPointerGetAttribute(nullptr, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, memory));
    ASK("attribute 99", cuPointerGetAttribute(&type, static_cast<CUpointer_attribute>(99), memory));
    ASK("host pointer", cuPointerGetAttribute(&place, CU_POINTER_ATTRIBUTE_HOST_POINTER, memory));
    ASK("device", cuPointerGetAttribute(&number, CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL, memory));
    ASK("  is", static_cast<long long>(number));
    CUpointer_attribute wanted[] = {CU_POINTER_ATTRIBUTE_MEMORY_TYPE,
                                    CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL,
                                    CU_POINTER_ATTRIBUTE_HOST_POINTER};
    void* places[] = {&type, &number, &place};
    ASK("several", cuPointerGetAttributes(3, wanted, places, memory));
    ASK("  type", static_cast<long long>(type));
    ASK("  device", static_cast<long long>(number));
    ASK("  host pointer is null", static_cast<long long>(place == nullptr));
    ASK("several: host", cuPointerGetAttributes(3, wanted, places, host_address));
    ASK("  type", static_cast<long long>(type));
    ASK("  device", static_cast<long long>(number));
    ASK("several: none", cuPointerGetAttributes(0, wanted, places, memory));
    ASK("several: no list", cuPointerGetAttributes(3, nullptr, places, memory));
}

constexpr Section sections[] = {
    {"memory", ask_about_memory},
    {"rows", ask_about_rows},
    {"host_memory", ask_about_host_memory},
    {"pointers", ask_about_pointers},
};

} // namespace

int main(int words, char** text) { return run_sections(sections, words, text); }
