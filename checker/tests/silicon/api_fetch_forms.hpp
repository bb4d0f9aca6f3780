// Kernels for api_fetches.cu and api_fetch_gradients.cu: the forms of tex and tld4 that CUDA C++
// has no function for, one kernel each, which fetches at the places of an array.
#pragma once

// ptxas makes calls of functions of the driver's from gradients of three dimensions and from
// comparisons with gradients. A driver that lacks one of them loads no kernel of the module, so
// they are in modules of their own: 1 those of three dimensions, 2 comparisons, 4 comparisons with
// offsets, 8 cubes; a sum of those, or 0.
#ifndef FETCH_GRADIENTS
#define FETCH_GRADIENTS 0
#endif

#include <cstdint>
#include <cuda_runtime.h>

// What any form may ask for.
struct FetchAt {
    int layer;
    float at[3];
    int index[3];
    float level;
    int whole_level;
    float gradient[3]; // both gradients; the second one is half of it
    int offset[3];
    float reference;
};

struct Fetched {
    unsigned value[4];
    int is_resident;
};

using FetchKernel = void (*)(cudaTextureObject_t, const FetchAt*, Fetched*, int);

// Operands: 5 the texture, 6 the layer, 7 to 9 the coordinates, 10 to 12 the whole ones, 13 and 14
// the level, 15 to 20 the gradients, 21 to 23 the offsets, 24 the value to compare with.
#define FETCH_KERNEL(name, instruction, results, where, behind)                                    \
    __global__ void name(cudaTextureObject_t texture, const FetchAt* places, Fetched* all,         \
                         int count) {                                                              \
        const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);                     \
        if (i >= count) return;                                                                    \
        const FetchAt& p = places[i];                                                              \
        Fetched f{};                                                                               \
        asm volatile("{ .reg .pred p; " instruction " " results "|p, [%5, {" where "}]" behind     \
                     "; selp.b32 %4, 1, 0, p; }"                                                   \
                     : "+r"(f.value[0]), "+r"(f.value[1]), "+r"(f.value[2]), "+r"(f.value[3]),     \
                       "=r"(f.is_resident)                                                         \
                     : "l"(texture), "r"(p.layer), "f"(p.at[0]), "f"(p.at[1]), "f"(p.at[2]),       \
                       "r"(p.index[0]), "r"(p.index[1]), "r"(p.index[2]), "f"(p.level),            \
                       "r"(p.whole_level), "f"(p.gradient[0]), "f"(p.gradient[1]),                 \
                       "f"(p.gradient[2]), "f"(p.gradient[0] / 2), "f"(p.gradient[1] / 2),         \
                       "f"(p.gradient[2] / 2), "r"(p.offset[0]), "r"(p.offset[1]),                 \
                       "r"(p.offset[2]), "f"(p.reference)                                          \
                     : "memory");                                                                  \
        all[i] = f;                                                                                \
    }

#define FOUR "{%0, %1, %2, %3}"
#define REFERENCE ", %24"

