// docs/reference/runtime_functions.md: every function that NVIDIA's library exports, and how much
// of it there is. Made of what our library exports, of unsupported.def and of partial.def.
#include "exports.hpp"
#include "function_reference.hpp"

#include <catch2/catch_test_macros.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <vector>

using vgpu::runtime::test::exported_names;
using vgpu::runtime::test::is_up_to_date;

namespace {

const std::set<std::string> unsupported = {
#define WORKBOOK_UNSUPPORTED(function) #function,
#include "vgpu/client/unsupported.def"
#undef WORKBOOK_UNSUPPORTED
};
const std::map<std::string, std::string> partial = {
#define WORKBOOK_PARTIAL(function, what) {#function, what},
#include "vgpu/runtime/api/partial.def"
#undef WORKBOOK_PARTIAL
};

// The forms for programs with per-thread default streams are the same function.
std::string without_twin_suffix(const std::string& name) {
    for (const char* suffix : {"_ptsz", "_ptds"})
        if (name.ends_with(suffix)) return name.substr(0, name.size() - 5);
    return name;
}

// Names with a version are what CUDA 12 calls them; so are some that CUDA 13 dropped.
bool is_of_cuda_12(const std::string& name) {
    static const std::set<std::string> dropped = {"cudaLaunchCooperativeKernelMultiDevice",
                                                  "cudaSetDoubleForDevice",
                                                  "cudaSetDoubleForHost",
                                                  "cudaThreadExit",
                                                  "cudaThreadGetCacheConfig",
                                                  "cudaThreadGetLimit",
                                                  "cudaThreadSetCacheConfig",
                                                  "cudaThreadSetLimit",
                                                  "cudaThreadSynchronize"};
    const std::string base = without_twin_suffix(name);
    return dropped.contains(base) || base.ends_with("_v2") || base.ends_with("_v3");
}

std::string state_of(const std::string& name) {
    if (unsupported.contains(name)) return "not supported";
    const auto missing = partial.find(name);
    return missing == partial.end() ? "implemented" : "partial: " + missing->second;
}

struct Tally {
    int implemented = 0, partial = 0, unsupported = 0;
};

std::string table_of(const std::vector<std::string>& names, Tally& tally) {
    std::map<std::string, std::string> rows; // by name, the twins behind their function
    for (const std::string& name : names) {
        const std::string state = state_of(without_twin_suffix(name));
        ++(state == "implemented"     ? tally.implemented
           : state == "not supported" ? tally.unsupported
                                      : tally.partial);
        const std::string base = without_twin_suffix(name);
        const bool has_base = std::ranges::find(names, base) != names.end();
        if (name == base || !has_base) rows[name] = state;
    }
    std::string text = "| Function | State |\n|---|---|\n";
    for (const auto& [name, state] : rows) {
        std::string shown = fmt::format("`{}`", name);
        for (const char* suffix : {"_ptds", "_ptsz"})
            if (std::ranges::find(names, name + suffix) != names.end())
                shown += fmt::format(" `{}`", suffix);
        text += fmt::format("| {} | {} |\n", shown, state);
    }
    return text;
}

std::string reference_text() {
    std::vector<std::string> current, older, internal;
    for (const std::string& name : exported_names(WORKBOOK_CUDART)) {
        if (name.starts_with("__cuda"))
            internal.push_back(name);
        else if (is_of_cuda_12(name))
            older.push_back(name);
        else if (name.starts_with("cuda"))
            current.push_back(name);
    }
    Tally tally, rest;
    const std::string table = table_of(current, tally);
    return fmt::format(
        "# Functions of the runtime API\n\n"
        "Generated from what the library exports, from checker/vgpu/client/unsupported.def and\n"
        "checker/vgpu/runtime/api/partial.def, by `WORKBOOK_APPROVE=1 unit_runtime_api "
        "\"[functions]\"`; do "
        "not edit.\n\n"
        "NVIDIA's libcudart.so.13 (CUDA 13.0) exports {} names that begin with `cuda`. Of these {} "
        "are\n"
        "implemented, {} partially, and {} are not supported: those return `cudaErrorNotSupported` "
        "and say so\n"
        "once on stderr. `_ptds` and `_ptsz`: also under that name, for programs with per-thread "
        "default\n"
        "streams.\n\n{}\n"
        "## What nvcc's code calls\n\n{}\n"
        "## Only in CUDA 12\n\n{}",
        current.size(), tally.implemented, tally.partial, tally.unsupported, table,
        table_of(internal, rest), table_of(older, rest));
}

} // namespace

TEST_CASE("docs/reference/runtime_functions.md is what the library has", "[functions]") {
    INFO("to bring it up to date: WORKBOOK_APPROVE=1 unit_runtime_api \"[functions]\"");
    CHECK(is_up_to_date(WORKBOOK_FUNCTION_REFERENCE, reference_text()));
}

TEST_CASE("what is said to be partial is there", "[functions]") {
    const auto ours = exported_names(WORKBOOK_CUDART);
    for (const auto& [name, missing] : partial) {
        INFO(name);
        CHECK(ours.contains(name));
        CHECK_FALSE(unsupported.contains(name));
    }
}

TEST_CASE("every function of NVIDIA's library is there, and no other", "[functions]") {
    const auto theirs = exported_names(WORKBOOK_CUDA_LIBRARY_DIR "/libcudart.so.13");
    if (theirs.empty()) SKIP("the toolkit's libcudart.so.13 is not installed");
    const auto ours = exported_names(WORKBOOK_CUDART);
    for (const std::string& name : theirs) {
        INFO(name);
        CHECK(ours.contains(name));
    }
    for (const std::string& name : ours) {
        INFO(name);
        CHECK((theirs.contains(name) || is_of_cuda_12(name) || name.starts_with("workbook_")));
    }
}
