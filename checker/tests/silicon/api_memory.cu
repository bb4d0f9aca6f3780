// What a GPU says of memory: pools, managed, pinned and registered memory, copies of boxes, what a
// pointer is. The answers of a real GPU are in api_memory.txt; the virtual GPU must give the same.
#include "api_tell.hpp"

#include <cstdint>
#include <cstdlib>
#include <unistd.h>

namespace {

__global__ void write_value(int* place, int value) { *place = value; }
__device__ int variable;
__managed__ int managed_variable;

const cudaMemLocation on_device = {cudaMemLocationTypeDevice, 0};
const cudaMemLocation on_host = {cudaMemLocationTypeHost, 0};

void tell_attribute(const char* question, cudaMemPool_t pool, cudaMemPoolAttr attribute,
                    bool wide = true) {
    unsigned long long value = 0;
    tell(question, cudaMemPoolGetAttribute(pool, attribute, &value));
    tell("  is", static_cast<long long>(wide ? value : static_cast<unsigned>(value)));
}

void ask_about_pools() {
    int supported = -1;
    cudaDeviceGetAttribute(&supported, cudaDevAttrMemoryPoolsSupported, 0);
    tell("attribute: pools", static_cast<long long>(supported));
    cudaMemPool_t standard = nullptr, current = nullptr;
    tell("default pool", cudaDeviceGetDefaultMemPool(&standard, 0));
    tell("default pool: no pointer", cudaDeviceGetDefaultMemPool(nullptr, 0));
    tell("default pool: device 99", cudaDeviceGetDefaultMemPool(&current, 99));
    tell("current pool", cudaDeviceGetMemPool(&current, 0));
    tell("  is the default one", static_cast<long long>(current == standard));
    tell_attribute("reuse: follow events", standard, cudaMemPoolReuseFollowEventDependencies,
                   false);
    tell_attribute("reuse: opportunistic", standard, cudaMemPoolReuseAllowOpportunistic, false);
    tell_attribute("reuse: internal dependencies", standard,
                   cudaMemPoolReuseAllowInternalDependencies, false);
    tell_attribute("release threshold", standard, cudaMemPoolAttrReleaseThreshold);
    tell_attribute("used", standard, cudaMemPoolAttrUsedMemCurrent);
    tell_attribute("used, most", standard, cudaMemPoolAttrUsedMemHigh);
    tell_attribute("reserved", standard, cudaMemPoolAttrReservedMemCurrent);
    tell("attribute: 99",
         cudaMemPoolGetAttribute(standard, static_cast<cudaMemPoolAttr>(99), &current));
    tell("attribute: no pointer",
         cudaMemPoolGetAttribute(standard, cudaMemPoolAttrReleaseThreshold, nullptr));
    tell("attribute: null pool",
         cudaMemPoolGetAttribute(nullptr, cudaMemPoolAttrReleaseThreshold, &current));

    void *first = nullptr, *second = nullptr;
    tell("malloc: 1000 bytes", cudaMallocAsync(&first, 1000, nullptr));
    tell_attribute("used now", standard, cudaMemPoolAttrUsedMemCurrent);
    tell("malloc: 1 byte", cudaMallocAsync(&second, 1, nullptr));
    tell_attribute("used now", standard, cudaMemPoolAttrUsedMemCurrent);
    tell_attribute("reserved now", standard, cudaMemPoolAttrReservedMemCurrent);
    tell("  address modulo 256",
         static_cast<long long>(reinterpret_cast<std::uintptr_t>(second) % 256));
    tell("free: in order", cudaFreeAsync(first, nullptr));
    tell("synchronise", cudaDeviceSynchronize());
    tell_attribute("used now", standard, cudaMemPoolAttrUsedMemCurrent);
    tell_attribute("used, most", standard, cudaMemPoolAttrUsedMemHigh);
    unsigned long long zero = 0, one = 1;
    tell("set used, most, to 1",
         cudaMemPoolSetAttribute(standard, cudaMemPoolAttrUsedMemHigh, &one));
    tell("set used, most, to 0",
         cudaMemPoolSetAttribute(standard, cudaMemPoolAttrUsedMemHigh, &zero));
    tell_attribute("used, most", standard, cudaMemPoolAttrUsedMemHigh);
    tell("set used", cudaMemPoolSetAttribute(standard, cudaMemPoolAttrUsedMemCurrent, &zero));
    tell("free: with cudaFree", cudaFree(second));
    tell("free: the second time", cudaFreeAsync(second, nullptr));
    tell("free: null", cudaFreeAsync(nullptr, nullptr));
    int host = 0;
    tell("free: host pointer", cudaFreeAsync(&host, nullptr));
    cudaMalloc(&first, 4096);
    tell("free: inside an allocation", cudaFreeAsync(static_cast<char*>(first) + 4, nullptr));
    first = &host;
    tell("malloc: 0 bytes", cudaMallocAsync(&first, 0, nullptr));
    tell("  gives null", static_cast<long long>(first == nullptr));
    tell("malloc: 2^60 bytes", cudaMallocAsync(&first, std::size_t{1} << 60, nullptr));
    tell("malloc: no pointer", cudaMallocAsync(nullptr, 16, nullptr));
}

void ask_about_frees_in_a_stream() {
    void* memory = nullptr;
    cudaMalloc(&memory, 4096);
    tell("free: memory of cudaMalloc", cudaFreeAsync(memory, nullptr));
    tell("synchronise", cudaDeviceSynchronize());
    tell("  and again, with cudaFree", cudaFree(memory));
    cudaMallocAsync(&memory, 4096, nullptr);
    tell("free: with cudaFreeAsync", cudaFreeAsync(memory, nullptr));
    tell("  and again with cudaFree, not waited for", cudaFree(memory));
    tell("synchronise", cudaDeviceSynchronize());
}

void ask_about_own_pools() {
    cudaMemPool_t standard = nullptr, current = nullptr, pool = nullptr;
    void *first = nullptr, *second = nullptr;
    cudaDeviceGetDefaultMemPool(&standard, 0);
    cudaMemPoolProps properties{};
    tell("create: empty properties", cudaMemPoolCreate(&pool, &properties));
    properties.allocType = cudaMemAllocationTypePinned;
    tell("create: no location", cudaMemPoolCreate(&pool, &properties));
    properties.location = {cudaMemLocationTypeDevice, 99};
    tell("create: device 99", cudaMemPoolCreate(&pool, &properties));
    properties.location = on_device;
    tell("create: no properties", cudaMemPoolCreate(&pool, nullptr));
    tell("create: no pointer", cudaMemPoolCreate(nullptr, &properties));
    tell("create", cudaMemPoolCreate(&pool, &properties));
    unsigned long long threshold = 1 << 20;
    tell("set threshold",
         cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &threshold));
    tell_attribute("threshold", pool, cudaMemPoolAttrReleaseThreshold);
    tell("malloc from pool", cudaMallocFromPoolAsync(&first, 100, pool, nullptr));
    tell("malloc from null pool", cudaMallocFromPoolAsync(&second, 100, nullptr, nullptr));
    tell_attribute("used of the pool", pool, cudaMemPoolAttrUsedMemCurrent);
    tell("trim to 0", cudaMemPoolTrimTo(pool, 0));
    cudaMemAccessFlags flags = cudaMemAccessFlagsProtNone;
    cudaMemLocation location = on_device;
    tell("access of device 0", cudaMemPoolGetAccess(&flags, pool, &location));
    tell("  is", static_cast<long long>(flags));
    cudaMemAccessDesc description = {on_device, cudaMemAccessFlagsProtNone};
    tell("take the access of device 0", cudaMemPoolSetAccess(pool, &description, 1));
    description.flags = cudaMemAccessFlagsProtReadWrite;
    tell("give access to device 0", cudaMemPoolSetAccess(pool, &description, 1));
    description.location.id = 99;
    tell("give access to device 99", cudaMemPoolSetAccess(pool, &description, 1));
    tell("use as the device's pool", cudaDeviceSetMemPool(0, pool));
    tell("  malloc", cudaMallocAsync(&second, 100, nullptr));
    tell_attribute("used of the pool", pool, cudaMemPoolAttrUsedMemCurrent);
    tell("destroy the pool in use", cudaMemPoolDestroy(pool));
    cudaDeviceGetMemPool(&current, 0);
    tell("  the current pool is the default one", static_cast<long long>(current == standard));
    tell("  free of its memory", cudaFreeAsync(first, nullptr));
    tell("  free of the rest", cudaFreeAsync(second, nullptr));
    tell("synchronise", cudaDeviceSynchronize());
}

