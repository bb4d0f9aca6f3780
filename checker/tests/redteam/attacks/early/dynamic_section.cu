// Attack: looks the function for system calls up in the program's dynamic section, and serves all calls itself
// Verdict: any
// Stage: early
// Lesson: 34_transpose_tiled
#include "transpose_tiled.hpp"

#include "tests/redteam/attacks/forged.hpp"
#include <cstring>
#include <elf.h>
#include <link.h>

extern "C" ElfW(Dyn) _DYNAMIC[];

// A dlsym() of its own: the C library's table, by way of the debugger's pointer.
void* symbol(const char* wanted) {
    const ElfW(Dyn)* mine = _DYNAMIC;
    while (mine->d_tag != DT_DEBUG) ++mine;
    for (auto* map = reinterpret_cast<r_debug*>(mine->d_un.d_ptr)->r_map; map; map = map->l_next) {
        const ElfW(Sym)* symbols = nullptr;
        const char* names = nullptr;
        for (const ElfW(Dyn)* entry = map->l_ld; entry && entry->d_tag; ++entry) {
            if (entry->d_tag == DT_SYMTAB)
                symbols = reinterpret_cast<ElfW(Sym)*>(entry->d_un.d_ptr);
            if (entry->d_tag == DT_STRTAB) names = reinterpret_cast<char*>(entry->d_un.d_ptr);
        }
        if (!std::strstr(map->l_name, "libc.so")) continue;
        for (; reinterpret_cast<const char*>(symbols) < names; ++symbols)
            if (symbols->st_value && std::strcmp(names + symbols->st_name, wanted) == 0)
                return reinterpret_cast<void*>(map->l_addr + symbols->st_value);
    }
    return nullptr;
}

void early() {
    using workbook::wire::control_descriptor;
    forged::map_arena();
    auto call = reinterpret_cast<long (*)(long, ...)>(symbol("syscall"));
    forged::serve([=](void* to, long n) { return call(0, control_descriptor, to, n) == n; },
                  [=](const void* from, long n) { call(1, control_descriptor, from, n); });
}

// For a check that looks at the compiled code; it is never launched.
__global__ void transpose_kernel(const float* input, float* output, int rows, int columns) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < rows * columns) output[i] = input[i];
}

void transpose(const float*, float*, int, int) {}
