// Fetches with gradients that ptxas makes calls of functions of the driver's from: of three
// dimensions, and with comparisons. An H200 was asked with a module for each (FETCH_GRADIENTS).
#ifndef FETCH_GRADIENTS
#define FETCH_GRADIENTS 15
#endif
#include "api_fetch_ask.hpp"

namespace {

#define OF_DEPTHS(section, kernel, shape)                                                          \
    void section() {                                                                               \
        for (const Reading& how : readings) {                                                      \
            Asked texture(shape, 3, random_eighths, how);                                          \
            ASK(kernel);                                                                           \
        }                                                                                          \
    }
#if FETCH_GRADIENTS & 1
void ask_3d() {
    for (const Reading& how : readings) {
        Asked texture(volume, 3, random_fours, how);
        ASK(grad_3d);
        ASK(offset_grad_3d);
    }
}
#endif
#if FETCH_GRADIENTS & 2
OF_DEPTHS(compare_1d, compare_grad_1d, line)
OF_DEPTHS(compare_2d, compare_grad_2d, plane)
OF_DEPTHS(compare_a1d, compare_grad_a1d, lines)
OF_DEPTHS(compare_a2d, compare_grad_a2d, planes)
#endif
#if FETCH_GRADIENTS & 4
OF_DEPTHS(both_1d, both_grad_1d, line)
OF_DEPTHS(both_2d, both_grad_2d, plane)
OF_DEPTHS(both_a1d, both_grad_a1d, lines)
OF_DEPTHS(both_a2d, both_grad_a2d, planes)
#endif
#if FETCH_GRADIENTS & 8
void ask_cubes() {
    for (const Reading& how : readings) {
        if (!how.is_normalised) continue;
        {
            Asked texture(cube, 1, random_eighths, how);
            ASK(compare_grad_cube);
        }
        Asked texture(cubes, 1, random_eighths, how);
        ASK(compare_grad_acube);
    }
}
#endif

const Section sections[] = {
#if FETCH_GRADIENTS & 1
    {"of_3d", ask_3d},
#endif
#if FETCH_GRADIENTS & 2
    {"compare_1d", compare_1d},
    {"compare_2d", compare_2d},
    {"compare_a1d", compare_a1d},
    {"compare_a2d", compare_a2d},
#endif
#if FETCH_GRADIENTS & 4
    {"both_1d", both_1d},
    {"both_2d", both_2d},
    {"both_a1d", both_a1d},
    {"both_a2d", both_a2d},
#endif
#if FETCH_GRADIENTS & 8
    {"cubes", ask_cubes},
#endif
};

} // namespace

int main(int words, char** text) { return run_sections(sections, words, text); }