// One a section: a driver may take a null pool badly.
void ask_to_destroy_the_default_pool() {
    cudaMemPool_t standard = nullptr;
    cudaDeviceGetDefaultMemPool(&standard, 0);
    tell("destroy the default pool", cudaMemPoolDestroy(standard));
}

void ask_to_destroy_null() { tell("destroy null", cudaMemPoolDestroy(nullptr)); }

void ask_to_use_null() { tell("use null as the pool", cudaDeviceSetMemPool(0, nullptr)); }

void ask_to_export() {
    cudaMemPool_t standard = nullptr;
    void* memory = nullptr;
    cudaDeviceGetDefaultMemPool(&standard, 0);
    cudaMallocAsync(&memory, 100, nullptr);
    int handle = 0;
    tell("export", cudaMemPoolExportToShareableHandle(&handle, standard,
                                                      cudaMemHandleTypePosixFileDescriptor, 0));
    cudaMemPoolPtrExportData data{};
    tell("export a pointer", cudaMemPoolExportPointer(&data, memory));
}

void tell_range(const char* question, void* place, cudaMemRangeAttribute attribute) {
    int value = 17;
    tell(question, cudaMemRangeGetAttribute(&value, sizeof value, attribute, place, 4096));
    tell("  is", static_cast<long long>(value));
}

