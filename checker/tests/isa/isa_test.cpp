// isa_test FILES: executes instruction files on the device that the CUDA runtime finds, the virtual
// GPU or a real one, and compares with the results that the files expect.
//
//   --rebase         writes the device's answers into the files; only a real device may answer,
//                    unless
//   --force-virtual  the virtual GPU shall
//   --summary        one line for each file as well
//   --print-ptx      prints the PTX of the files for sm_90 and uses no device
//
// Files for the virtual GPU alone are skipped on a real device.
// Exit code: 0 all matched, 1 some did not, 2 a file or the device is not usable.
#include "module.hpp"
#include "ptxtest.hpp"

#include <cuda_runtime_api.h>

#include <ctime>
#include <fmt/format.h>
#include <fstream>
#include <stdexcept>

namespace {

using namespace ptxtest;

void check(cudaError_t error, std::string_view what) {
    if (error == cudaSuccess) return;
    throw std::runtime_error(
        fmt::format("{}: {} ({})", what, cudaGetErrorName(error), cudaGetErrorString(error)));
}

// An array on the device, filled from one on the host.
template <class T>
class DeviceArray {
  public:
    explicit DeviceArray(const std::vector<T>& values) : bytes_(values.size() * sizeof(T)) {
        check(cudaMalloc(&at_, std::max<std::size_t>(bytes_, 1)), "cudaMalloc");
        check(cudaMemcpy(at_, values.data(), bytes_, cudaMemcpyHostToDevice), "cudaMemcpy");
    }
    ~DeviceArray() { cudaFree(at_); }
    DeviceArray(const DeviceArray&) = delete;
    DeviceArray& operator=(const DeviceArray&) = delete;

    void*& address() { return at_; }
    void read(std::vector<T>& values) const {
        check(cudaMemcpy(values.data(), at_, bytes_, cudaMemcpyDeviceToHost), "cudaMemcpy");
    }

  private:
    void* at_ = nullptr;
    std::size_t bytes_;
};

class Library {
  public:
    explicit Library(const std::string& text) {
        check(
            cudaLibraryLoadData(&library_, text.c_str(), nullptr, nullptr, 0, nullptr, nullptr, 0),
            "cudaLibraryLoadData");
    }
    ~Library() { cudaLibraryUnload(library_); }
    Library(const Library&) = delete;
    Library& operator=(const Library&) = delete;

