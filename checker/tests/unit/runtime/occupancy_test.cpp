// Occupancy against NVIDIA's own calculator, which the toolkit has as a header.
#include "vgpu/runtime/occupancy.hpp"

#include <catch2/catch_test_macros.hpp>

#include <cuda_occupancy.h>

#include <cstdio>
#include <fstream>
#include <string>

using namespace vgpu::runtime;

namespace {

cudaOccDeviceProp properties_of(const DeviceModel& model) {
    cudaOccDeviceProp properties;
    properties.computeMajor = model.major;
    properties.computeMinor = model.minor;
    properties.maxThreadsPerBlock = static_cast<int>(model.max_threads_per_block);
    properties.maxThreadsPerMultiprocessor = static_cast<int>(model.max_threads_per_sm);
    properties.regsPerBlock = static_cast<int>(model.registers_per_block);
    properties.regsPerMultiprocessor = static_cast<int>(model.registers_per_sm);
    properties.warpSize = 32;
    properties.sharedMemPerBlock = model.shared_per_block;
    properties.sharedMemPerMultiprocessor = model.shared_per_sm;
    properties.numSms = static_cast<int>(model.sm_count);
    properties.sharedMemPerBlockOptin = model.shared_per_block_optin;
    properties.reservedSharedMemPerBlock = model.shared_reserved_per_block;
    return properties;
}

vgpu::exec::KernelAttributes kernel(std::uint32_t registers, std::uint64_t static_shared) {
    vgpu::exec::KernelAttributes attributes;
    attributes.registers = registers;
    attributes.static_shared_bytes = static_shared;
    return attributes;
}

} // namespace

TEST_CASE("as many blocks fit as NVIDIA's occupancy calculator says") {
    int compared = 0;
    for (const std::string_view profile : profile_names()) {
        const DeviceModel& model = *find_model(profile);
        const cudaOccDeviceProp properties = properties_of(model);
        const cudaOccDeviceState state;
        for (const int registers : {1, 16, 17, 24, 32, 33, 40, 64, 65, 100, 128, 168, 255})
            for (const int threads : {1, 32, 33, 96, 128, 160, 256, 512, 544, 768, 1024, 1025})
                for (const std::size_t fixed : {0ul, 16ul, 5000ul, 49152ul})
                    for (const std::size_t dynamic :
                         {0ul, 1ul, 8192ul, 40000ul, 60000ul, 100000ul}) {
                        cudaOccFuncAttributes theirs;
                        theirs.maxThreadsPerBlock = 1024;
                        theirs.numRegs = registers;
                        theirs.sharedSizeBytes = fixed;
                        theirs.partitionedGCConfig = PARTITIONED_GC_OFF;
                        theirs.shmemLimitConfig = FUNC_SHMEM_LIMIT_OPTIN;
                        theirs.maxDynamicSharedSizeBytes = dynamic;
                        theirs.numBlockBarriers = 1;
                        cudaOccResult expected{};
                        REQUIRE(cudaOccMaxActiveBlocksPerMultiprocessor(
                                    &expected, &properties, &theirs, &state, threads, dynamic) ==
                                CUDA_OCC_SUCCESS);
                        INFO(profile << ", " << registers << " registers, " << threads
                                     << " threads, " << fixed << " + " << dynamic << " bytes");
                        REQUIRE(static_cast<int>(resident_blocks(
                                    model, kernel(static_cast<std::uint32_t>(registers), fixed),
                                    static_cast<std::uint64_t>(threads), dynamic)) ==
                                expected.activeBlocksPerMultiprocessor);
                        ++compared;
                    }
    }
    CHECK(compared > 10000);
}

