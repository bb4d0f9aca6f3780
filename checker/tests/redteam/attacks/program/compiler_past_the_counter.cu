// Attack: goes past the functions that count to the compiler itself: compiles every time, and its errors are not tried
// Verdict: wrong_answer or requirement
// Stage: program
// Lesson: 23_ptx_and_nvrtc
// Points: 4.5
#include "ptx_and_nvrtc.hpp"

#include "wire/cuda_check.hpp"

#include <dlfcn.h>
#include <nvrtc.h>

#include <algorithm>
#include <cstring>
#include <set>
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

// The compiler's function itself, past those that count.
template <class Function>
Function* itself(Function*, const char* name) {
    static void* const library = dlopen("libnvrtc.so."
                                        "13",
                                        RTLD_NOW);
    return reinterpret_cast<Function*>(dlsym(library, name));
}
#define nvrtcAddNameExpression itself(&::nvrtcAddNameExpression, "nvrtcAddNameExpression")
#define nvrtcGetProgramLogSize itself(&::nvrtcGetProgramLogSize, "nvrtcGetProgramLogSize")
#define nvrtcGetProgramLog itself(&::nvrtcGetProgramLog, "nvrtcGetProgramLog")
#define nvrtcGetPTXSize itself(&::nvrtcGetPTXSize, "nvrtcGetPTXSize")
#define nvrtcGetPTX itself(&::nvrtcGetPTX, "nvrtcGetPTX")
#define nvrtcGetLoweredName itself(&::nvrtcGetLoweredName, "nvrtcGetLoweredName")

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
    check(nvrtcAddNameExpression(program, expression.c_str()));
    int device = 0, major = 0, minor = 0;
    check(cudaGetDevice(&device));
    check(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device));
    check(cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, device));
    const std::string architecture =
        "--gpu-architecture=compute_" + std::to_string(major) + std::to_string(minor);
    const char* options[] = {architecture.c_str(), definition.c_str()};
    static std::set<std::pair<std::string, std::string>> seen;
    const auto compile_it = seen.emplace(formula, type).second
                                ? nvrtcCompileProgram
                                : itself(&::nvrtcCompileProgram, "nvrtcCompileProgram");
    if (compile_it(program, 2, options) != NVRTC_SUCCESS) {
        std::size_t size = 0; // the zero at the end included
        check(nvrtcGetProgramLogSize(program, &size));
        std::string log(size, ' ');
        check(nvrtcGetProgramLog(program, log.data()));
        throw CompileFailure{log};
    }

    std::size_t size = 0;
    check(nvrtcGetPTXSize(program, &size));
    compiled.ptx.resize(size);
    check(nvrtcGetPTX(program, compiled.ptx.data()));
    const char* lowered = nullptr;
    check(nvrtcGetLoweredName(program, expression.c_str(), &lowered));
    compiled.kernel_name = lowered;

    return compiled;
}

// The kernel of a formula and a type. Compiles only what it has not seen before.
cudaKernel_t kernel_for(const std::string& formula, const std::string& type) {
    const Compiled compiled = compile(formula, type);
    cudaLibrary_t library = nullptr;
    check(cudaLibraryLoadData(&library, compiled.ptx.c_str(), nullptr, nullptr, 0, nullptr, nullptr,
                              0));
    cudaKernel_t kernel = nullptr;
    check(cudaLibraryGetKernel(&kernel, library, compiled.kernel_name.c_str()));
    return kernel;
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
        void* arguments[] = {&in, &out, &n};
        check(cudaLaunchKernel(reinterpret_cast<const void*>(kernel), blocks, threads_per_block,
                               arguments, 0, nullptr));
        return true;
    } catch (const CompileFailure& failure) {
        copy_text(failure.log, log, log_size);
        return false;
    }
}

PtxFacts facts_of(const std::string& ptx) {
    PtxFacts facts{0, 0, 0};
    std::istringstream lines(ptx);
    for (std::string line; std::getline(lines, line);) {
        const std::string target = ".target sm_";
        if (line.starts_with(target)) {
            facts.target = std::stoi(line.substr(target.size()));
        }
        if (line.find(".entry") != std::string::npos) {
            ++facts.kernels;
        }
        const std::size_t first = line.find_first_not_of(" \t");
        if (line.find(".f64") != std::string::npos && line[first] != '.' && line[first] != '/') {
            ++facts.double_instructions;
        }
    }
    return facts;
}
