// Text: words counted and capitalised, a pattern with * and ? matched against names, numbers
// formatted and parsed back, the edit distance of two lines by diagonals in shared memory.
#include "check.hpp"

#include <algorithm>
#include <string>
#include <vector>

__host__ __device__ bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

__global__ void capitalise(char* text, int length, int* words) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const bool starts = i < length && is_letter(text[i]) && (i == 0 || text[i - 1] == ' ');
    const int here = __syncthreads_count(starts);
    if (starts) text[i] = static_cast<char>(text[i] & ~32);
    if (threadIdx.x == 0) atomicAdd(words, here);
}

__host__ __device__ bool matches(const char* text, const char* pattern) {
    const char *star = nullptr, *retry = nullptr;
    while (*text != 0) {
        if (*pattern == '?' || *pattern == *text) {
            ++text;
            ++pattern;
        } else if (*pattern == '*') {
            star = pattern++;
            retry = text;
        } else if (star != nullptr) {
            pattern = star + 1;
            text = ++retry;
        } else {
            return false;
        }
    }
    while (*pattern == '*') ++pattern;
    return *pattern == 0;
}

__global__ void match_all(const char (*names)[12], int count, unsigned* bits) {
    const char pattern[] = "*a?e*";
    const int i = threadIdx.x;
    const unsigned found = __ballot_sync(0xffffffffu, i < count && matches(names[i], pattern));
    if (i % 32 == 0) bits[i / 32] = found;
}

__device__ int format(long long value, char* out) {
    char digits[24];
    int length = 0, at = 0;
    unsigned long long rest = value < 0 ? -static_cast<unsigned long long>(value) : value;
    do {
        digits[length++] = static_cast<char>('0' + rest % 10);
        rest /= 10;
    } while (rest != 0);
    if (value < 0) out[at++] = '-';
    while (length > 0) out[at++] = digits[--length];
    out[at] = 0;
    return at;
}

__device__ long long parse(const char* text) {
    const bool negative = *text == '-';
    unsigned long long value = 0;
    for (text += negative; *text != 0; ++text) value = value * 10 + (*text - '0');
    return static_cast<long long>(negative ? -value : value);
}

__global__ void there_and_back(unsigned long long* wrong, int* length) {
    char text[24];
    const long long value =
        (threadIdx.x - 100ll) * 987654321987ll * (threadIdx.x + 1) + (1ll << threadIdx.x % 63);
    atomicAdd(length, format(value, text));
    if (parse(text) != value) atomicAdd(wrong, 1ull);
}

__global__ void edit_distance(const char* a, int a_length, const char* b, int b_length,
                              int* result) {
    __shared__ int diagonals[3][130];
    const int i = threadIdx.x; // a row; each step is one diagonal
    for (int d = 0; d <= a_length + b_length; ++d) {
        const int j = d - i;
        if (i <= a_length && j >= 0 && j <= b_length) {
            int best = i + j;
            if (i > 0 && j > 0) {
                best = diagonals[(d + 1) % 3][i - 1] + (a[i - 1] != b[j - 1]);
                best = min(best, min(diagonals[(d + 2) % 3][i - 1], diagonals[(d + 2) % 3][i]) + 1);
            }
            diagonals[d % 3][i] = best;
        }
        __syncthreads();
    }
    if (i == a_length) *result = diagonals[(a_length + b_length) % 3][i];
}

int host_distance(const std::string& a, const std::string& b) {
    std::vector<int> row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j) row[j] = int(j);
    for (std::size_t i = 1; i <= a.size(); ++i) {
        int corner = row[0]++;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const int above = row[j];
            row[j] = std::min({above + 1, row[j - 1] + 1, corner + (a[i - 1] != b[j - 1])});
            corner = above;
        }
    }
    return row.back();
}

int main() {
    const std::string text =
        "it was the best of times, it was the worst of times, it was the age of wisdom";
    char* device = nullptr;
    int* numbers = nullptr;
    unsigned long long *wrong = nullptr, how_many_wrong = 0;
    check(cudaMalloc(&device, 1024));
    check(cudaMalloc(&numbers, 3 * sizeof(int)));
    check(cudaMalloc(&wrong, sizeof *wrong));
    check(cudaMemset(numbers, 0, 3 * sizeof(int)));
    check(cudaMemset(wrong, 0, sizeof *wrong));
    check(cudaMemcpy(device, text.data(), text.size(), cudaMemcpyHostToDevice));
    capitalise<<<1, 128>>>(device, int(text.size()), numbers);
    finish();
    std::string capitals(text.size(), ' ');
    check(cudaMemcpy(capitals.data(), device, text.size(), cudaMemcpyDeviceToHost));
    std::printf("%s\n", capitals.c_str());

    const char names[][12] = {"apple", "plane", "banana", "grape", "lake",  "tree",
                              "skate", "ace",   "a",      "",      "whale!"};
    constexpr int count = sizeof names / sizeof names[0];
    check(cudaMemcpy(device, names, sizeof names, cudaMemcpyHostToDevice));
    match_all<<<1, 32>>>(reinterpret_cast<const char(*)[12]>(device), count,
                         reinterpret_cast<unsigned*>(numbers + 2));
    there_and_back<<<1, 200>>>(wrong, numbers + 1);
    finish();
    int host[3];
    check(cudaMemcpy(host, numbers, sizeof host, cudaMemcpyDeviceToHost));
    check(cudaMemcpy(&how_many_wrong, wrong, sizeof how_many_wrong, cudaMemcpyDeviceToHost));
    require(host[0] == 18, "the words");
    require(how_many_wrong == 0, "numbers read back");
    for (int i = 0; i < count; ++i)
        require((host[2] >> i & 1) == matches(names[i], "*a?e*"), "a match");
    std::printf("words %d, characters %d, matches %x\n", host[0], host[1], host[2]);

    const std::string a = "the race condition was found by the checker",
                      b = "a trace conditioner is bound to be checked";
    check(cudaMemcpy(device, a.data(), a.size(), cudaMemcpyHostToDevice));
    check(cudaMemcpy(device + 512, b.data(), b.size(), cudaMemcpyHostToDevice));
    edit_distance<<<1, 128>>>(device, int(a.size()), device + 512, int(b.size()), numbers);
    finish();
    check(cudaMemcpy(host, numbers, sizeof(int), cudaMemcpyDeviceToHost));
    require(host[0] == host_distance(a, b), "the distance");
    std::printf("distance %d\n", host[0]);
    check(cudaFree(device));
    check(cudaFree(numbers));
    check(cudaFree(wrong));
    return 0;
}
