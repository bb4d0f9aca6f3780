// How a kernel of the silicon programs loads a box of a tensor of any rank.
#pragma once

#include "api_tensors.hpp"

struct Place {
    int c[5];
};

#define LOAD "cp.async.bulk.tensor."
#define TO_SHARED ".shared::cluster.global.mbarrier::complete_tx::bytes"
__device__ inline void load_box(int rank, unsigned to, const CUtensorMap* map, Place p,
                                unsigned barrier) {
    const auto m = reinterpret_cast<std::uint64_t>(map);
    if (rank == 1)
        asm volatile(LOAD "1d" TO_SHARED " [%0], [%1, {%3}], [%2];" ::"r"(to), "l"(m), "r"(barrier),
                     "r"(p.c[0])
                     : "memory");
    else if (rank == 2)
        asm volatile(LOAD "2d" TO_SHARED " [%0], [%1, {%3, %4}], [%2];" ::"r"(to), "l"(m),
                     "r"(barrier), "r"(p.c[0]), "r"(p.c[1])
                     : "memory");
    else if (rank == 3)
        asm volatile(LOAD "3d" TO_SHARED " [%0], [%1, {%3, %4, %5}], [%2];" ::"r"(to), "l"(m),
                     "r"(barrier), "r"(p.c[0]), "r"(p.c[1]), "r"(p.c[2])
                     : "memory");
    else if (rank == 4)
        asm volatile(LOAD "4d" TO_SHARED " [%0], [%1, {%3, %4, %5, %6}], [%2];" ::"r"(to), "l"(m),
                     "r"(barrier), "r"(p.c[0]), "r"(p.c[1]), "r"(p.c[2]), "r"(p.c[3])
                     : "memory");
    else
        asm volatile(LOAD "5d" TO_SHARED " [%0], [%1, {%3, %4, %5, %6, %7}], [%2];" ::"r"(to),
                     "l"(m), "r"(barrier), "r"(p.c[0]), "r"(p.c[1]), "r"(p.c[2]), "r"(p.c[3]),
                     "r"(p.c[4])
                     : "memory");
}
#undef LOAD
#undef TO_SHARED
