// Tests of the runtime API: how a program gets cuTensorMapEncodeTiled, and what that says of
// arguments. A GPU's answers to the same questions are in checker/tests/silicon/api_tensors.txt.
#include "api_fixture.hpp"

#include <cstdint>
#include <cstring>
#include <cuda.h>

using vgpu::runtime::test::Fixture;

namespace {

void* entry(const char* name, unsigned version = 12000) {
    void* function = nullptr;
    cudaDriverEntryPointQueryResult result = cudaDriverEntryPointSymbolNotFound;
    REQUIRE(cudaGetDriverEntryPointByVersion(name, &function, version, cudaEnableDefault,
                                             &result) == cudaSuccess);
    CHECK((function != nullptr) == (result == cudaDriverEntryPointSuccess));
    return function;
}

CUresult encode(CUtensorMap* map, void* address, cuuint64_t stride, cuuint32_t box) {
    const auto function =
        reinterpret_cast<decltype(&cuTensorMapEncodeTiled)>(entry("cuTensorMapEncodeTiled"));
    REQUIRE(function != nullptr);
    const cuuint64_t dims[] = {16, 8};
    const cuuint32_t boxes[] = {box, 4}, steps[] = {1, 1};
    return function(map, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 2, address, dims, &stride, boxes, steps,
                    CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE,
                    CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
}

} // namespace

TEST_CASE_METHOD(Fixture, "functions of the driver API for tensor maps") {
    CHECK(entry("cuTensorMapEncodeTiled") != nullptr);
    CHECK(entry("cuTensorMapEncodeTiled", 13000) != nullptr);
    CHECK(entry("cuTensorMapEncodeTiled", 11000) == nullptr);
    CHECK(entry("cuTensorMapReplaceAddress") != nullptr);
    CHECK(entry("cuTensorMapEncodeIm2col") != nullptr);
    CHECK(entry("cuTensorMapEncodeIm2colWide") == nullptr); // compute capability 10.0
    void* function = nullptr;
    CHECK(cudaGetDriverEntryPointByVersion("cuNoSuchThing", &function, 12000, cudaEnableDefault,
                                           nullptr) == cudaErrorSymbolNotFound);
    CHECK(cudaGetLastError() == cudaErrorSymbolNotFound);
}

TEST_CASE_METHOD(Fixture, "cuTensorMapEncodeTiled makes a map or says what is wrong") {
    void* memory = allocate(1 << 12);
    alignas(64) unsigned char room[256] = {};
    auto* map = reinterpret_cast<CUtensorMap*>(room);
    CHECK(encode(map, memory, 64, 8) == CUDA_SUCCESS);
    CHECK(encode(map, memory, 72, 8) == CUDA_ERROR_INVALID_VALUE);
    CHECK(encode(map, memory, 64, 6) == CUDA_ERROR_INVALID_VALUE);
    CHECK(encode(map, static_cast<char*>(memory) + 8, 64, 8) == CUDA_ERROR_INVALID_VALUE);
    CHECK(encode(reinterpret_cast<CUtensorMap*>(room + 32), memory, 64, 8) == CUDA_SUCCESS);
    CHECK(encode(nullptr, memory, 64, 8) == CUDA_ERROR_INVALID_VALUE);
    CHECK(cudaGetLastError() == cudaSuccess);
    const std::string recorded = trace().dump();
    CHECK(recorded.find("globalStrides[0] is 72 bytes") != std::string::npos);
    CHECK(recorded.find("boxDim[0], has 24 bytes") != std::string::npos);
}

TEST_CASE_METHOD(Fixture, "cuTensorMapReplaceAddress changes a map's address alone") {
    void* memory = allocate(1 << 12);
    CUtensorMap map, other;
    REQUIRE(encode(&map, memory, 64, 8) == CUDA_SUCCESS);
    REQUIRE(encode(&other, static_cast<char*>(memory) + 1024, 64, 8) == CUDA_SUCCESS);
    const auto replace =
        reinterpret_cast<decltype(&cuTensorMapReplaceAddress)>(entry("cuTensorMapReplaceAddress"));
    REQUIRE(replace != nullptr);
    CHECK(replace(&map, static_cast<char*>(memory) + 1024) == CUDA_SUCCESS);
    CHECK(std::memcmp(&map, &other, sizeof map) == 0);
    CHECK(replace(&map, static_cast<char*>(memory) + 8) == CUDA_ERROR_INVALID_VALUE);
    map.opaque[3] ^= 1;
    CHECK(replace(&map, memory) == CUDA_ERROR_INVALID_VALUE);
}

TEST_CASE_METHOD(Fixture, "cuTensorMapEncodeIm2col makes a map or says what is wrong") {
    void* memory = allocate(1 << 12);
    const auto function =
        reinterpret_cast<decltype(&cuTensorMapEncodeIm2col)>(entry("cuTensorMapEncodeIm2col"));
    REQUIRE(function != nullptr);
    const auto made = [&](int lower, cuuint32_t pixels, const int* upper) {
        const cuuint64_t dims[] = {16, 6, 4, 2}, strides[] = {64, 384, 1536};
        const int lowest[] = {lower, -1};
        const cuuint32_t steps[] = {1, 1, 1, 1};
        CUtensorMap map;
        return function(&map, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 4, memory, dims, strides, lowest,
                        upper, 8, pixels, steps, CU_TENSOR_MAP_INTERLEAVE_NONE,
                        CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_L2_PROMOTION_NONE,
                        CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
    };
    const int upper[] = {-1, -1};
    CHECK(made(-1, 16, upper) == CUDA_SUCCESS);
    CHECK(made(-129, 16, upper) == CUDA_ERROR_INVALID_VALUE);
    CHECK(made(-1, 0, upper) == CUDA_ERROR_INVALID_VALUE);
    CHECK(made(-1, 16, nullptr) == CUDA_ERROR_INVALID_VALUE);
    const std::string recorded = trace().dump();
    CHECK(recorded.find("cuTensorMapEncodeIm2col: the corners of dimension 1") !=
          std::string::npos);
    CHECK(recorded.find("pixelsPerColumn is 0") != std::string::npos);
}
