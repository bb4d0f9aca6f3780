// write_sobol_tables FILE: SobolTables, as the toolkit's libcurand has them. It needs no GPU.
#include "vgpu/curand/sobol_tables.hpp"

#include <curand.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <memory>

namespace {

using namespace vgpu::curand;

template <class Table, class Vectors, class Constants>
bool fill(Table& table, Vectors vectors_of, Constants constants_of,
          curandDirectionVectorSet_t plain, curandDirectionVectorSet_t scrambled) {
    decltype(vectors_of(plain)) vectors = vectors_of(plain), others = vectors_of(scrambled);
    const auto* constants = constants_of();
    if (vectors == nullptr || others == nullptr || constants == nullptr) return false;
    for (unsigned d = 0; d < sobol_dimensions; ++d) {
        std::ranges::copy(vectors[d], table.vectors[d]);
        std::ranges::copy(others[d], table.scrambled_vectors[d]);
    }
    std::copy_n(constants, sobol_dimensions, table.constants);
    return true;
}

// What a function of the library hands out, or nullptr.
template <class Result, class... Set>
Result* taken(curandStatus_t (*function)(Result**, Set...), Set... set) {
    Result* result = nullptr;
    return function(&result, set...) == CURAND_STATUS_SUCCESS ? result : nullptr;
}

} // namespace

int main(int count, char** arguments) {
    if (count != 2) return 2;
    const auto tables = std::make_unique<SobolTables>();
    const auto vectors_32 = [](auto set) { return taken(curandGetDirectionVectors32, set); };
    const auto vectors_64 = [](auto set) { return taken(curandGetDirectionVectors64, set); };
    const bool filled =
        fill(
            tables->of_32_bits, vectors_32, [] { return taken(curandGetScrambleConstants32); },
            CURAND_DIRECTION_VECTORS_32_JOEKUO6, CURAND_SCRAMBLED_DIRECTION_VECTORS_32_JOEKUO6) &&
        fill(
            tables->of_64_bits, vectors_64, [] { return taken(curandGetScrambleConstants64); },
            CURAND_DIRECTION_VECTORS_64_JOEKUO6, CURAND_SCRAMBLED_DIRECTION_VECTORS_64_JOEKUO6);
    std::ofstream file(arguments[1], std::ios::binary);
    file.write(reinterpret_cast<const char*>(tables.get()), sizeof *tables);
    if (filled && file.flush()) return 0;
    std::fprintf(
        stderr, "the toolkit's libcurand hands out no direction vectors, or %s cannot be written\n",
        arguments[1]);
    return 1;
}