void ask_about_managed_memory() {
    char* managed = nullptr;
    char* device = nullptr;
    char host[64];
    tell("malloc: 0 bytes", cudaMallocManaged(&managed, 0));
    tell("malloc: flags 0", cudaMallocManaged(&managed, 64, 0));
    tell("malloc: attach single", cudaMallocManaged(&managed, 64, cudaMemAttachSingle));
    tell("malloc: no pointer", cudaMallocManaged(static_cast<void**>(nullptr), 64));
    tell("malloc: attach host", cudaMallocManaged(&managed, 65536, cudaMemAttachHost));
    cudaFree(managed);
    tell("malloc", cudaMallocManaged(&managed, 1 << 20));
    cudaMalloc(&device, 65536);
    tell("prefetch: to the device", cudaMemPrefetchAsync(managed, 4096, on_device, 0, nullptr));
    tell_range("last prefetched to", managed, cudaMemRangeAttributeLastPrefetchLocation);
    tell_range("last prefetched to, type", managed, cudaMemRangeAttributeLastPrefetchLocationType);
    tell("prefetch: to the host", cudaMemPrefetchAsync(managed, 4096, on_host, 0, nullptr));
    tell_range("last prefetched to", managed, cudaMemRangeAttributeLastPrefetchLocation);
    tell_range("last prefetched to, type", managed, cudaMemRangeAttributeLastPrefetchLocationType);
    tell("prefetch: to device 99",
         cudaMemPrefetchAsync(managed, 4096, {cudaMemLocationTypeDevice, 99}, 0, nullptr));
    tell("prefetch: to nowhere",
         cudaMemPrefetchAsync(managed, 4096, {cudaMemLocationTypeInvalid, 0}, 0, nullptr));
    tell("prefetch: flags 1", cudaMemPrefetchAsync(managed, 4096, on_device, 1, nullptr));
    tell("prefetch: 0 bytes", cudaMemPrefetchAsync(managed, 0, on_device, 0, nullptr));
    tell("prefetch: beyond the end", cudaMemPrefetchAsync(managed, 2 << 20, on_device, 0, nullptr));
    tell("prefetch: device memory", cudaMemPrefetchAsync(device, 4096, on_device, 0, nullptr));
    tell("prefetch: null", cudaMemPrefetchAsync(nullptr, 4096, on_device, 0, nullptr));
    tell("prefetch: a managed variable",
         cudaMemPrefetchAsync(&managed_variable, 4, on_device, 0, nullptr));
    tell_range("read mostly", managed, cudaMemRangeAttributeReadMostly);
    tell("advise: read mostly",
         cudaMemAdvise(managed, 4096, cudaMemAdviseSetReadMostly, on_device));
    tell_range("read mostly", managed, cudaMemRangeAttributeReadMostly);
    tell("advise: not read mostly",
         cudaMemAdvise(managed, 4096, cudaMemAdviseUnsetReadMostly, on_device));
    tell_range("read mostly", managed, cudaMemRangeAttributeReadMostly);
    tell_range("preferred location", managed, cudaMemRangeAttributePreferredLocation);
    tell_range("preferred location, type", managed, cudaMemRangeAttributePreferredLocationType);
    tell("advise: prefer the device",
         cudaMemAdvise(managed, 4096, cudaMemAdviseSetPreferredLocation, on_device));
    tell_range("preferred location", managed, cudaMemRangeAttributePreferredLocation);
    tell_range("preferred location, type", managed, cudaMemRangeAttributePreferredLocationType);
    tell("advise: prefer the host",
         cudaMemAdvise(managed, 4096, cudaMemAdviseSetPreferredLocation, on_host));
    tell_range("preferred location", managed, cudaMemRangeAttributePreferredLocation);
    tell("advise: prefer nothing",
         cudaMemAdvise(managed, 4096, cudaMemAdviseUnsetPreferredLocation, on_device));
    tell_range("preferred location", managed, cudaMemRangeAttributePreferredLocation);
    tell_range("accessed by", managed, cudaMemRangeAttributeAccessedBy);
    tell("advise: accessed by the device",
         cudaMemAdvise(managed, 4096, cudaMemAdviseSetAccessedBy, on_device));
    tell_range("accessed by", managed, cudaMemRangeAttributeAccessedBy);
    tell("advise: advice 99",
         cudaMemAdvise(managed, 4096, static_cast<cudaMemoryAdvise>(99), on_device));
    tell("advise: device 99",
         cudaMemAdvise(managed, 4096, cudaMemAdviseSetAccessedBy, {cudaMemLocationTypeDevice, 99}));
    tell("advise: device memory",
         cudaMemAdvise(device, 4096, cudaMemAdviseSetReadMostly, on_device));
    tell_range("read mostly of device memory", device, cudaMemRangeAttributeReadMostly);
    int value = 0;
    tell(
        "range: attribute 99",
        cudaMemRangeGetAttribute(&value, 4, static_cast<cudaMemRangeAttribute>(99), managed, 4096));
    tell("range: 3 bytes for the answer",
         cudaMemRangeGetAttribute(&value, 3, cudaMemRangeAttributeReadMostly, managed, 4096));
    tell("range: no pointer",
         cudaMemRangeGetAttribute(nullptr, 4, cudaMemRangeAttributeReadMostly, managed, 4096));
    cudaStream_t stream = nullptr;
    cudaStreamCreate(&stream);
    tell("attach: to a stream", cudaStreamAttachMemAsync(stream, managed, 0, cudaMemAttachSingle));
    tell("attach: to the null stream",
         cudaStreamAttachMemAsync(nullptr, managed, 0, cudaMemAttachSingle));
    tell("attach: to all", cudaStreamAttachMemAsync(stream, managed, 0, cudaMemAttachGlobal));
    tell("attach: to the host", cudaStreamAttachMemAsync(stream, managed, 0, cudaMemAttachHost));
    tell("attach: flags 8", cudaStreamAttachMemAsync(stream, managed, 0, 8));
    tell("attach: half of it",
         cudaStreamAttachMemAsync(stream, managed, 4096, cudaMemAttachGlobal));
    tell("attach: device memory", cudaStreamAttachMemAsync(stream, device, 0, cudaMemAttachGlobal));
    tell("free", cudaFree(managed));
    tell("free: again", cudaFree(managed));
    tell("free: a managed variable", cudaFree(&managed_variable));
    (void)host;
}

