// Lesson 05, given: calls check() from a file with a long name, far down in it.
#include "error_check.hpp"

#include <cstdio>
#include <cuda_runtime.h>
#include <exception>
#include <source_location>

// In your file.
void check(cudaError_t status, std::source_location where = std::source_location::current());

void message_from_afar(int code, char* text, std::size_t length) {
    text[0] = '\0';
    try {
// What the compiler is told of where it is.
#line 98765 "/home/somebody/simulations/of/the/atmosphere/and/the/ocean/second/attempt/with/a/finer/grid/and/more/species/source/device/chemistry/photolysis/tables/interpolation/far_away.cu"
        check(static_cast<cudaError_t>(code));
    } catch (const std::exception& error) {
        std::snprintf(text, length, "%s", error.what());
    }
}
