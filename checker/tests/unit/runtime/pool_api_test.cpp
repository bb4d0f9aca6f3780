// Memory pools: what they count, what they refuse. What an H200 answered is in
// checker/tests/silicon/api_memory.txt.
#include "api_fixture.hpp"

#include <catch2/matchers/catch_matchers_string.hpp>

#include <cstdint>

using Catch::Matchers::ContainsSubstring;
using vgpu::runtime::test::Fixture;

namespace {

class PoolFixture : public Fixture {
  public:
    PoolFixture() { REQUIRE(cudaStreamCreate(&stream) == cudaSuccess); }

    static cudaMemPool_t create(std::size_t most_bytes = 0) {
        cudaMemPoolProps properties{};
        properties.allocType = cudaMemAllocationTypePinned;
        properties.location = {cudaMemLocationTypeDevice, 0};
        properties.maxSize = most_bytes;
        cudaMemPool_t pool = nullptr;
        REQUIRE(cudaMemPoolCreate(&pool, &properties) == cudaSuccess);
        return pool;
    }
    static std::uint64_t attribute(cudaMemPool_t pool, cudaMemPoolAttr which) {
        std::uint64_t value = 99;
        REQUIRE(cudaMemPoolGetAttribute(pool, which, &value) == cudaSuccess);
        return value;
    }
    static cudaMemPool_t current() {
        cudaMemPool_t pool = nullptr;
        REQUIRE(cudaDeviceGetMemPool(&pool, 0) == cudaSuccess);
        return pool;
    }

    cudaStream_t stream = nullptr;
};

} // namespace

TEST_CASE_METHOD(PoolFixture, "a device has a pool of its own, and uses the one that was set") {
    cudaMemPool_t standard = nullptr;
    REQUIRE(cudaDeviceGetDefaultMemPool(&standard, 0) == cudaSuccess);
    CHECK(current() == standard);
    const cudaMemPool_t own = create();
    REQUIRE(cudaDeviceSetMemPool(0, own) == cudaSuccess);
    CHECK(current() == own);
    void* memory = nullptr;
    REQUIRE(cudaMallocAsync(&memory, 1000, stream) == cudaSuccess);
    CHECK(attribute(own, cudaMemPoolAttrUsedMemCurrent) == 1000);
    CHECK(attribute(standard, cudaMemPoolAttrUsedMemCurrent) == 0);

    CHECK(cudaMemPoolDestroy(own) == cudaSuccess); // its memory stays
    CHECK(current() == standard);
    CHECK(cudaMemsetAsync(memory, 1, 1000, stream) == cudaSuccess);
    CHECK(cudaFreeAsync(memory, stream) == cudaSuccess);
    CHECK(cudaStreamSynchronize(stream) == cudaSuccess);

    explanations();
    std::uint64_t value = 0;
    CHECK(cudaMemPoolGetAttribute(own, cudaMemPoolAttrUsedMemCurrent, &value) ==
          cudaErrorInvalidValue);
    CHECK(cudaMallocFromPoolAsync(&memory, 8, own, stream) == cudaErrorInvalidValue);
    CHECK(cudaMemPoolDestroy(standard) == cudaErrorInvalidValue);
    CHECK(cudaDeviceSetMemPool(7, standard) == cudaErrorInvalidDevice);
    const auto texts = explanations();
    CHECK_THAT(texts.at(0), ContainsSubstring("a pool that does not exist"));
    CHECK_THAT(texts.at(2), ContainsSubstring("the default pool cannot be destroyed"));
}

TEST_CASE_METHOD(PoolFixture,
                 "a pool counts what is used, and memory is freed when the free runs") {
    const cudaMemPool_t pool = create();
    void *one = nullptr, *two = nullptr;
    REQUIRE(cudaMallocFromPoolAsync(&one, 3000, pool, stream) == cudaSuccess);
    REQUIRE(cudaMallocFromPoolAsync(&two, 5000, pool, stream) == cudaSuccess);
    REQUIRE(cudaFreeAsync(one, stream) == cudaSuccess);
    CHECK(attribute(pool, cudaMemPoolAttrUsedMemCurrent) == 8000);
    REQUIRE(cudaStreamSynchronize(stream) == cudaSuccess);
    CHECK(attribute(pool, cudaMemPoolAttrUsedMemCurrent) == 5000);
    CHECK(cudaFree(two) == cudaSuccess); // does not wait, but frees
    CHECK(attribute(pool, cudaMemPoolAttrUsedMemCurrent) == 0);
    CHECK(attribute(pool, cudaMemPoolAttrUsedMemHigh) == 8000);
    CHECK(attribute(pool, cudaMemPoolAttrReservedMemHigh) >= 8000);
    CHECK(cudaMemPoolTrimTo(pool, 0) == cudaSuccess);
    CHECK(attribute(pool, cudaMemPoolAttrReservedMemCurrent) == 0);

    std::uint64_t value = 1; // what was highest can be forgotten, not set
    CHECK(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrUsedMemHigh, &value) ==
          cudaErrorInvalidValue);
    value = 0;
    CHECK(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrUsedMemHigh, &value) == cudaSuccess);
    CHECK(attribute(pool, cudaMemPoolAttrUsedMemHigh) == 0);
    CHECK(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &value) ==
          cudaErrorInvalidValue);
    CHECK(cudaMemPoolDestroy(pool) == cudaSuccess);
}

