// The driver's virtual memory management in a program of the runtime API. The argument says what to
// do.
#include "virtual_memory.hpp"

#include <string>
#include <vector>

namespace {

__global__ void fill(int* memory, int count, int value) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) memory[i] = value + i;
}
__global__ void add(int* sum, const int* memory, int count) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) atomicAdd(sum, memory[i]);
}
__global__ void put(int* memory, int value) { *memory = value; }
__global__ void put_both(int* one, int* other) { *(blockIdx.x == 0 ? one : other) = blockIdx.x; }
// Enough loads that what a kernel cannot store to need not be looked at.
__global__ void read_by_another_address(int* out, const int* from, int* to) {
    int sum = 0;
    for (int i = 0; i < 64; ++i) sum += from[i * 32 + threadIdx.x];
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
    to[blockIdx.x * 2048 / gridDim.x + threadIdx.x] = sum;
}

// A vector grows: its first half is mapped at another address, with what is in it.
void everyday() {
    const CUmemGenericAllocationHandle first = memory(), second = memory();
    int* old = mapped(first);
    fill<<<words / 256, 256>>>(old, words, 5);
    check(cudaDeviceSynchronize());
    check(DRIVER(cuMemUnmap)(number(old), page));
    check(DRIVER(cuMemAddressFree)(number(old), page));
    const CUdeviceptr begin = range(2 * page);
    auto* grown = reinterpret_cast<int*>(begin);
    map(begin, first);
    map(begin + page, second);
    check(DRIVER(cuMemRelease)(first));
    check(DRIVER(cuMemRelease)(second));
    require(at(grown + words - 1) == 5 + words - 1, "what was there before");
    fill<<<2 * words / 256, 256>>>(grown, 2 * words, 1);
    std::vector<int> copied(64);
    check(cudaMemcpy(copied.data(), grown + words - 32, 256, cudaMemcpyDeviceToHost));
    require(copied[0] == words - 31 && copied[63] == words + 32, "a copy across both parts");
    check(cudaMemset(grown + words - 4, 0, 32));
    int* sum = nullptr;
    check(cudaMalloc(&sum, sizeof *sum));
    check(cudaMemset(sum, 0, sizeof *sum));
    add<<<1, 16>>>(sum, grown + words - 8, 16);
    require(at(sum) == 4 * (words - 7) + 6 + 4 * (words + 5) + 6, "a sum across both parts");
    CUmemGenericAllocationHandle kept = 0;
    check(DRIVER(cuMemRetainAllocationHandle)(&kept, grown + words + 17));
    int* alias = mapped(kept);
    put<<<1, 1>>>(alias, 77);
    check(cudaDeviceSynchronize());
    require(at(grown + words) == 77, "the same bytes by another address");
    check(DRIVER(cuMemUnmap)(begin, 2 * page));
    require(at(alias) == 77, "memory that one address is left of");
    check(DRIVER(cuMemUnmap)(number(alias), page));
    check(DRIVER(cuMemRelease)(kept));
    check(DRIVER(cuMemAddressFree)(begin, 2 * page));
    check(DRIVER(cuMemAddressFree)(number(alias), page));
    std::size_t free_bytes = 0, total = 0, now = 0;
    check(cudaMemGetInfo(&free_bytes, &total));
    const CUmemGenericAllocationHandle handle = memory(4 * page);
    check(cudaMemGetInfo(&now, &total));
    require(free_bytes - now == 4 * page, "what memory takes");
    check(DRIVER(cuMemRelease)(handle));
    check(cudaMemGetInfo(&now, &total));
    require(free_bytes == now, "what it gives back");
}

// Nothing was written in the second half, whichever address it is read by.
void unwritten() {
    const CUmemGenericAllocationHandle handle = memory();
    int *one = mapped(handle), *other = mapped(handle), *sum = nullptr;
    check(cudaMalloc(&sum, sizeof *sum));
    check(cudaMemset(sum, 0, sizeof *sum));
    fill<<<words / 512, 256>>>(one, words / 2, 1);
    check(cudaDeviceSynchronize());
    add<<<1, 32>>>(sum, other + words / 2 - 32, 32);
    check(cudaDeviceSynchronize());
    add<<<1, 32>>>(sum, other + words / 2 - 16, 32);
    check(cudaDeviceSynchronize());
}

void race() {
    const CUmemGenericAllocationHandle handle = memory();
    int *one = mapped(handle), *other = mapped(handle);
    put_both<<<2, 1>>>(one + 5, other + 5);
    check(cudaDeviceSynchronize());
}

void race_of_loads() {
    const CUmemGenericAllocationHandle handle = memory();
    int *one = mapped(handle), *other = mapped(handle), *out = nullptr;
    check(cudaMalloc(&out, 64 * sizeof *out));
    check(cudaMemset(one, 0, page));
    read_by_another_address<<<2, 32>>>(out, one, other);
    check(cudaDeviceSynchronize());
}

void race_of_streams() {
    const CUmemGenericAllocationHandle handle = memory();
    int *one = mapped(handle), *other = mapped(handle);
    cudaStream_t first = nullptr, second = nullptr;
    check(cudaStreamCreate(&first));
    check(cudaStreamCreate(&second));
    put<<<1, 1, 0, first>>>(one, 1);
    put<<<1, 1, 0, second>>>(other, 2);
    check(cudaDeviceSynchronize());
}

