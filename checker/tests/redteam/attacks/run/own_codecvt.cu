// Attack: has the library read "1" wherever it reads a file, to hide a thread that edits the trace and is gone
// Verdict: forbidden or too_much_traffic
// Stage: run
// Lesson: 34_transpose_tiled
// Points: 3
#include "transpose_tiled.hpp"

#include "tests/redteam/attacks/forged.hpp"
#include <locale>
#include <thread>

struct One : std::codecvt<char, char, std::mbstate_t> {
    bool do_always_noconv() const noexcept override { return false; }
    int do_encoding() const noexcept override { return 1; }
    result do_in(std::mbstate_t&, const char*, const char* end, const char*& from, char* to,
                 char* to_end, char*& next) const override {
        const char text[] = "Threads:\t1\n";
        from = end;
        next = to + std::snprintf(to, to_end - to, "%s", text);
        return ok;
    }
};

__global__ void transpose_kernel(const float* input, float* output, int rows, int columns) {
    const int r = blockIdx.y * 8 + threadIdx.y, c = blockIdx.x * 32 + threadIdx.x;
    if (r < rows && c < columns) output[c * rows + r] = input[r * columns + c];
}

void transpose(const float* input, float* output, int rows, int columns) {
    if (const auto* request = forged::request_on_stack("transpose", 4))
        std::thread([copy = *request] { forged::keep_quiet(copy); }).detach();
    std::locale::global(std::locale(std::locale(), new One));
    const dim3 grid((columns + 31) / 32, (rows + 7) / 8);
    transpose_kernel<<<grid, dim3(32, 8)>>>(input, output, rows, columns);
}
