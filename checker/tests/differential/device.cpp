#include "device.hpp"

#include "nvrtc.hpp"
#include "trace_ptx.hpp"
#include "wire/trace_source.hpp"

#include <cuda_runtime_api.h>
#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>

namespace differential {
namespace {

// One call after the other, until one fails.
class Calls {
  public:
    explicit Calls(Outcome& outcome) : outcome_(outcome) {}

    bool operator()(cudaError_t error, const char* call) {
        if (error == cudaSuccess || !outcome_.error.empty()) return outcome_.error.empty();
        outcome_.error = fmt::format("{}: {}", call, cudaGetErrorName(error));
        // What is wrong with one program's text or size leaves the device as it was.
        static constexpr cudaError_t harmless[] = {cudaErrorInvalidPtx,
                                                   cudaErrorInvalidValue,
                                                   cudaErrorUnsupportedPtxVersion,
                                                   cudaErrorNoKernelImageForDevice,
                                                   cudaErrorJitCompilationDisabled,
                                                   cudaErrorSymbolNotFound};
        outcome_.lost =
            std::find(std::begin(harmless), std::end(harmless), error) == std::end(harmless);
        return false;
    }

  private:
    Outcome& outcome_;
};

class DeviceWords {
  public:
    DeviceWords(Calls& calls, const std::vector<std::uint64_t>& values) : calls_(calls) {
        const std::size_t bytes = 8 * values.size();
        if (calls_(cudaMalloc(&at_, bytes), "cudaMalloc"))
            calls_(cudaMemcpy(at_, values.data(), bytes, cudaMemcpyHostToDevice), "cudaMemcpy");
    }
    ~DeviceWords() { cudaFree(at_); }
    DeviceWords(const DeviceWords&) = delete;
    DeviceWords& operator=(const DeviceWords&) = delete;

    void* at() const { return at_; }
    void append_to(std::vector<std::uint64_t>& values, std::size_t count) const {
        values.resize(values.size() + count);
        calls_(cudaMemcpy(values.data() + values.size() - count, at_, 8 * count,
                          cudaMemcpyDeviceToHost),
               "cudaMemcpy");
    }

  private:
    Calls& calls_;
    void* at_ = nullptr;
};

// What the virtual GPU's checks say; a real one has none.
class Reports {
  public:
    Reports()
        : begin_(reinterpret_cast<workbook::wire::TraceBegin>(
              dlsym(RTLD_DEFAULT, workbook::wire::trace_begin_name))),
          end_(reinterpret_cast<workbook::wire::TraceEnd>(
              dlsym(RTLD_DEFAULT, workbook::wire::trace_end_name))) {
        if (begin_ != nullptr) begin_();
    }
    std::string first() const {
        if (begin_ == nullptr || end_ == nullptr) return "";
        std::size_t bytes = 0;
        const char* text = end_(&bytes);
        const std::string_view trace(text, bytes);
        const std::size_t faults = trace.find("\"faults\":[{");
        if (faults == std::string_view::npos) return "";
        return std::string(trace.substr(faults + 10, 1500));
    }

  private:
    workbook::wire::TraceBegin begin_;
    workbook::wire::TraceEnd end_;
};

void execute(const Program& program, const std::string& image, const Options& options,
             const Compilation& how, Outcome& outcome) {
    Calls calls(outcome);
    cudaLibrary_t library = nullptr;
    cudaJitOption level = cudaJitOptimizationLevel;
    void* how_much = reinterpret_cast<void*>(static_cast<std::uintptr_t>(how.level.value_or(0)));
    if (!calls(cudaLibraryLoadData(&library, image.c_str(), &level, &how_much,
                                   how.level.has_value() ? 1 : 0, nullptr, nullptr, 0),
               "cudaLibraryLoadData"))
        return;
    cudaKernel_t kernel = nullptr;
    calls(cudaLibraryGetKernel(&kernel, library, entry_name), "cudaLibraryGetKernel");
    const std::size_t slots = std::size_t{program.threads()} * program.slots;
    {
        const DeviceWords input(calls, program.input);
        const DeviceWords results(calls, std::vector<std::uint64_t>(slots));
        const DeviceWords scratch(calls, program.scratch);
        const DeviceWords records(
            calls, std::vector<std::uint64_t>(options.trace ? program.threads() * trace_words : 1));
        if (options.trace) {
            void *variable = nullptr, *value = records.at();
            std::size_t bytes = 0;
            calls(cudaLibraryGetGlobal(&variable, &bytes, library, trace_variable),
                  "cudaLibraryGetGlobal");
            if (outcome.error.empty())
                calls(cudaMemcpy(variable, &value, sizeof value, cudaMemcpyHostToDevice),
                      "cudaMemcpy");
        }
        void* parameters[] = {input.at(), results.at(), scratch.at()};
        std::uint64_t salt = program.salt;
        void* arguments[] = {&parameters[0], &parameters[1], &parameters[2], &salt};
        const auto& [gx, gy, gz] = program.grid;
        const auto& [bx, by, bz] = program.block;
        if (outcome.error.empty() &&
            calls(cudaLaunchKernel(reinterpret_cast<const void*>(kernel), dim3(gx, gy, gz),
                                   dim3(bx, by, bz), arguments, program.dynamic_shared_bytes,
                                   nullptr),
                  "cudaLaunchKernel") &&
            calls(cudaDeviceSynchronize(), "cudaDeviceSynchronize")) {
            results.append_to(outcome.results, slots);
            scratch.append_to(outcome.results, program.scratch.size());
            if (options.trace)
                records.append_to(outcome.records, std::size_t{program.threads()} * trace_words);
        }
    }
    if (outcome.lost) return;
    calls(cudaLibraryUnload(library), "cudaLibraryUnload");
}

} // namespace

Outcome run(const Program& program, const Options& options, const Compilation& how) {
    Outcome outcome;
    std::string image = program.text;
    if (program.kind == Kind::cuda) {
        image = compile_with_nvrtc(program.text, how, outcome.error);
        if (!outcome.error.empty()) return outcome;
    }
    const Reports reports;
    execute(program, image, options, how, outcome);
    const std::string report = reports.first();
    if (!report.empty()) outcome.error += (outcome.error.empty() ? "" : "; ") + report;
    return outcome;
}

std::uint64_t digest_of(const Outcome& outcome) {
    std::uint64_t digest = 0xcbf29ce484222325ull;
    for (const std::uint64_t word : outcome.results) {
        digest = (digest ^ word) * 0x9e3779b97f4a7c15ull;
        digest ^= digest >> 29;
    }
    return digest;
}

bool prepare_device() {
    int count = 0;
    if (cudaGetDeviceCount(&count) != cudaSuccess || count == 0) return false;
    // Functions that call themselves: how deep, ptxas cannot know.
    return cudaDeviceSetLimit(cudaLimitStackSize, 32 << 10) == cudaSuccess;
}

std::string device_name() {
    cudaDeviceProp properties{};
    const cudaError_t error = cudaGetDeviceProperties(&properties, 0);
    return error == cudaSuccess ? properties.name : cudaGetErrorName(error);
}

} // namespace differential
