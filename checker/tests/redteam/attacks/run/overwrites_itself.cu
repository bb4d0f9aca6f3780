// Attack: overwrites the writable memory of its process at random, in every call, before and after its work
// Verdict: any
// Stage: run
// Lesson: 34_transpose_tiled
// Points: 3
// Needs: confinement
#include "transpose_tiled.hpp"

#include "wire/message.hpp"
#include <csetjmp>
#include <csignal>
#include <cstdlib>
#include <link.h>
#include <random>
#include <sys/mman.h>
#include <unistd.h>
#include <vector>

// overwrite_runs.sh gives each run another seed, in a variable that every program gets.
static std::mt19937_64 chance([] {
    const char* text = std::getenv("LANG");
    std::uint64_t seed = 0;
    for (; text && *text; ++text) seed = seed * 31 + static_cast<unsigned char>(*text);
    return seed;
}());

static std::vector<std::uint64_t*> pages;
static sigjmp_buf skip;

// There may be no list of what is mapped: asks page by page.
static void add(std::uint64_t from, std::uint64_t to) {
    unsigned char state;
    for (std::uint64_t page = from / 4096 * 4096; page < to; page += 4096)
        if (mincore(reinterpret_cast<void*>(page), 4096, &state) == 0)
            pages.push_back(reinterpret_cast<std::uint64_t*>(page));
}

static int add_object(dl_phdr_info* object, std::size_t, void*) {
    for (int i = 0; i < object->dlpi_phnum; ++i) {
        const auto& part = object->dlpi_phdr[i];
        // What the libraries have mapped for themselves lies around them.
        const std::uint64_t from = object->dlpi_addr + part.p_vaddr,
                            to = from + part.p_memsz + (2 << 20);
        if (part.p_type == PT_LOAD && (part.p_flags & PF_W) != 0) add(from, to);
    }
    return 0;
}

static void find_memory() {
    dl_iterate_phdr(add_object, nullptr);
    add(reinterpret_cast<std::uint64_t>(__builtin_frame_address(0)),
        reinterpret_cast<std::uint64_t>(environ));
    const auto heap = reinterpret_cast<std::uint64_t>(sbrk(0));
    add(heap - (4 << 20), heap);
    add(workbook::wire::arena_address, workbook::wire::arena_address + (16 << 20));
    auto* large = std::malloc(1 << 20); // what is large comes from elsewhere
    add(reinterpret_cast<std::uint64_t>(large) - (8 << 20),
        reinterpret_cast<std::uint64_t>(large) + (8 << 20));
    std::free(large);
}

static void overwrite() {
    for (const int signal : {SIGSEGV, SIGBUS})
        std::signal(signal, [](int) { siglongjmp(skip, 1); });
    static const auto most = std::uint64_t{1} << chance() % 12; // in this process
    static std::uint64_t left;
    for (left = chance() % most + 1; left > 0; --left) {
        std::uint64_t* word = pages[chance() % pages.size()] + chance() % 512;
        const std::uint64_t kind = chance() % 4, value = chance();
        if (sigsetjmp(skip, 1) != 0) continue; // not writable
        *word = kind == 0   ? 0
                : kind == 1 ? value
                : kind == 2 ? *word + 8
                            : pages[value % pages.size()][value >> 55];
    }
    for (const int signal : {SIGSEGV, SIGBUS}) std::signal(signal, SIG_DFL);
}

__global__ void transpose_kernel(const float* input, float* output, int rows, int columns) {
    const int r = blockIdx.y * 8 + threadIdx.y, c = blockIdx.x * 32 + threadIdx.x;
    if (r < rows && c < columns) output[c * rows + r] = input[r * columns + c];
}

void transpose(const float* input, float* output, int rows, int columns) {
    if (pages.empty()) find_memory();
    if (chance() % 2) overwrite();
    const dim3 grid((columns + 31) / 32, (rows + 7) / 8);
    transpose_kernel<<<grid, dim3(32, 8)>>>(input, output, rows, columns);
    overwrite();
}
