// docs/reference/driver_functions.md, cublas_functions.md, cublaslt_functions.md,
// cufft_functions.md and curand_functions.md: every function that NVIDIA's library exports, and how
// much of it there is. Built for each; WORKBOOK_LIST is its folder's name.
#include "exports.hpp"
#include "function_reference.hpp"

#include <catch2/catch_test_macros.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <vector>

using vgpu::runtime::test::exported_names;
using vgpu::runtime::test::is_up_to_date;

namespace {

const std::string library = WORKBOOK_LIST;
struct Page {
    const char *title, *status, *remarks;
    const char* what = "What computes\nlaunches kernels of the virtual GPU's own ([decision "
                       "25](../decisions/0025-cublas.md)).";
    const char* how_often = "";
    std::string prefix = library; // of its functions' names
};
const std::map<std::string, Page> pages = {
    {"cublas",
     {"cuBLAS", "CUBLAS_STATUS_NOT_SUPPORTED",
      " The interface of cublas.h (`cublasInit`, functions without a handle) is among\nthem, "
      "whether or not a function of that name is in the table.\nA name that ends in `_64` takes "
      "64-bit numbers."}},
    {"cublaslt",
     {.title = "cuBLASLt",
      .status = "CUBLAS_STATUS_NOT_SUPPORTED",
      .remarks = " So does what\nremarks below name as missing. What NVIDIA's cuBLAS calls by "
                 "itself (`cublasLtHHHMatmul` and its like) is left out.",
      .prefix = "cublasLt"}},
    {"cufft",
     {"cuFFT", "CUFFT_NOT_SUPPORTED", " So do plans\nfor numbers other than float and double."}},
    {"curand",
     {"cuRAND", "CURAND_STATUS_ARCH_MISMATCH",
      " So do generators and orderings\nthat are missing. Bits, and uniform, normal and "
      "log-normal numbers are those of NVIDIA's library."}},
    {"driver",
     {.title = "the driver API",
      .status = "CUDA_ERROR_NOT_SUPPORTED",
      .remarks = "",
      .what = "What each\nimplemented function does, limits included, is what the runtime's "
              "function of the same purpose does\n([runtime_functions.md](runtime_functions.md)).",
      .how_often = " once",
      .prefix = "cu"}},
};
const Page& page = pages.at(library);

const std::set<std::string> unsupported = {
#define WORKBOOK_UNSUPPORTED(function) #function,
#include WORKBOOK_UNSUPPORTED_LIST
#undef WORKBOOK_UNSUPPORTED
};
const std::map<std::string, std::string> partial = {
#define WORKBOOK_PARTIAL(function, what) {#function, what},
#include WORKBOOK_PARTIAL_LIST
#undef WORKBOOK_PARTIAL
};

// cublasLtHHHMatmul, cublasLt_for_cublas_HHH: what NVIDIA's libraries call of each other.
bool is_internal(const std::string& name) {
    if (library != "cublaslt" || !name.starts_with(page.prefix)) return false;
    const auto letter = [&](std::size_t i) {
        return i < name.size() ? static_cast<unsigned char>(name[i]) : '\0';
    };
    const std::size_t behind = page.prefix.size();
    return !std::isupper(letter(behind)) || std::isupper(letter(behind + 1));
}

// "cublasSgemm" of "cublasSgemm_v2_64", "cuMemcpyHtoD" of "cuMemcpyHtoD_v2_ptds": what a program
// writes.
std::string base_of(const std::string& name) {
    for (const char* suffix : {"_64", "_ptsz", "_ptds", "_v2", "_v3", "_v4"})
        if (name.ends_with(suffix)) return base_of(name.substr(0, name.rfind('_')));
    return name;
}

std::string reference_text() {
    std::map<std::string, std::vector<std::string>> present, missing;
    for (const std::string& name : exported_names(WORKBOOK_LIBRARY))
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
        "# Functions of {0}\n\n"
        "Generated from what the library exports, from checker/vgpu/{1}/unsupported.def and "
        "partial.def\nbeside it, by `WORKBOOK_APPROVE=1 unit_{1}_list \"[functions]\"`; do not "
        "edit. {9}\n\n"
        "{2} functions are there, of which {3} are partial; {4} are not supported: those return "
        "`{5}`\nand say so{10} on stderr.{6}\n\n{7}\n## Not supported\n\n{8}",
        page.title, library, present.size(), partial.size(), count, page.status, page.remarks,
        table, refused, page.what, page.how_often);
}

} // namespace

TEST_CASE("the page of functions is what the library has", "[functions]") {
    INFO("to bring it up to date: WORKBOOK_APPROVE=1 unit_" << library << "_list \"[functions]\"");
    CHECK(is_up_to_date(WORKBOOK_LIBRARY_REFERENCE, reference_text()));
}

TEST_CASE("what is said to be partial or missing is exported", "[functions]") {
    const auto ours = exported_names(WORKBOOK_LIBRARY);
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

TEST_CASE("every function of NVIDIA's library is there, and no other", "[functions]") {
    const auto theirs = exported_names(WORKBOOK_NVIDIAS_LIBRARY);
    if (theirs.empty()) SKIP("the toolkit's library is not installed");
    const auto ours = exported_names(WORKBOOK_LIBRARY);
    for (const std::string& name : theirs) {
        INFO(name);
        CHECK((ours.contains(name) || !name.starts_with(page.prefix) || is_internal(name)));
    }
    for (const std::string& name : ours) {
        INFO(name);
        CHECK(theirs.contains(name));
    }
}