void ask_about_host_memory() {
    const long page = sysconf(_SC_PAGESIZE);
    char* memory = static_cast<char*>(std::aligned_alloc(page, 16 * page));
    std::memset(memory, 0, 16 * page);
    void *place = nullptr, *pinned = nullptr, *device = nullptr, *managed = nullptr;
    unsigned flags = 17;
    cudaMalloc(&device, 4096);
    cudaMallocManaged(&managed, 4096);
    tell("register", cudaHostRegister(memory, 2 * page, cudaHostRegisterDefault));
    tell("register: again", cudaHostRegister(memory, 2 * page, cudaHostRegisterDefault));
    tell("register: overlapping",
         cudaHostRegister(memory + page, 2 * page, cudaHostRegisterDefault));
    tell("register: 0 bytes", cudaHostRegister(memory + 4 * page, 0, cudaHostRegisterDefault));
    tell("register: null", cudaHostRegister(nullptr, page, cudaHostRegisterDefault));
    tell("register: flags 64", cudaHostRegister(memory + 4 * page, page, 64));
    tell("register: not aligned",
         cudaHostRegister(memory + 4 * page + 100, 100, cudaHostRegisterMapped));
    tell("register: read only",
         cudaHostRegister(memory + 6 * page, page, cudaHostRegisterReadOnly));
    tell("register: device memory", cudaHostRegister(device, 4096, cudaHostRegisterDefault));
    tell("register: managed memory", cudaHostRegister(managed, 4096, cudaHostRegisterDefault));
    tell("device pointer: flags 1", cudaHostGetDevicePointer(&place, memory, 1));
    tell("device pointer of what is not registered",
         cudaHostGetDevicePointer(&place, memory + 10 * page, 0));
    tell("flags of it", cudaHostGetFlags(&flags, memory));
    tell("  are", static_cast<long long>(flags));
    tell("free host: registered memory", cudaFreeHost(memory));
    tell("unregister: inside", cudaHostUnregister(memory + page));
    tell("unregister", cudaHostUnregister(memory));
    tell("unregister: again", cudaHostUnregister(memory));
    tell("unregister: null", cudaHostUnregister(nullptr));
    tell("malloc host: 0 bytes", cudaMallocHost(&pinned, 0));
    tell("  gives null", static_cast<long long>(pinned == nullptr));
    tell("host alloc: flags 64", cudaHostAlloc(&pinned, 4096, 64));
    tell("host alloc: write combined", cudaHostAlloc(&pinned, 4096, cudaHostAllocWriteCombined));
    tell("flags of it", cudaHostGetFlags(&flags, pinned));
    tell("  are", static_cast<long long>(flags));
    tell("flags, inside", cudaHostGetFlags(&flags, static_cast<char*>(pinned) + 8));
    tell("flags of memory of malloc", cudaHostGetFlags(&flags, memory));
    tell("register: pinned memory", cudaHostRegister(pinned, 4096, cudaHostRegisterDefault));
    tell("unregister: pinned memory", cudaHostUnregister(pinned));
    tell("free: pinned memory", cudaFree(pinned));
    tell("free host", cudaFreeHost(pinned));
    tell("free host: again", cudaFreeHost(pinned));
    tell("free host: null", cudaFreeHost(nullptr));
    tell("free host: device memory", cudaFreeHost(device));
    tell("free host: managed memory", cudaFreeHost(managed));
    tell("free host: memory of malloc", cudaFreeHost(memory));
    tell("free: a __device__ variable", (cudaGetSymbolAddress(&place, variable), cudaFree(place)));
}

