// What a driver and its kernels say of memory that is mapped, and of what is mapped no more.
#include "driver_pages.hpp"

namespace {

void ask_the_host_without_access() {
    begin_context();
    const CUmemGenericAllocationHandle handle = new_memory();
    const CUdeviceptr address = new_range(page);
    unsigned word = 0;
    ASK("map", cuMemMap(address, page, 0, handle, 0));
    ASK("set", cuMemsetD32(address, 7, 4));
    ASK("copy", cuMemcpyDtoH(&word, address, 4));
    ASK("synchronise", cuCtxSynchronize());
}

void ask_a_kernel_without_access() {
    begin_context();
    const CUmemGenericAllocationHandle handle = new_memory();
    const CUdeviceptr address = new_range(page);
    ASK("map", cuMemMap(address, page, 0, handle, 0));
    ASK("launch", put(address, 7));
    ASK("synchronise", cuCtxSynchronize());
}

void ask_a_kernel_with_nothing_mapped() {
    begin_context();
    const CUdeviceptr address = new_range(page);
    ASK("launch", put(address, 7));
    ASK("synchronise", cuCtxSynchronize());
}

void ask_a_kernel_after_unmap() {
    begin_context();
    const CUmemGenericAllocationHandle handle = new_memory();
    const CUdeviceptr address = mapped_memory(handle);
    ASK("launch", put(address, 7));
    ASK("synchronise", cuCtxSynchronize());
    ASK("  the word", word_at(address));
    ASK("unmap", cuMemUnmap(address, page));
    ASK("launch", put(address, 7));
    ASK("synchronise", cuCtxSynchronize());
}

void ask_a_kernel_that_may_read() {
    begin_context();
    const CUmemGenericAllocationHandle handle = new_memory();
    const CUdeviceptr address = mapped_memory(handle);
    CUdeviceptr place = 0;
    cuMemAlloc(&place, 4);
    ASK("launch", put(address, 7));
    ASK("synchronise", cuCtxSynchronize());
    const CUmemAccessDesc description = access(CU_MEM_ACCESS_FLAGS_PROT_READ);
    ASK("to read", cuMemSetAccess(address, page, &description, 1));
    ASK("launch: reads", take(place, address));
    ASK("synchronise", cuCtxSynchronize());
    ASK("  the word", word_at(place));
    tell_access("access", address);
    ASK("set bytes", cuMemsetD32(address, 8, 1));
    unsigned word = 0;
    ASK("copy from it", cuMemcpyDtoH(&word, address, 4));
    ASK("copy from it, on the device", cuMemcpyDtoD(place, address, 4));
    ASK("copy to it", cuMemcpyHtoD(address, &word, 4));
    ASK("copy to it, on the device", cuMemcpyDtoD(address, place, 4));
    ASK("synchronise", cuCtxSynchronize());
    ASK("launch: writes", put(address, 9));
    ASK("synchronise", cuCtxSynchronize());
}

// A range of two physical parts, crossed by copies; then both of them elsewhere.
void ask_about_two_parts() {
    begin_context();
    const CUmemGenericAllocationHandle one = new_memory(), two = new_memory();
    const CUdeviceptr address = new_range(2 * page);
    ASK("map one", cuMemMap(address, page, 0, one, 0));
    ASK("map two", cuMemMap(address + page, page, 0, two, 0));
    ASK("access of both", give_access(address, 2 * page));
    ASK("set across", cuMemsetD32(address + page - 8, 7, 4));
    unsigned words[4] = {};
    ASK("copy across", cuMemcpyDtoH(words, address + page - 8, sizeof words));
    ASK("  the last word", static_cast<long long>(words[3]));
    CUdeviceptr base = 0;
    std::size_t bytes = 0;
    ASK("range of an address", cuMemGetAddressRange(&base, &bytes, address + page + 4));
    ASK("  begins at", static_cast<long long>(base - address));
    ASK("  bytes", static_cast<long long>(bytes));
    ASK("start",
        cuPointerGetAttribute(&base, CU_POINTER_ATTRIBUTE_RANGE_START_ADDR, address + page + 4));
    ASK("  is", static_cast<long long>(base - address));
    ASK("size", cuPointerGetAttribute(&bytes, CU_POINTER_ATTRIBUTE_RANGE_SIZE, address));
    ASK("  is", static_cast<long long>(bytes));
    ASK("access of a part", give_access(address, page));
    ASK("no access", set_access(address + page, CU_MEM_ACCESS_FLAGS_PROT_NONE));
    ASK("copy across", cuMemcpyDtoH(words, address + page - 8, sizeof words));
    ASK("access of both", give_access(address, 2 * page));
    ASK("release one", cuMemRelease(one));
    ASK("  the last word", word_at(address + page + 4));
    ASK("release two", cuMemRelease(two));
    ASK("  the last word", word_at(address + page + 4));
    CUmemGenericAllocationHandle kept = 0;
    ASK("retain", cuMemRetainAllocationHandle(&kept, reinterpret_cast<void*>(address + page)));
    ASK("  is the second one", static_cast<long long>(kept == two));
    ASK("unmap both at once", cuMemUnmap(address, 2 * page));
    const CUdeviceptr other = new_range(page);
    ASK("map the second one elsewhere", cuMemMap(other, page, 0, kept, 0));
    ASK("access", give_access(other));
    ASK("  its word", word_at(other + 4));
    ASK("unmap", cuMemUnmap(other, page));
    ASK("release", cuMemRelease(kept));
    ASK("free", cuMemAddressFree(address, 2 * page));
    ASK("free", cuMemAddressFree(other, page));
}

void ask_about_aliases() {
    begin_context();
    const CUmemGenericAllocationHandle handle = new_memory();
    const CUdeviceptr one = mapped_memory(handle);
    const CUdeviceptr two = mapped_memory(handle);
    ASK("launch", put(one, 7));
    ASK("synchronise", cuCtxSynchronize());
    ASK("  at the other address", word_at(two));
    ASK("set at the other address", cuMemsetD32(two, 8, 1));
    ASK("  at the first one", word_at(one));
    unsigned words[] = {1, 2};
    ASK("copy from one to the other", cuMemcpyDtoD(two + 4, one, 4));
    ASK("copy", cuMemcpyDtoH(words, one, 8));
    ASK("  the second word", static_cast<long long>(words[1]));
    ASK("unmap one", cuMemUnmap(one, page));
    ASK("  at the other address", word_at(two));
    ASK("unmap the other", cuMemUnmap(two, page));
    ASK("release", cuMemRelease(handle));
}

void ask_about_pointers() {
    begin_context();
    const CUmemGenericAllocationHandle handle = new_memory(2 * page);
    const CUdeviceptr address = mapped_memory(handle, 2 * page);
    unsigned type = 99;
    unsigned char managed = 9, mapped = 9;
    int device = 99;
    CUcontext context = nullptr;
    CUdeviceptr start = 0;
    std::size_t bytes = 0;
    unsigned types = 99;
    ASK("type", cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, address));
    ASK("  is", static_cast<long long>(type));
    ASK("context", cuPointerGetAttribute(&context, CU_POINTER_ATTRIBUTE_CONTEXT, address));
    ASK("  is null", static_cast<long long>(context == nullptr));
    ASK("device", cuPointerGetAttribute(&device, CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL, address));
    ASK("  is", static_cast<long long>(device));
    ASK("managed", cuPointerGetAttribute(&managed, CU_POINTER_ATTRIBUTE_IS_MANAGED, address));
    ASK("  is", static_cast<long long>(managed));
    ASK("mapped", cuPointerGetAttribute(&mapped, CU_POINTER_ATTRIBUTE_MAPPED, address));
    ASK("  is", static_cast<long long>(mapped));
    ASK("start",
        cuPointerGetAttribute(&start, CU_POINTER_ATTRIBUTE_RANGE_START_ADDR, address + page + 4));
    ASK("  is", static_cast<long long>(start - address));
    ASK("size", cuPointerGetAttribute(&bytes, CU_POINTER_ATTRIBUTE_RANGE_SIZE, address));
    ASK("  is", static_cast<long long>(bytes));
    ASK("handle types",
        cuPointerGetAttribute(&types, CU_POINTER_ATTRIBUTE_ALLOWED_HANDLE_TYPES, address));
    ASK("  is", static_cast<long long>(types));
    ASK("device pointer",
        cuPointerGetAttribute(&start, CU_POINTER_ATTRIBUTE_DEVICE_POINTER, address + 4));
    ASK("  is the address", static_cast<long long>(start == address + 4));
    void* host = nullptr;
    ASK("host pointer", cuPointerGetAttribute(&host, CU_POINTER_ATTRIBUTE_HOST_POINTER, address));
    cudaPointerAttributes attributes{};
    ASK("the runtime", cudaPointerGetAttributes(&attributes, reinterpret_cast<void*>(address)));
    ASK("  type", static_cast<long long>(attributes.type));
    ASK("  device", static_cast<long long>(attributes.device));
    ASK("cudaFree", cudaFree(reinterpret_cast<void*>(address)));
    ASK("cudaMemset", cudaMemset(reinterpret_cast<void*>(address), 0, 16));
}