#define WITH_GRADIENT(id, g, at, gradient, offset)                                                 \
    FETCH_KERNEL(grad_##id, "tex.grad." g ".v4.f32.f32", FOUR, at, gradient)                       \
    FETCH_KERNEL(offset_grad_##id, "tex.grad." g ".v4.f32.f32", FOUR, at, gradient offset)
#define WITH_PREDICATE(id, g, at, index)                                                           \
    FETCH_KERNEL(plain_##id, "tex." g ".v4.f32.f32", FOUR, at, "")                                 \
    FETCH_KERNEL(whole_##id, "tex." g ".v4.f32.s32", FOUR, index, "")
#define WITH_OFFSETS(id, g, at, index, offset)                                                     \
    FETCH_KERNEL(offset_##id, "tex." g ".v4.f32.f32", FOUR, at, offset)                            \
    FETCH_KERNEL(offset_whole_##id, "tex." g ".v4.f32.s32", FOUR, index, offset)                   \
    FETCH_KERNEL(offset_base_##id, "tex.base." g ".v4.f32.f32", FOUR, at, offset)                  \
    FETCH_KERNEL(offset_base_whole_##id, "tex.base." g ".v4.f32.s32", FOUR, index, offset)         \
    FETCH_KERNEL(offset_level_##id, "tex.level." g ".v4.f32.f32", FOUR, at, ", %13" offset)        \
    FETCH_KERNEL(offset_level_whole_##id, "tex.level." g ".v4.f32.s32", FOUR, index, ", %14" offset)
#define WITH_COMPARISON(id, g, at)                                                                 \
    FETCH_KERNEL(compare_##id, "tex." g ".v4.f32.f32", FOUR, at, REFERENCE)                        \
    FETCH_KERNEL(compare_base_##id, "tex.base." g ".v4.f32.f32", FOUR, at, REFERENCE)              \
    FETCH_KERNEL(compare_level_##id, "tex.level." g ".v4.f32.f32", FOUR, at, ", %13" REFERENCE)
#define WITH_BOTH(id, g, at, offset)                                                               \
    FETCH_KERNEL(both_##id, "tex." g ".v4.f32.f32", FOUR, at, offset REFERENCE)                    \
    FETCH_KERNEL(both_base_##id, "tex.base." g ".v4.f32.f32", FOUR, at, offset REFERENCE)          \
    FETCH_KERNEL(both_level_##id, "tex.level." g ".v4.f32.f32", FOUR, at, ", %13" offset REFERENCE)
#define WITH_GRADIENT_COMPARED(id, g, at, gradient)                                                \
    FETCH_KERNEL(compare_grad_##id, "tex.grad." g ".v4.f32.f32", FOUR, at, gradient REFERENCE)
#define WITH_GRADIENT_BOTH(id, g, at, gradient, offset)                                            \
    FETCH_KERNEL(both_grad_##id, "tex.grad." g ".v4.f32.f32", FOUR, at, gradient offset REFERENCE)

#define AT_LINE "%7"
#define AT_PLANE "%7, %8"
#define AT_VOLUME "%7, %8, %9, %9"
#define AT_LINES "%6, %7"
#define AT_PLANES "%6, %7, %8, %8"
#define AT_CUBES "%6, %7, %8, %9"
#define IN_LINE "%10"
#define IN_PLANE "%10, %11"
#define IN_VOLUME "%10, %11, %12, %12"
#define IN_LINES "%6, %10"
#define IN_PLANES "%6, %10, %11, %11"
#define ALONG_1 ", {%15}, {%18}"
#define ALONG_2 ", {%15, %16}, {%18, %19}"
#define ALONG_3 ", {%15, %16, %17, %17}, {%18, %19, %20, %20}"
#define OFF_1 ", {%21}"
#define OFF_2 ", {%21, %22}"
#define OFF_3 ", {%21, %22, %23, %23}"

#if FETCH_GRADIENTS & 1
WITH_GRADIENT(3d, "3d", AT_VOLUME, ALONG_3, OFF_3)
#endif
#if FETCH_GRADIENTS & 2
WITH_GRADIENT_COMPARED(1d, "1d", AT_LINE, ALONG_1)
WITH_GRADIENT_COMPARED(2d, "2d", AT_PLANE, ALONG_2)
WITH_GRADIENT_COMPARED(a1d, "a1d", AT_LINES, ALONG_1)
WITH_GRADIENT_COMPARED(a2d, "a2d", AT_PLANES, ALONG_2)
#endif
#if FETCH_GRADIENTS & 4
WITH_GRADIENT_BOTH(1d, "1d", AT_LINE, ALONG_1, OFF_1)
WITH_GRADIENT_BOTH(2d, "2d", AT_PLANE, ALONG_2, OFF_2)
WITH_GRADIENT_BOTH(a1d, "a1d", AT_LINES, ALONG_1, OFF_1)
WITH_GRADIENT_BOTH(a2d, "a2d", AT_PLANES, ALONG_2, OFF_2)
#endif
#if FETCH_GRADIENTS & 8
WITH_GRADIENT_COMPARED(cube, "cube", AT_VOLUME, ALONG_3)
WITH_GRADIENT_COMPARED(acube, "acube", AT_CUBES, ALONG_3)
#endif
#if FETCH_GRADIENTS == 0
WITH_PREDICATE(1d, "1d", AT_LINE, IN_LINE)
WITH_OFFSETS(1d, "1d", AT_LINE, IN_LINE, OFF_1)
WITH_GRADIENT(1d, "1d", AT_LINE, ALONG_1, OFF_1)
WITH_COMPARISON(1d, "1d", AT_LINE)
WITH_BOTH(1d, "1d", AT_LINE, OFF_1)
WITH_PREDICATE(2d, "2d", AT_PLANE, IN_PLANE)
WITH_OFFSETS(2d, "2d", AT_PLANE, IN_PLANE, OFF_2)
WITH_GRADIENT(2d, "2d", AT_PLANE, ALONG_2, OFF_2)
WITH_COMPARISON(2d, "2d", AT_PLANE)
WITH_BOTH(2d, "2d", AT_PLANE, OFF_2)
WITH_PREDICATE(3d, "3d", AT_VOLUME, IN_VOLUME)
WITH_OFFSETS(3d, "3d", AT_VOLUME, IN_VOLUME, OFF_3)
WITH_PREDICATE(a1d, "a1d", AT_LINES, IN_LINES)
WITH_OFFSETS(a1d, "a1d", AT_LINES, IN_LINES, OFF_1)
WITH_GRADIENT(a1d, "a1d", AT_LINES, ALONG_1, OFF_1)
WITH_COMPARISON(a1d, "a1d", AT_LINES)
WITH_BOTH(a1d, "a1d", AT_LINES, OFF_1)
WITH_PREDICATE(a2d, "a2d", AT_PLANES, IN_PLANES)
WITH_OFFSETS(a2d, "a2d", AT_PLANES, IN_PLANES, OFF_2)
WITH_GRADIENT(a2d, "a2d", AT_PLANES, ALONG_2, OFF_2)
WITH_COMPARISON(a2d, "a2d", AT_PLANES)
WITH_BOTH(a2d, "a2d", AT_PLANES, OFF_2)
FETCH_KERNEL(plain_cube, "tex.cube.v4.f32.f32", FOUR, AT_VOLUME, "")
WITH_COMPARISON(cube, "cube", AT_VOLUME)
FETCH_KERNEL(plain_acube, "tex.acube.v4.f32.f32", FOUR, AT_CUBES, "")
WITH_COMPARISON(acube, "acube", AT_CUBES)

#define GATHERS(id, g, at)                                                                         \
    FETCH_KERNEL(gather_r_##id, "tld4.r." g ".v4.f32.f32", FOUR, at, "")                           \
    FETCH_KERNEL(gather_a_##id, "tld4.a." g ".v4.f32.f32", FOUR, at, "")                           \
    FETCH_KERNEL(gather_compare_##id, "tld4.r." g ".v4.f32.f32", FOUR, at, REFERENCE)
#define GATHERS_OFF(id, g, at)                                                                     \
    GATHERS(id, g, at)                                                                             \
    FETCH_KERNEL(gather_g_off_##id, "tld4.g." g ".v4.f32.f32", FOUR, at, OFF_2)                    \
    FETCH_KERNEL(gather_b_off_##id, "tld4.b." g ".v4.f32.f32", FOUR, at, OFF_2)                    \
    FETCH_KERNEL(gather_both_##id, "tld4.r." g ".v4.f32.f32", FOUR, at, OFF_2 REFERENCE)
GATHERS_OFF(2d, "2d", AT_PLANE)
GATHERS_OFF(a2d, "a2d", AT_PLANES)
GATHERS(cube, "cube", AT_VOLUME)
GATHERS(acube, "acube", AT_CUBES)

// Other types of what is given.
#define PAIRS "{%0, %1}"
FETCH_KERNEL(pairs_2d, "tex.2d.v2.f16x2.f32", PAIRS, AT_PLANE, "")
FETCH_KERNEL(pairs_whole_2d, "tex.2d.v2.f16x2.s32", PAIRS, IN_PLANE, "")
FETCH_KERNEL(pairs_offset_2d, "tex.2d.v2.f16x2.f32", PAIRS, AT_PLANE, OFF_2)
FETCH_KERNEL(pairs_compare_2d, "tex.2d.v2.f16x2.f32", PAIRS, AT_PLANE, REFERENCE)
FETCH_KERNEL(compare_s32_2d, "tex.2d.v4.s32.f32", FOUR, AT_PLANE, REFERENCE)
FETCH_KERNEL(compare_u32_2d, "tex.2d.v4.u32.f32", FOUR, AT_PLANE, REFERENCE)
FETCH_KERNEL(gather_s32_2d, "tld4.r.2d.v4.s32.f32", FOUR, AT_PLANE, OFF_2)
FETCH_KERNEL(gather_compare_s32_2d, "tld4.r.2d.v4.s32.f32", FOUR, AT_PLANE, REFERENCE)
__global__ void halves_2d(cudaTextureObject_t texture, const FetchAt* places, Fetched* all,
                          int count) {
    const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    if (i >= count) return;
    Fetched f{};
    asm volatile("{ .reg .b16 a, b, c, d; .reg .pred p; tex.2d.v4.f16.f32 {a, b, c, d}|p, [%5, "
                 "{%6, %7}]; mov.b32 %0, {a, b}; mov.b32 %1, {c, d}; mov.b32 %2, {b, a}; mov.b32 "
                 "%3, {d, c}; selp.b32 %4, 1, 0, p; }"
                 : "=r"(f.value[0]), "=r"(f.value[1]), "=r"(f.value[2]), "=r"(f.value[3]),
                   "=r"(f.is_resident)
                 : "l"(texture), "f"(places[i].at[0]), "f"(places[i].at[1])
                 : "memory");
    all[i] = f;
}

// Offsets that are written in the instruction.
FETCH_KERNEL(fixed_3, "tex.2d.v4.f32.s32", FOUR, IN_PLANE, ", {3, -5}")
FETCH_KERNEL(fixed_7, "tex.2d.v4.f32.s32", FOUR, IN_PLANE, ", {7, -8}")
FETCH_KERNEL(fixed_8, "tex.2d.v4.f32.s32", FOUR, IN_PLANE, ", {8, 0}")
FETCH_KERNEL(fixed_minus_9, "tex.2d.v4.f32.s32", FOUR, IN_PLANE, ", {0, -9}")
FETCH_KERNEL(fixed_100, "tex.2d.v4.f32.s32", FOUR, IN_PLANE, ", {100, 16}")
FETCH_KERNEL(fixed_gather_3, "tld4.r.2d.v4.f32.f32", FOUR, AT_PLANE, ", {3, -5}")
FETCH_KERNEL(fixed_gather_40, "tld4.r.2d.v4.f32.f32", FOUR, AT_PLANE, ", {40, -33}")
FETCH_KERNEL(fixed_gather_8, "tld4.r.2d.v4.f32.f32", FOUR, AT_PLANE, ", {8, -9}")
#endif