void tell_pointer(const char* question, const void* pointer) {
    cudaPointerAttributes about;
    std::memset(&about, 0xee, sizeof about);
    tell(question, cudaPointerGetAttributes(&about, pointer));
    const auto word = [&](const void* place) {
        return place == nullptr ? "null" : place == pointer ? "the same" : "another";
    };
    std::printf("%-58s type %d, device %d, device pointer %s, host pointer %s\n", "", about.type,
                about.device, word(about.devicePointer), word(about.hostPointer));
}

void ask_about_registered_memory() {
    const long page = sysconf(_SC_PAGESIZE);
    char* memory = static_cast<char*>(std::aligned_alloc(page, 3 * page));
    std::memset(memory, 0, 3 * page);
    void* place = nullptr;
    tell("register", cudaHostRegister(memory, 2 * page, cudaHostRegisterMapped));
    tell("device pointer of it", cudaHostGetDevicePointer(&place, memory, 0));
    tell("  is the host's", static_cast<long long>(place == memory));
    tell("device pointer, inside", cudaHostGetDevicePointer(&place, memory + 100, 0));
    tell("  is the host's", static_cast<long long>(place == memory + 100));
    write_value<<<1, 1>>>(reinterpret_cast<int*>(memory), 5);
    tell("a kernel writes to the host pointer", cudaDeviceSynchronize());
    tell("  it holds", static_cast<long long>(*reinterpret_cast<int*>(memory)));
    write_value<<<1, 1>>>(reinterpret_cast<int*>(place), 6);
    tell("a kernel writes to the device pointer", cudaDeviceSynchronize());
    tell("  it holds", static_cast<long long>(*reinterpret_cast<int*>(memory + 100)));
    tell_pointer("registered", memory);
    tell_pointer("behind what is registered", memory + 2 * page);
    tell("unregister", cudaHostUnregister(memory));
    tell("  it still holds", static_cast<long long>(*reinterpret_cast<int*>(memory + 100)));
}

