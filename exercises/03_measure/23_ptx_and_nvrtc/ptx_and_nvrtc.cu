// Lesson 23: kernels compiled while the program runs. README.md explains; fill in the five regions
// marked TODO.
#include "ptx_and_nvrtc.hpp"

#include "wire/cuda_check.hpp"

#include <nvrtc.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <sstream>
#include <string>
#include <type_traits>
#include <utility>

constexpr int threads_per_block = 256;
constexpr std::size_t most_blocks = 1024; // the grid-stride loop covers what lies beyond

// What NVRTC compiles. FORMULA is a macro, which the compiler's options define.
constexpr const char* source = R"(
template <typename T>
__global__ void formula_kernel(const T* in, T* out, size_t n) {
    const size_t stride = size_t(gridDim.x) * blockDim.x;
    for (size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x; i < n; i += stride) {
        const T x = in[i];
        out[i] = FORMULA;
    }
}
)";

// Thrown where a formula cannot be compiled.
struct CompileFailure {
    std::string log;
};

inline void check(nvrtcResult result) {
    if (result != NVRTC_SUCCESS) {
        throw std::runtime_error(nvrtcGetErrorString(result));
    }
}

// A program of NVRTC's, which is destroyed when its variable goes.
class Program {
  public:
    Program() { check(nvrtcCreateProgram(&program_, source, "formula.cu", 0, nullptr, nullptr)); }
    Program(const Program&) = delete;
    Program& operator=(const Program&) = delete;
    ~Program() { nvrtcDestroyProgram(&program_); }
    operator nvrtcProgram() const { return program_; }

  private:
    nvrtcProgram program_ = nullptr;
};

struct Compiled {
    std::string ptx;
    std::string kernel_name; // as it stands in the PTX
};

// Compiles the formula for elements of a type: "float", "int" or "double".
Compiled compile(const std::string& formula, const std::string& type) {
    const Program program;
    const std::string expression = "formula_kernel<" + type + ">";
    const std::string definition = "-DFORMULA=(" + formula + ")";
    Compiled compiled;
    // TODO 1: say which kernel is wanted, and compile for the GPU that is there. If the formula
    // cannot be compiled, throw a CompileFailure with the compiler's log.

    // end of TODO 1

    // TODO 2: the PTX, and the kernel's name in it.

    // end of TODO 2

    return compiled;
}

// The kernel of a formula and a type. Compiles only what it has not seen before.
cudaKernel_t kernel_for(const std::string& formula, const std::string& type) {
    // TODO 3: compile and load, unless that was done before.
    return nullptr;
    // end of TODO 3
}

// At most `size` characters of the text, the zero at its end included.
void copy_text(const std::string& text, char* out, std::size_t size) {
    const std::size_t length = std::min(text.size(), size - 1);
    std::memcpy(out, text.data(), length);
    out[length] = 0;
}

template <typename T>
constexpr const char* name_of_type() {
    if constexpr (std::is_same_v<T, float>) {
        return "float";
    } else if constexpr (std::is_same_v<T, double>) {
        return "double";
    } else {
        static_assert(std::is_same_v<T, int>);
        return "int";
    }
}

template <typename T>
bool apply(const char* formula, const T* in, T* out, std::size_t n, char* log,
           std::size_t log_size) {
    copy_text("", log, log_size);
    try {
        const cudaKernel_t kernel = kernel_for(formula, name_of_type<T>());
        if (n == 0) {
            return true;
        }
        const auto blocks = static_cast<unsigned>(
            std::min((n + threads_per_block - 1) / threads_per_block, most_blocks));
        // TODO 4: launch the kernel with threads_per_block threads.

        // end of TODO 4
        return true;
    } catch (const CompileFailure& failure) {
        copy_text(failure.log, log, log_size);
        return false;
    }
}

PtxFacts facts_of(const std::string& ptx) {
    PtxFacts facts{0, 0, 0};
    // TODO 5: read the PTX line by line.

    // end of TODO 5
    return facts;
}
