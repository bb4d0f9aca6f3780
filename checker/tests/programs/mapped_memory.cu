// Pinned memory that the device sees: mapped, registered after the fact, written by both sides in
// turn; the kernel signals progress through a flag with a system-wide fence, and the host waits for
// it in a loop.
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

__global__ void answer(volatile int* question, volatile int* reply, int count) {
    if (threadIdx.x != 0) return;
    for (int i = 1; i <= count; ++i) {
        while (*question != i) {
        }
        *reply = i * i;
        __threadfence_system();
    }
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
    while (progress[0] == 0) {
        // no call of CUDA's
    }
    require(out[1] == 1234, "what the kernel wrote before its flag");
    std::printf("progress %d\n", out[1]);
    finish();

    // Both sides wait for each other in turn; a call in between does not wait for the kernel.
    auto* mailbox = static_cast<volatile int*>(out);
    mailbox[0] = 0;
    mailbox[1] = 0;
    constexpr int questions = 5;
    int answers = 0;
    answer<<<1, 32>>>(device_out, device_out + 1, questions);
    check(cudaGetLastError());
    for (int question = 1; question <= questions; ++question) {
        mailbox[0] = question;
        while (mailbox[1] != question * question) {
        }
        answers += mailbox[1];
        const cudaError_t state = cudaStreamQuery(nullptr);
        require(question == questions || state == cudaErrorNotReady, "a kernel that still runs");
    }
    std::printf("answers %d\n", answers);
    finish();
    check(cudaFreeHost(in));
    check(cudaFreeHost(out));
    return 0;
}