void ask_about_pointers() {
    char *device = nullptr, *pinned = nullptr, *managed = nullptr, *pooled = nullptr;
    void* symbol = nullptr;
    int host = 0;
    cudaMalloc(&device, 4096);
    cudaMallocHost(&pinned, 4096);
    cudaMallocManaged(&managed, 4096);
    cudaMallocAsync(&pooled, 4096, nullptr);
    cudaGetSymbolAddress(&symbol, variable);
    tell_pointer("null", nullptr);
    tell_pointer("host", &host);
    tell_pointer("device", device);
    tell_pointer("device, inside", device + 100);
    tell_pointer("pinned", pinned);
    tell_pointer("pinned, inside", pinned + 100);
    tell_pointer("managed", managed);
    tell_pointer("managed variable", &managed_variable);
    tell_pointer("of a pool", pooled);
    tell_pointer("__device__ variable", symbol);
    cudaFree(device);
    tell_pointer("freed", device);
    tell("no place for the answer", cudaPointerGetAttributes(nullptr, pinned));
    size_t bytes = 0;
    tell("mem info: no pointers", cudaMemGetInfo(nullptr, nullptr));
    tell("mem info: no total", cudaMemGetInfo(&bytes, nullptr));
}

void ask_about_boxes() {
    cudaPitchedPtr box{}, other{};
    char host[4096] = {};
    size_t pitch = 0;
    void* rows = nullptr;
    for (const int width : {1, 100, 512, 513, 1000}) {
        tell("pitch", cudaMallocPitch(&rows, &pitch, width, 4));
        tell("  for", static_cast<long long>(width));
        tell("  is", static_cast<long long>(pitch));
        cudaFree(rows);
    }
    tell("pitch: 0 wide", cudaMallocPitch(&rows, &pitch, 0, 4));
    tell("  is", static_cast<long long>(pitch));
    tell("pitch: 0 high", cudaMallocPitch(&rows, &pitch, 16, 0));
    tell("pitch: no pointer", cudaMallocPitch(&rows, nullptr, 16, 4));
    tell("box: 0 deep", cudaMalloc3D(&box, {16, 4, 0}));
    tell("box", cudaMalloc3D(&box, {64, 4, 2}));
    tell("  pitch", static_cast<long long>(box.pitch));
    tell("  xsize", static_cast<long long>(box.xsize));
    tell("  ysize", static_cast<long long>(box.ysize));
    cudaMalloc3D(&other, {64, 4, 2});
    tell("set", cudaMemset3D(box, 1, {64, 4, 2}));
    tell("set: 0 wide", cudaMemset3D(box, 1, {0, 4, 2}));
    tell("set: wider than the pitch", cudaMemset3D(box, 1, {box.pitch + 1, 4, 2}));
    tell("set: too deep", cudaMemset3D(box, 1, {64, 4, 4096}));
    tell("set: higher than a slice", cudaMemset3D(box, 1, {64, 5, 2}));
    cudaMemcpy3DParms copy{};
    copy.srcPtr = box;
    copy.dstPtr = make_cudaPitchedPtr(host, 64, 64, 4);
    copy.extent = {64, 4, 2};
    copy.kind = cudaMemcpyDeviceToHost;
    tell("copy", cudaMemcpy3D(&copy));
    tell("  the last byte", static_cast<long long>(host[64 * 8 - 1]));
    copy.kind = cudaMemcpyHostToDevice;
    tell("copy: the wrong direction", cudaMemcpy3D(&copy));
    copy.kind = cudaMemcpyDefault;
    copy.srcPos = {1, 0, 0};
    tell("copy: from 1, as wide as a row", cudaMemcpy3D(&copy));
    copy.extent = {16, 2, 1};
    copy.srcPos = {16, 1, 1};
    tell("copy: a box inside", cudaMemcpy3D(&copy));
    copy.srcPos = {0, 0, 0};
    copy.extent = {0, 4, 2};
    tell("copy: 0 wide", cudaMemcpy3D(&copy));
    copy.extent = {65, 4, 2};
    tell("copy: wider than the destination's pitch", cudaMemcpy3D(&copy));
    copy.extent = {64, 5, 2};
    tell("copy: higher than a slice", cudaMemcpy3D(&copy));
    copy.extent = {64, 4, 2};
    copy.dstPtr.ptr = nullptr;
    tell("copy: to null", cudaMemcpy3D(&copy));
    tell("copy: null", cudaMemcpy3D(nullptr));
    copy.dstPtr = other;
    tell("copy: within the device", cudaMemcpy3D(&copy));
    tell("copy: asynchronous", cudaMemcpy3DAsync(&copy, nullptr));
    tell("rows: pitch too small",
         cudaMemcpy2D(host, 8, box.ptr, box.pitch, 16, 4, cudaMemcpyDeviceToHost));
    tell("rows: pitch too small, one row",
         cudaMemcpy2D(host, 8, box.ptr, box.pitch, 16, 1, cudaMemcpyDeviceToHost));
    tell("rows: 0 high", cudaMemcpy2D(host, 64, box.ptr, box.pitch, 16, 0, cudaMemcpyDeviceToHost));
    tell("rows: set, pitch too small", cudaMemset2D(box.ptr, 8, 0, 16, 4));
    tell("rows: set", cudaMemset2D(box.ptr, box.pitch, 0, 16, 4));
    tell("peer: to itself", cudaMemcpyPeer(other.ptr, 0, box.ptr, 0, 64));
    tell("peer: device 99", cudaMemcpyPeer(other.ptr, 99, box.ptr, 0, 64));
    tell("peer: host memory", cudaMemcpyPeer(other.ptr, 0, host, 0, 64));
    tell("symbol: offset beyond", cudaMemcpyToSymbol(variable, host, 4, 4));
    tell("symbol: not one", cudaMemcpyToSymbol(static_cast<const void*>(host), host, 4));
    tell("symbol: as device to host",
         cudaMemcpyToSymbol(variable, host, 4, 0, cudaMemcpyDeviceToHost));
    tell("synchronise", cudaDeviceSynchronize());
}

} // namespace

int main(int words, char** text) {
    static constexpr Section sections[] = {
        {"pools", ask_about_pools},
        {"own_pools", ask_about_own_pools},
        {"frees_in_a_stream", ask_about_frees_in_a_stream},
        {"destroy_the_default_pool", ask_to_destroy_the_default_pool},
        {"destroy_null", ask_to_destroy_null},
        {"use_null", ask_to_use_null},
        {"export", ask_to_export},
        {"registered", ask_about_registered_memory},
        {"managed", ask_about_managed_memory},
        {"host", ask_about_host_memory},
        {"pointers", ask_about_pointers},
        {"boxes", ask_about_boxes},
    };
    return run_sections(sections, words, text);
}
