// cuFFT: transforms in one dimension of all kinds of lengths, types and directions, alone and in
// batches, there and back.
#include "cufft_check.hpp"

int main() {
    for (const cufftType type : types)
        for (const int direction : {CUFFT_FORWARD, CUFFT_INVERSE}) {
            if ((from_real(type) || to_real(type)) && direction == CUFFT_INVERSE) continue;
            const auto length = [&](int n, int batch, bool in_place = false) {
                try_case(packed(type, 1, n, 1, 1, batch, in_place, direction));
            };
            for (int n = 1; n <= 40; ++n) length(n, n % 4 + 1, n % 3 == 0);
            for (const int n : {64, 100, 105, 121, 127, 128, 131, 256, 257, 360, 512}) length(n, 3);
            for (const int n : {64, 105, 131}) length(n, 3, true);
            for (const int n : {997, 1000, 1024}) length(n, 1);
            const auto long_one = [&](int n, bool in_place) {
                const auto c = packed(type, 1, n, 1, 1, 1, in_place, direction);
                try_case(c, static_cast<std::size_t>(n / 31));
            };
            for (const int n : {2048, 3000, 5003, 8192, 16384}) long_one(n, n % 2 != 0);
        }
    try_case(packed(CUFFT_C2C, 1, 1 << 17, 1, 1, 1, true), 9973);
    try_case(packed(CUFFT_R2C, 1, 99991, 1, 1), 9973);
    if (std::getenv("WORKBOOK_GO_ON") != nullptr)
        std::fprintf(stderr, "largest error: %.3f of the tolerance\n", largest_error());
    std::puts("transforms of all lengths are right");
    return 0;
}