// A vector that grows: the old memory is mapped at the new address.
void ask_about_a_vector_that_grows() {
    begin_context();
    const CUmemGenericAllocationHandle first = new_memory();
    CUdeviceptr address = mapped_memory(first);
    ASK("launch", put(address + 400, 11));
    ASK("synchronise", cuCtxSynchronize());
    CUdeviceptr next = 0;
    ASK("reserve: behind it", cuMemAddressReserve(&next, page, 0, address + page, 0));
    const CUdeviceptr grown = new_range(2 * page);
    ASK("unmap", cuMemUnmap(address, page));
    ASK("free", cuMemAddressFree(address, page));
    const CUmemGenericAllocationHandle second = new_memory();
    ASK("map the first part", cuMemMap(grown, page, 0, first, 0));
    ASK("map the second part", cuMemMap(grown + page, page, 0, second, 0));
    ASK("access", give_access(grown, 2 * page));
    ASK("  the word", word_at(grown + 400));
    ASK("launch", put(grown + page, 12));
    ASK("synchronise", cuCtxSynchronize());
    ASK("  the word", word_at(grown + page));
    ASK("unmap: one part", cuMemUnmap(grown, page));
    ASK("  the word of the other one", word_at(grown + page));
    ASK("free: the rest is mapped", cuMemAddressFree(grown, 2 * page));
    ASK("unmap: the other part", cuMemUnmap(grown + page, page));
    ASK("free", cuMemAddressFree(grown, 2 * page));
}

