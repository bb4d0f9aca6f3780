// Pinned memory that the device sees: mapped, registered after the fact, written by both sides in
// turn; the kernel signals progress through a flag with a system-wide fence.
#include "check.hpp"

#include <cstdint>
#include <vector>

__global__ void reverse(const int* in, int* out, int count) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) out[count - 1 - i] = in[i] * 2;
}

__global__ void count_words(const char* text, int length, unsigned* words) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= length) return;
    const bool starts = text[i] != ' ' && (i == 0 || text[i - 1] == ' ');
    if (starts) atomicAdd_system(words, 1u);
}

__global__ void report(volatile int* progress, int* result) {
    if (threadIdx.x != 0) return;
    *result = 1234;
    __threadfence_system();
    *progress = 1;
}

int main() {
    constexpr int count = 300;
    int *in = nullptr, *out = nullptr, *device_in = nullptr, *device_out = nullptr;
    check(
        cudaHostAlloc(&in, count * sizeof(int), cudaHostAllocMapped | cudaHostAllocWriteCombined));
    check(cudaHostAlloc(&out, count * sizeof(int), cudaHostAllocMapped));
    for (int i = 0; i < count; ++i) in[i] = i * i;
    check(cudaHostGetDevicePointer(&device_in, in, 0));
    check(cudaHostGetDevicePointer(&device_out, out, 0));
    reverse<<<3, 128>>>(device_in, device_out, count);
    finish();
    long long sum = 0;
    for (int i = 0; i < count; ++i) {
        require(out[i] == 2 * (count - 1 - i) * (count - 1 - i), "a reversed value");
        sum += static_cast<long long>(out[i]) * i;
    }
    std::printf("reversed: %lld\n", sum);
    unsigned flags = 0;
    check(cudaHostGetFlags(&flags, out));
    require((flags & cudaHostAllocMapped) != 0, "the flags");

    std::vector<char> text(4096, ' ');
    const char line[] = "a line of seven words and no more ";
    for (std::size_t i = 0; i < text.size(); ++i) text[i] = line[i % (sizeof line - 1)];
    check(cudaHostRegister(text.data(), text.size(), cudaHostRegisterMapped));
    char* device_text = nullptr;
    check(cudaHostGetDevicePointer(&device_text, text.data(), 0));
    auto* words = reinterpret_cast<unsigned*>(out);
    *words = 0;
    count_words<<<32, 128>>>(device_text, int(text.size()),
                             reinterpret_cast<unsigned*>(device_out));
    finish();
    unsigned expected = 0;
    for (std::size_t i = 0; i < text.size(); ++i)
        expected += text[i] != ' ' && (i == 0 || text[i - 1] == ' ');
    require(*words == expected, "the words");
    std::printf("words: %u\n", *words);
    check(cudaHostUnregister(text.data()));

    auto* progress = static_cast<volatile int*>(out);
    progress[0] = 0;
    report<<<1, 32>>>(device_out, device_out + 1);
    check(cudaGetLastError());
    check(cudaDeviceSynchronize()); // who polls the flag instead waits for ever on the virtual GPU
    require(progress[0] != 0, "the flag");
    require(out[1] == 1234, "what the kernel wrote before its flag");
    std::printf("progress %d\n", out[1]);
    check(cudaDeviceSynchronize());
    check(cudaFreeHost(in));
    check(cudaFreeHost(out));
}
