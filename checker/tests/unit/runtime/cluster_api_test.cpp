// Tests of the runtime API: launches in thread block clusters. A GPU's answers to the same
// questions are in checker/tests/silicon/api_clusters.txt.
#include "api_fixture.hpp"

#include <catch2/generators/catch_generators.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

using Catch::Matchers::ContainsSubstring;
using vgpu::runtime::test::Fixture;

namespace {

constexpr const char* cluster_kernels = R"(
.version 8.0
.target sm_90
.address_size 64
.visible .entry plain() { ret; }
.visible .entry in_pairs() .explicitcluster .reqnctapercluster 2, 1, 1 { ret; }
)";

const void* find(const char* name) {
    cudaLibrary_t library = nullptr;
    REQUIRE(cudaLibraryLoadData(&library, cluster_kernels, nullptr, nullptr, 0, nullptr, nullptr,
                                0) == cudaSuccess);
    cudaKernel_t handle = nullptr;
    REQUIRE(cudaLibraryGetKernel(&handle, library, name) == cudaSuccess);
    return reinterpret_cast<const void*>(handle);
}

struct Config : cudaLaunchConfig_t {
    cudaLaunchAttribute attribute{};
    Config(dim3 grid, unsigned threads, dim3 cluster) : cudaLaunchConfig_t{} {
        gridDim = grid;
        blockDim = threads;
        attribute.id = cudaLaunchAttributeClusterDimension;
        attribute.val.clusterDim.x = cluster.x;
        attribute.val.clusterDim.y = cluster.y;
        attribute.val.clusterDim.z = cluster.z;
        attrs = &attribute;
        numAttrs = 1;
    }
    Config(const Config&) = delete;
};

cudaError_t launch(const void* kernel, dim3 grid, dim3 cluster) {
    const Config config(grid, 32, cluster);
    return cudaLaunchKernelExC(&config, kernel, nullptr);
}

} // namespace

TEST_CASE_METHOD(Fixture, "sizes of clusters") {
    struct Row {
        dim3 grid, cluster;
        cudaError_t expected;
    };
    constexpr cudaError_t wrong = cudaErrorInvalidClusterSize;
    const Row row = GENERATE(values<Row>({
        {4, 1, cudaSuccess},
        {4, 2, cudaSuccess},
        {4, 3, wrong},
        {4, 8, wrong},
        {4, dim3(0, 0, 0), cudaSuccess},
        {4, dim3(2, 0, 0), wrong},
        {4, dim3(0, 1, 1), wrong},
        {dim3(4, 2), dim3(2, 2), cudaSuccess},
        {dim3(4, 3), dim3(2, 2), wrong},
        {16, 8, cudaSuccess},
        {16, 16, wrong},
        {65536, 65536, wrong},
        {4, dim3(65536, 65536), wrong},
        {4, dim3(0xffffffff, 0xffffffff, 0xffffffff), wrong},
    }));
    const void* kernel = find("plain");
    CHECK(launch(kernel, row.grid, row.cluster) == row.expected);
    CHECK(cudaGetLastError() == row.expected);
    CHECK(cudaDeviceSynchronize() == cudaSuccess);
}

TEST_CASE_METHOD(Fixture, "16 blocks are possible where the kernel allows it") {
    const void* kernel = find("plain");
    CHECK(launch(kernel, 16, 16) == cudaErrorInvalidClusterSize);
    const auto attribute = cudaFuncAttributeNonPortableClusterSizeAllowed;
    REQUIRE(cudaFuncSetAttribute(kernel, attribute, 1) == cudaSuccess);
    CHECK(launch(kernel, 16, 16) == cudaSuccess);
    CHECK(launch(kernel, 34, 17) == cudaErrorInvalidClusterSize);
    cudaFuncAttributes known{};
    REQUIRE(cudaFuncGetAttributes(&known, kernel) == cudaSuccess);
    CHECK(known.nonPortableClusterSizeAllowed == 1);
    REQUIRE(cudaFuncSetAttribute(kernel, attribute, 0) == cudaSuccess);
    CHECK(launch(kernel, 16, 16) == cudaErrorInvalidClusterSize);
}

TEST_CASE_METHOD(Fixture, "a kernel that names the size of its clusters") {
    const void* kernel = find("in_pairs");
    CHECK(cudaLaunchKernel(kernel, 4, 32, nullptr, 0, nullptr) == cudaSuccess);
    CHECK(cudaLaunchKernel(kernel, 3, 32, nullptr, 0, nullptr) == cudaErrorInvalidClusterSize);
    CHECK_THAT(explanations().back(), ContainsSubstring("does not consist of clusters"));
    CHECK(launch(kernel, 4, 2) == cudaSuccess);
    CHECK(launch(kernel, 4, 4) == cudaErrorInvalidClusterSize);
    CHECK(launch(kernel, 4, dim3(0, 0, 0)) == cudaSuccess);
    CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeRequiredClusterWidth, 4) ==
          cudaErrorInvalidValue);
    cudaFuncAttributes known{};
    REQUIRE(cudaFuncGetAttributes(&known, kernel) == cudaSuccess);
    CHECK(known.clusterDimMustBeSet == 1);
    CHECK(known.requiredClusterWidth == 2);
    CHECK(known.requiredClusterDepth == 1);
}

TEST_CASE_METHOD(Fixture, "a size that an attribute of the function asks for") {
    const void* kernel = find("plain");
    const auto set = [&](cudaFuncAttribute side, int value) {
        REQUIRE(cudaFuncSetAttribute(kernel, side, value) == cudaSuccess);
    };
    set(cudaFuncAttributeRequiredClusterWidth, 2);
    set(cudaFuncAttributeRequiredClusterHeight, 1);
    set(cudaFuncAttributeRequiredClusterDepth, 1);
    CHECK(cudaLaunchKernel(kernel, 4, 32, nullptr, 0, nullptr) == cudaSuccess);
    CHECK(cudaLaunchKernel(kernel, 3, 32, nullptr, 0, nullptr) == cudaErrorInvalidClusterSize);
    CHECK(launch(kernel, 4, 4) == cudaErrorInvalidClusterSize);
    set(cudaFuncAttributeRequiredClusterWidth, 0);
    CHECK(cudaLaunchKernel(kernel, 4, 32, nullptr, 0, nullptr) == cudaErrorInvalidClusterSize);
    CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeRequiredClusterWidth, -1) ==
          cudaErrorInvalidValue);
}

TEST_CASE_METHOD(Fixture, "how many clusters fit") {
    const void* kernel = find("plain");
    int answer = -1;
    const Config pairs(8, 1024, 2), eights(8, 1024, 8), threes(8, 1024, 3);
    REQUIRE(cudaOccupancyMaxActiveClusters(&answer, kernel, &pairs) == cudaSuccess);
    CHECK(answer == 132);
    REQUIRE(cudaOccupancyMaxActiveClusters(&answer, kernel, &eights) == cudaSuccess);
    CHECK(answer == 30);
    CHECK(cudaOccupancyMaxActiveClusters(&answer, kernel, &threes) == cudaErrorInvalidClusterSize);
    REQUIRE(cudaOccupancyMaxPotentialClusterSize(&answer, kernel, &pairs) == cudaSuccess);
    CHECK(answer == 8);
    CHECK(cudaOccupancyMaxActiveClusters(&answer, kernel, nullptr) == cudaErrorInvalidValue);
    CHECK(cudaOccupancyMaxPotentialClusterSize(nullptr, kernel, &pairs) == cudaErrorInvalidValue);
}