// The kernel takes 0.3 s before it writes. Whether it has ended when the call returns depends on
// time and is not asked: the virtual GPU has run it by then.
CUresult put_late(CUdeviceptr place, CUstream stream) {
    unsigned value = 5;
    void* parameters[] = {&place, &value};
    return cuLaunchKernel(kernel("put_late"), 1, 1, 1, 1, 1, 1, 0, stream, parameters, nullptr);
}

void ask_to_unmap_while_a_kernel_runs() {
    begin_context();
    const CUmemGenericAllocationHandle handle = new_memory();
    const CUdeviceptr address = mapped_memory(handle);
    CUstream stream = nullptr;
    kernel("put_late");
    cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING);
    ASK("launch", put_late(address, stream));
    ASK("unmap", cuMemUnmap(address, page));
    ASK("synchronise", cuStreamSynchronize(stream));
}

void ask_to_take_access_while_a_kernel_runs() {
    begin_context();
    const CUmemGenericAllocationHandle handle = new_memory();
    const CUdeviceptr address = mapped_memory(handle);
    CUstream stream = nullptr;
    kernel("put_late");
    cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING);
    ASK("launch", put_late(address, stream));
    const CUmemAccessDesc description = access(CU_MEM_ACCESS_FLAGS_PROT_NONE);
    ASK("none", cuMemSetAccess(address, page, &description, 1));
    ASK("synchronise", cuStreamSynchronize(stream));
}

constexpr Section sections[] = {
    {"host_without_access", ask_the_host_without_access},
    {"kernel_without_access", ask_a_kernel_without_access},
    {"kernel_with_nothing_mapped", ask_a_kernel_with_nothing_mapped},
    {"kernel_after_unmap", ask_a_kernel_after_unmap},
    {"kernel_that_may_read", ask_a_kernel_that_may_read},
    {"two_parts", ask_about_two_parts},
    {"aliases", ask_about_aliases},
    {"pointers", ask_about_pointers},
    {"vector_that_grows", ask_about_a_vector_that_grows},
    {"unmap_while_a_kernel_runs", ask_to_unmap_while_a_kernel_runs},
    {"take_access_while_a_kernel_runs", ask_to_take_access_while_a_kernel_runs},
};

} // namespace

int main(int words, char** text) { return run_sections(sections, words, text); }
