// The results of the driver API beside the runtime's errors.
#include "vgpu/runtime/driver_results.hpp"
#include "vgpu/runtime/errors.hpp"
#include "wire/cuda_errors.hpp"

#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <cctype>
#include <map>
#include <string>

using vgpu::runtime::driver_result;
using vgpu::runtime::driver_result_name;

namespace {

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