TEST_CASE_METHOD(PoolFixture, "what a pool was told is kept") {
    const cudaMemPool_t pool = create();
    std::uint64_t threshold = 1 << 20;
    CHECK(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &threshold) ==
          cudaSuccess);
    CHECK(attribute(pool, cudaMemPoolAttrReleaseThreshold) == 1 << 20);
    int reuse = 0, kept = 99;
    CHECK(cudaMemPoolGetAttribute(pool, cudaMemPoolReuseAllowOpportunistic, &kept) == cudaSuccess);
    CHECK(kept == 1);
    CHECK(cudaMemPoolSetAttribute(pool, cudaMemPoolReuseAllowOpportunistic, &reuse) == cudaSuccess);
    CHECK(cudaMemPoolGetAttribute(pool, cudaMemPoolReuseAllowOpportunistic, &kept) == cudaSuccess);
    CHECK(kept == 0);
    CHECK(cudaMemPoolGetAttribute(pool, static_cast<cudaMemPoolAttr>(77), &kept) ==
          cudaErrorInvalidValue);
    CHECK(cudaMemPoolGetAttribute(pool, cudaMemPoolReuseAllowOpportunistic, nullptr) ==
          cudaErrorInvalidValue);

    cudaMemAccessFlags flags = cudaMemAccessFlagsProtNone;
    cudaMemLocation here = {cudaMemLocationTypeDevice, 0};
    CHECK(cudaMemPoolGetAccess(&flags, pool, &here) == cudaSuccess);
    CHECK(flags == cudaMemAccessFlagsProtReadWrite);
    const cudaMemAccessDesc none = {here, cudaMemAccessFlagsProtNone};
    CHECK(cudaMemPoolSetAccess(pool, &none, 1) == cudaErrorInvalidDevice);
    const cudaMemAccessDesc host = {{cudaMemLocationTypeHost, 0}, cudaMemAccessFlagsProtReadWrite};
    CHECK(cudaMemPoolSetAccess(pool, &host, 1) == cudaErrorInvalidValue);
    CHECK(cudaMemPoolDestroy(pool) == cudaSuccess);
}

TEST_CASE_METHOD(PoolFixture, "a pool may have a limit, and must be of the device") {
    const cudaMemPool_t pool = create(4096);
    void *one = nullptr, *two = nullptr;
    REQUIRE(cudaMallocFromPoolAsync(&one, 4000, pool, stream) == cudaSuccess);
    explanations();
    CHECK(cudaMallocFromPoolAsync(&two, 97, pool, stream) == cudaErrorMemoryAllocation);
    CHECK_THAT(explanations().at(0),
               ContainsSubstring("may hold 4096 bytes, of which 4000 are used"));
    CHECK(cudaMallocFromPoolAsync(&two, 96, pool, stream) == cudaSuccess);
    CHECK(cudaMallocFromPoolAsync(&two, 0, pool, stream) == cudaSuccess);
    CHECK(two == nullptr);
    CHECK(cudaMemPoolDestroy(pool) == cudaSuccess);

    cudaMemPool_t made = nullptr;
    cudaMemPoolProps properties{};
    CHECK(cudaMemPoolCreate(&made, &properties) == cudaErrorInvalidValue);
    properties.allocType = cudaMemAllocationTypePinned;
    properties.location = {cudaMemLocationTypeDevice, 5};
    CHECK(cudaMemPoolCreate(&made, &properties) == cudaErrorInvalidValue);
    properties.location = {cudaMemLocationTypeHost, 0};
    CHECK(cudaMemPoolCreate(&made, &properties) == cudaErrorNotSupported);
    CHECK(cudaMemPoolCreate(nullptr, &properties) == cudaErrorInvalidValue);
}