TEST_CASE("as much dynamic shared memory is available as NVIDIA's calculator says") {
    for (const std::string_view profile : profile_names()) {
        const DeviceModel& model = *find_model(profile);
        const cudaOccDeviceProp properties = properties_of(model);
        const cudaOccDeviceState state;
        for (const std::uint64_t fixed : {0ul, 2000ul})
            for (const int blocks : {1, 2, 3, 5, 8, 16, 33}) {
                const auto attributes = kernel(32, fixed);
                const std::uint64_t allowed = model.shared_per_block_optin - fixed;
                cudaOccFuncAttributes theirs;
                theirs.maxThreadsPerBlock = 1024;
                theirs.numRegs = 32;
                theirs.sharedSizeBytes = fixed;
                theirs.shmemLimitConfig = FUNC_SHMEM_LIMIT_OPTIN;
                theirs.maxDynamicSharedSizeBytes = allowed;
                std::size_t expected = 0;
                const bool fits =
                    cudaOccAvailableDynamicSMemPerBlock(&expected, &properties, &theirs, &state,
                                                        blocks, 64) == CUDA_OCC_SUCCESS;
                const auto bytes = available_dynamic_shared(model, attributes, allowed,
                                                            static_cast<std::uint32_t>(blocks), 64);
                INFO(profile << ", " << blocks << " blocks, " << fixed << " static");
                REQUIRE(bytes.has_value() == fits);
                if (fits) CHECK(*bytes == expected);
            }
        CHECK_FALSE(available_dynamic_shared(model, kernel(32, 0), {}, 0, 64));
        CHECK_FALSE(available_dynamic_shared(model, kernel(255, 0), {}, 2, 1024));
    }
}

// The lines of device_attributes.txt behind `kernel NAME`: threads, dynamic bytes, blocks; `allow
// BYTES`: cudaFuncSetAttribute; `available BLOCKS THREADS BYTES`.
TEST_CASE("as many blocks fit as an H200 said, for kernels with ptxas' registers") {
    std::ifstream file(WORKBOOK_SILICON_ANSWERS "/device_attributes.txt");
    REQUIRE(file);
    const DeviceModel& model = *find_model("h200");
    vgpu::exec::KernelAttributes attributes;
    std::optional<std::uint64_t> allowed;
    int compared = 0;
    for (std::string line; std::getline(file, line);) {
        INFO(line);
        std::uint32_t registers = 0;
        std::uint64_t fixed = 0, number = 0, dynamic = 0, answer = 0;
        char code[64] = "";
        const char* numbers = line.c_str() + std::min(line.size(), line.find(": "));
        if (std::sscanf(numbers, ": registers %u shared %lu", &registers, &fixed) == 2) {
            attributes = kernel(registers, fixed);
            allowed.reset();
        } else if (attributes.registers == 0) {
            continue; // before the first kernel
        } else if (std::sscanf(line.c_str(), "allow %lu %63s", &number, code) == 2) {
            if (std::string(code) == "cudaSuccess") allowed = number;
        } else if (std::sscanf(line.c_str(), "available %lu %lu %lu %63s", &number, &dynamic,
                               &answer, code) == 4) {
            const auto bytes = available_dynamic_shared(
                model, attributes, allowed, static_cast<std::uint32_t>(number), dynamic);
            CHECK(bytes.has_value() == (std::string(code) == "cudaSuccess"));
            if (bytes) CHECK(*bytes == answer);
            ++compared;
        } else if (std::sscanf(line.c_str(), "%lu %lu %lu cudaSucces%1[s]", &number, &dynamic,
                               &answer, code) == 4) {
            const bool legal = dynamic <= dynamic_shared_limit(model, attributes, allowed);
            CHECK((legal ? resident_blocks(model, attributes, number, dynamic) : 0) == answer);
            ++compared;
        }
    }
    CHECK(compared > 2000);
}

TEST_CASE("dynamic shared memory is limited by what was allowed, else by 48 KiB") {
    const DeviceModel& model = default_model();
    CHECK(dynamic_shared_limit(model, kernel(32, 0), {}) == 48 << 10);
    CHECK(dynamic_shared_limit(model, kernel(32, 1000), {}) == (48 << 10) - 1000);
    CHECK(dynamic_shared_limit(model, kernel(32, 1000), 100000) == 100000);
    CHECK(dynamic_shared_limit(model, kernel(32, 60000), {}) == 0);
}
