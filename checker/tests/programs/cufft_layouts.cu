// cuFFT: two and three dimensions, batches, in place and apart, and numbers that are placed as
// cufftPlanMany is told, with gaps that must neither be read nor written.
#include "cufft_check.hpp"

namespace {

void packed_ones() {
    for (const cufftType type : types)
        for (const bool in_place : {false, true})
            for (const int direction : {CUFFT_FORWARD, CUFFT_INVERSE}) {
                if ((from_real(type) || to_real(type)) && direction == CUFFT_INVERSE) continue;
                const auto dimensions = [&](int rank, int x, int y, int z, int batch) {
                    try_case(packed(type, rank, x, y, z, batch, in_place, direction));
                };
                dimensions(1, 30, 1, 1, 5);
                dimensions(1, 15, 1, 1, 4);
                dimensions(2, 8, 16, 1, 1);
                dimensions(2, 16, 9, 1, 1);
                dimensions(2, 7, 10, 1, 3);
                dimensions(2, 131, 6, 1, 1);
                dimensions(2, 4, 137, 1, 2);
                dimensions(2, 1, 12, 1, 1);
                dimensions(2, 12, 1, 1, 1);
                dimensions(3, 4, 6, 8, 1);
                dimensions(3, 5, 3, 7, 2);
                dimensions(3, 2, 8, 9, 1);
            }
    try_case(packed(CUFFT_C2C, 2, 1500, 4, 1));
    try_case(packed(CUFFT_Z2D, 2, 3, 1536, 1));
}

// Batches beside each other, gaps between numbers and rows, other ones in the output.
void placed_ones() {
    for (const cufftType type : types) {
        const auto placed = [&](int rank, int x, int y, int z, int batch, Place in, Place out) {
            Case c = packed(type, rank, x, y, z, batch);
            c.is_placed = true;
            c.in = in;
            c.out = out;
            try_case(c);
        };
        placed(1, 12, 1, 1, 5, {{1, 1, 1}, 5, 1}, {{1, 1, 1}, 5, 1});
        placed(1, 12, 1, 1, 3, {{1, 1, 1}, 2, 30}, {{1, 1, 1}, 3, 40});
        placed(1, 11, 1, 1, 3, {{1, 1, 1}, 1, 12}, {{1, 1, 1}, 3, 1});
        placed(2, 6, 8, 1, 2, {{6, 10, 1}, 1, 70}, {{6, 9, 1}, 2, 120});
        placed(2, 5, 7, 1, 2, {{5, 8, 1}, 2, 1}, {{6, 7, 1}, 1, 45});
        placed(3, 3, 4, 5, 2, {{3, 5, 6}, 1, 100}, {{3, 4, 7}, 2, 200});
        placed(1, 1, 1, 1, 4, {{1, 1, 1}, 1, 3}, {{1, 1, 1}, 1, 2});
        // In place, more side by side than a block takes.
        Case beside = packed(type, 1, 12, 1, 1, 300, true);
        beside.is_placed = true;
        beside.in = beside.out = {{1, 1, 1}, 300, 1};
        try_case(beside);
    }
    for (const cufftType type : {CUFFT_C2C, CUFFT_Z2Z}) {
        Case columns = packed(type, 1, 24, 1, 1, 7, true, CUFFT_INVERSE);
        columns.is_placed = true;
        columns.in = columns.out = {{1, 1, 1}, 7, 1};
        try_case(columns);
        columns.n[0] = 1100;
        try_case(columns, 55);
    }
}

} // namespace

int main() {
    packed_ones();
    placed_ones();
    if (std::getenv("WORKBOOK_GO_ON") != nullptr)
        std::fprintf(stderr, "largest error: %.3f of the tolerance\n", largest_error());
    std::puts("transforms of all layouts are right");
    return 0;
}
