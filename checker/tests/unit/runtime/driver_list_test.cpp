// docs/reference/driver_functions.md: every function that NVIDIA's libcuda.so.1 exports, and how
// much of it there is; and the results of the driver API beside the runtime's errors.
#include "exports.hpp"
#include "function_reference.hpp"
#include "vgpu/runtime/driver_results.hpp"
#include "vgpu/runtime/errors.hpp"
#include "wire/cuda_errors.hpp"

#include <catch2/catch_test_macros.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <vector>

using vgpu::runtime::driver_result;
using vgpu::runtime::driver_result_name;
using vgpu::runtime::test::exported_names;
using vgpu::runtime::test::is_up_to_date;

namespace {

const std::set<std::string> unsupported = {
#define WORKBOOK_UNSUPPORTED(function) #function,
#include "vgpu/driver/unsupported.def"
#undef WORKBOOK_UNSUPPORTED
};
const std::map<std::string, std::string> partial = {
#define WORKBOOK_PARTIAL(function, what) {#function, what},
#include "vgpu/driver/partial.def"
#undef WORKBOOK_PARTIAL
};

// "cuMemcpyHtoD" of "cuMemcpyHtoD_v2_ptds".
std::string base_of(const std::string& name) {
    for (const char* suffix : {"_ptsz", "_ptds", "_v2", "_v3", "_v4"})
        if (name.ends_with(suffix)) return base_of(name.substr(0, name.rfind('_')));
    return name;
}

std::string reference_text() {
    std::map<std::string, std::vector<std::string>> present, missing; // by the program's name
    for (const std::string& name : exported_names(WORKBOOK_CUDA))
        (unsupported.contains(name) ? missing : present)[base_of(name)].push_back(name);
    std::string table = "| Function | State | Exported as |\n|---|---|---|\n";
    std::string refused;
    for (const auto& [base, names] : present) {
        const auto what = partial.find(base);
        table += fmt::format("| `{}` | {} |", base,
                             what == partial.end() ? "implemented" : "partial: " + what->second);
        for (const std::string& name : names) table += fmt::format(" `{}`", name);
        table += " |\n";
    }
    std::size_t count = 0;
    for (const auto& [base, names] : missing) {
        if (present.contains(base)) continue; // an older version's name
        ++count;
        refused += fmt::format("- `{}`\n", base);
    }
    return fmt::format(
        "# Functions of the driver API\n\n"
        "Generated from what the library exports, from checker/vgpu/driver/unsupported.def and "
        "partial.def\nbeside it, by `WORKBOOK_APPROVE=1 unit_driver_list \"[functions]\"`; do not "
        "edit. What each\nimplemented function does, limits included, is what the runtime's "
        "function of the same purpose does\n([runtime_functions.md](runtime_functions.md)).\n\n"
        "{} functions are there, of which {} are partial; {} are not supported: those return "
        "`CUDA_ERROR_NOT_SUPPORTED`\nand say so once on stderr.\n\n{}\n## Not supported\n\n{}",
        present.size(), partial.size(), count, table, refused);
}

// "outofmemory" of CUDA_ERROR_OUT_OF_MEMORY and of cudaErrorOutOfMemory.
std::string plain(std::string name) {
    for (const std::string prefix : {"CUDA_ERROR_", "cudaError", "CUDA_", "cuda"})
        if (name.starts_with(prefix)) {
            name = name.substr(prefix.size());
            break;
        }
    std::erase(name, '_');
    std::ranges::transform(name, name.begin(), [](unsigned char c) { return std::tolower(c); });
    return name;
}

} // namespace

TEST_CASE("docs/reference/driver_functions.md is what the library has", "[functions]") {
    INFO("to bring it up to date: WORKBOOK_APPROVE=1 unit_driver_list \"[functions]\"");
    CHECK(is_up_to_date(WORKBOOK_DRIVER_REFERENCE, reference_text()));
}

TEST_CASE("what is said to be partial or missing is exported", "[functions]") {
    const auto ours = exported_names(WORKBOOK_CUDA);
    for (const std::string& name : unsupported) {
        INFO(name);
        CHECK(ours.contains(name));
    }
    for (const auto& [name, what] : partial) {
        INFO(name);
        CHECK(std::ranges::any_of(ours, [&](const std::string& exported) {
            return base_of(exported) == name && !unsupported.contains(exported);
        }));
    }
}

TEST_CASE("every function of NVIDIA's libcuda is there, and no other", "[functions]") {
    const auto theirs = exported_names(WORKBOOK_CUDA_LIBRARY_DIR "/stubs/libcuda.so");
    if (theirs.empty()) SKIP("the toolkit's stub of libcuda.so is not installed");
    const auto ours = exported_names(WORKBOOK_CUDA);
    for (const std::string& name : theirs) {
        INFO(name);
        CHECK((ours.contains(name) || !name.starts_with("cu")));
    }
    for (const std::string& name : ours) {
        INFO(name);
        CHECK(theirs.contains(name));
    }
}

TEST_CASE("a number that both APIs have means the same in both") {
    // The same thing under another name.
    const std::map<int, const char*> other_names = {{2, "CUDA_ERROR_OUT_OF_MEMORY"},
                                                    {3, "CUDA_ERROR_NOT_INITIALIZED"},
                                                    {4, "CUDA_ERROR_DEINITIALIZED"},
                                                    {46, "CUDA_ERROR_DEVICE_UNAVAILABLE"},
                                                    {200, "CUDA_ERROR_INVALID_IMAGE"},
                                                    {201, "CUDA_ERROR_INVALID_CONTEXT"},
                                                    {205, "CUDA_ERROR_MAP_FAILED"},
                                                    {206, "CUDA_ERROR_UNMAP_FAILED"},
                                                    {209, "CUDA_ERROR_NO_BINARY_FOR_GPU"},
                                                    {216, "CUDA_ERROR_CONTEXT_ALREADY_IN_USE"},
                                                    {400, "CUDA_ERROR_INVALID_HANDLE"},
                                                    {500, "CUDA_ERROR_NOT_FOUND"},
                                                    {708, "CUDA_ERROR_PRIMARY_CONTEXT_ACTIVE"},
                                                    {719, "CUDA_ERROR_LAUNCH_FAILED"}};
    int both = 0;
    for (const auto& code : workbook::wire::cuda_errors) {
        const char* name = driver_result_name(static_cast<CUresult>(code.number));
        if (name == nullptr) continue;
        ++both;
        INFO(code.name << ", " << name);
        CHECK(driver_result(static_cast<cudaError_t>(code.number)) == code.number);
        const auto other = other_names.find(code.number);
        CHECK((other != other_names.end() ? std::string(name) == other->second
                                          : plain(name) == plain(code.name)));
    }
    CHECK(both > 90);
}

TEST_CASE("what only the runtime distinguishes is one of the driver's results") {
    CHECK(driver_result(cudaErrorInvalidConfiguration) == CUDA_ERROR_INVALID_VALUE);
    CHECK(driver_result(cudaErrorInvalidSymbol) == CUDA_ERROR_NOT_FOUND);
    CHECK(driver_result(cudaErrorInvalidDeviceFunction) == CUDA_ERROR_INVALID_HANDLE);
    for (const auto& code : workbook::wire::cuda_errors) {
        INFO(code.name);
        CHECK(driver_result_name(driver_result(static_cast<cudaError_t>(code.number))) != nullptr);
    }
}