void fault(int* place) {
    put<<<1, 1>>>(place, 1);
    require(cudaDeviceSynchronize() == cudaErrorIllegalAddress, "an illegal address");
    std::puts("done");
    std::exit(0);
}

void without_access() {
    const CUdeviceptr address = range(page);
    check(DRIVER(cuMemMap)(address, page, 0, memory(), 0));
    auto* place = reinterpret_cast<int*>(address);
    require(cudaMemset(place, 0, 4) == cudaErrorInvalidValue, "a set without access");
    fault(place);
}

void nothing_mapped() { fault(reinterpret_cast<int*>(range(page)) + 3); }

void unmapped() {
    int* place = mapped(memory());
    put<<<1, 1>>>(place, 1);
    check(cudaDeviceSynchronize());
    check(DRIVER(cuMemUnmap)(number(place), page));
    require(cudaMemset(place, 0, 4) == cudaErrorInvalidValue, "a set of what was unmapped");
    fault(place);
}

void given_back() {
    int* place = mapped(memory());
    check(DRIVER(cuMemUnmap)(number(place), page));
    check(DRIVER(cuMemAddressFree)(number(place), page));
    fault(place);
}

void behind_the_end() { fault(mapped(memory()) + words); }

// Memory of device 0, to which device 1 has access at one of two addresses.
void two_devices() {
    const CUmemGenericAllocationHandle handle = memory();
    int *shared = mapped(handle), *other = mapped(handle);
    CUmemAccessDesc description{};
    description.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
    description.location.id = 1;
    description.flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
    check(DRIVER(cuMemSetAccess)(number(shared), page, &description, 1));
    check(cudaSetDevice(1));
    put<<<1, 1>>>(shared, 5);
    check(cudaDeviceSynchronize());
    require(at(other) == 5, "what the other device wrote");
    fault(other);
}

void mistakes() {
    CUmemAllocationProp properties{};
    properties.type = CU_MEM_ALLOCATION_TYPE_PINNED;
    properties.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
    CUmemGenericAllocationHandle handle = 0;
    const auto create = DRIVER(cuMemCreate);
    require(create(&handle, 100, &properties, 0) == CUDA_ERROR_INVALID_VALUE, "100 bytes");
    properties.requestedHandleTypes = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
    require(create(&handle, page, &properties, 0) == CUDA_ERROR_NOT_SUPPORTED, "a file of it");
    properties.requestedHandleTypes = CU_MEM_HANDLE_TYPE_NONE;
    require(create(&handle, std::size_t{1} << 50, &properties, 0) == CUDA_ERROR_OUT_OF_MEMORY,
            "2^50 bytes");
    CUdeviceptr all = 0; // so many that the gap behind them would begin anew
    require(DRIVER(cuMemAddressReserve)(&all, 0 - page, 0, 0, 0) == CUDA_ERROR_OUT_OF_MEMORY,
            "2^64 bytes less 2 MiB");
    const CUmemGenericAllocationHandle made = memory(2 * page);
    const CUdeviceptr address = range(4 * page);
    const auto map_it = DRIVER(cuMemMap);
    require(map_it(address, 4 * page, 0, made, 0) == CUDA_ERROR_NOT_SUPPORTED, "too much");
    require(map_it(address, page, page, made, 0) == CUDA_ERROR_NOT_SUPPORTED, "a half");
    require(map_it(address + 3 * page, 2 * page, 0, made, 0) == CUDA_ERROR_INVALID_VALUE, "beyond");
    map(address, made, 2 * page);
    require(map_it(address + page, 2 * page, 0, made, 0) == CUDA_ERROR_INVALID_VALUE, "twice");
    require(DRIVER(cuMemUnmap)(address, page) == CUDA_ERROR_INVALID_VALUE, "half a mapping");
    require(DRIVER(cuMemAddressFree)(address, 4 * page) == CUDA_ERROR_INVALID_VALUE, "in use");
    require(DRIVER(cuMemRelease)(made) == CUDA_SUCCESS, "a release");
    require(DRIVER(cuMemRelease)(made) == CUDA_ERROR_INVALID_VALUE, "a second release");
    void* function = nullptr;
    cudaDriverEntryPointQueryResult found{};
    check(cudaGetDriverEntryPointByVersion("cuMemExportToShareableHandle", &function, 12000,
                                           cudaEnableDefault, &found));
    require(found == cudaDriverEntryPointSymbolNotFound, "what the virtual GPU has not");
}

} // namespace

int main(int arguments, char** text) {
    return run_case({{"everyday", everyday},
                     {"unwritten", unwritten},
                     {"race", race},
                     {"race_of_loads", race_of_loads},
                     {"race_of_streams", race_of_streams},
                     {"without_access", without_access},
                     {"nothing_mapped", nothing_mapped},
                     {"unmapped", unmapped},
                     {"given_back", given_back},
                     {"behind_the_end", behind_the_end},
                     {"two_devices", two_devices},
                     {"mistakes", mistakes}},
                    arguments, text);
}
