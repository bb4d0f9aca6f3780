// Lesson 36, given: begins inside of an array.
#include "vector_loads.hpp"

void scale_within(float* memory, std::size_t offset, std::size_t n, float factor) {
    scale(memory + offset, n, factor);
}

void brighten_within(unsigned char* memory, std::size_t offset, std::size_t n, int amount) {
    brighten(memory + offset, n, amount);
}