    void run(const std::string& kernel, Job& job) const {
        cudaKernel_t function = nullptr;
        check(cudaLibraryGetKernel(&function, library_, kernel.c_str()), "cudaLibraryGetKernel");
        DeviceArray inputs(job.inputs);
        DeviceArray outputs(job.outputs);
        DeviceArray masks(job.masks);
        void* arguments[] = {&inputs.address(), &outputs.address(), &masks.address()};
        check(cudaLaunchKernel(reinterpret_cast<const void*>(function),
                               dim3(job.warps / job.warps_per_block),
                               dim3(32 * job.warps_per_block), arguments, 0, nullptr),
              "cudaLaunchKernel");
        check(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
        outputs.read(job.outputs);
    }

  private:
    cudaLibrary_t library_ = nullptr;
};

struct Device {
    std::string name;
    int capability = 0;
    bool is_virtual() const { return name.find("irtual") != std::string::npos; }
};

Device find_device() {
    cudaDeviceProp properties{};
    check(cudaGetDeviceProperties(&properties, 0), "cudaGetDeviceProperties");
    return {properties.name, 10 * properties.major + properties.minor};
}

struct Tally {
    int matched = 0, mismatched = 0, skipped = 0;
    bool unusable = false;
};

// Results of the forms that the device has; an empty list for the others.
std::vector<std::vector<std::vector<Lanes>>> execute(const File& file, const Device& device) {
    const Library library(module_text(file, device.capability));
    std::vector<std::vector<std::vector<Lanes>>> results(file.forms.size());
    for (std::size_t f = 0; f < file.forms.size(); ++f) {
        const Form& form = file.forms[f];
        if (!form.exists_on(device.capability) || form.lines.empty()) continue;
        Job job = make_job(form);
        library.run(kernel_name(f), job);
        results[f] = results_of(form, job);
    }
    return results;
}

void compare(const File& file, const std::vector<std::vector<std::vector<Lanes>>>& results,
             Tally& tally) {
    for (std::size_t f = 0; f < file.forms.size(); ++f) {
        const Form& form = file.forms[f];
        const auto operands = form.results();
        if (results[f].empty()) tally.skipped += static_cast<int>(form.lines.size());
        for (std::size_t l = 0; l < results[f].size(); ++l) {
            bool fine = true;
            for (std::size_t r = 0; r < operands.size(); ++r) {
                const auto& expected = form.lines[l].expected[r];
                if (matches(form, *operands[r], form.lines[l], expected, results[f][l][r]))
                    continue;
                fine = false;
                fmt::print("{}\n", describe_mismatch(file, form, form.lines[l], *operands[r],
                                                     expected, results[f][l][r]));
            }
            ++(fine ? tally.matched : tally.mismatched);
        }
    }
}

std::string today() {
    const std::time_t now = std::time(nullptr);
    char text[11] = "";
    std::strftime(text, sizeof text, "%Y-%m-%d", std::gmtime(&now));
    return text;
}

struct Options {
    bool rebase = false, force_virtual = false, summary = false, print_ptx = false;
    std::vector<std::string> files;
};

Tally run_file(const std::string& path, const Device& device, const Options& options) {
    Tally tally;
    std::string error;
    const auto file = read(path, error);
    if (!file) {
        fmt::print("{}\n", error);
        tally.unusable = true;
        return tally;
    }
    try {
        if (file->is_for_virtual_gpu() && !device.is_virtual()) {
            for (const auto& form : file->forms)
                tally.skipped += static_cast<int>(form.lines.size());
            fmt::print("{}: skipped, it is answered by {}\n", path, file->answered_by);
            return tally;
        }
        const auto results = execute(*file, device);
        const auto answered_by = file->is_for_virtual_gpu()
                                     ? file->answered_by
                                     : fmt::format("{}, {}", device.name, today());
        if (options.rebase)
            std::ofstream(path) << with_results(*file, answered_by, results);
        else
            compare(*file, results, tally);
    } catch (const std::exception& exception) {
        fmt::print("{}: {}\n", path, exception.what());
        tally.unusable = true;
    }
    if (options.summary)
        fmt::print("{}: {} lines matched, {} did not, {} skipped\n", path, tally.matched,
                   tally.mismatched, tally.skipped);
    return tally;
}

int print_ptx(const Options& options) {
    for (const auto& path : options.files) {
        std::string error;
        const auto file = read(path, error);
        if (!file) {
            fmt::print(stderr, "{}\n", error);
            return 2;
        }
        fmt::print("{}", module_text(*file, 90));
    }
    return 0;
}

} // namespace

int main(int count, char** arguments) {
    Options options;
    for (int i = 1; i < count; ++i) {
        const std::string_view argument = arguments[i];
        if (argument == "--rebase")
            options.rebase = true;
        else if (argument == "--force-virtual")
            options.force_virtual = true;
        else if (argument == "--summary")
            options.summary = true;
        else if (argument == "--print-ptx")
            options.print_ptx = true;
        else
            options.files.emplace_back(argument);
    }
    if (options.files.empty()) {
        fmt::print(stderr, "usage: isa_test [--rebase [--force-virtual]] [--summary] [--print-ptx] "
                           "FILE.ptxtest ...\n");
        return 2;
    }
    if (options.print_ptx) return print_ptx(options);
    Tally total;
    try {
        const Device device = find_device();
        if (options.rebase && device.is_virtual() && !options.force_virtual) {
            fmt::print(stderr,
                       "--rebase asks silicon, and this is {}; add --force-virtual to record its "
                       "answers\n",
                       device.name);
            return 2;
        }
        fmt::print("on {}\n", device.name);
        for (const auto& path : options.files) {
            const Tally tally = run_file(path, device, options);
            total.matched += tally.matched;
            total.mismatched += tally.mismatched;
            total.skipped += tally.skipped;
            total.unusable |= tally.unusable;
        }
    } catch (const std::exception& exception) {
        fmt::print(stderr, "no usable device: {}\n", exception.what());
        return 2;
    }
    fmt::print("{} lines matched, {} did not, {} skipped\n", total.matched, total.mismatched,
               total.skipped);
    return total.unusable ? 2 : total.mismatched != 0 ? 1 : 0;
}
