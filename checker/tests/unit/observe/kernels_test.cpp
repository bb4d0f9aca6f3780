// Whole kernels, compiled by nvcc and run by the virtual GPU with all observers on: the faulty ones
// must be found, with the lines their comments name, and nothing be said about the correct ones.
#include "vgpu/exec/device.hpp"
#include "vgpu/observe/observe.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include <algorithm>
#include <array>
#include <cstring>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace vgpu::observe::test {
namespace {

struct KernelCase {
    std::string name;
    std::string tool;    // empty: no report
    std::set<int> lines; // that each report must name, and no others
    exec::Dim3 grid{4, 1, 1}, block{128, 1, 1};
    bool cooperative = false;
};

std::string read(const std::string& path) {
    std::ifstream file(path);
    REQUIRE(file);
    return {std::istreambuf_iterator<char>(file), {}};
}

// The kernels of a source file with what its comments say of them.
std::vector<KernelCase> cases_in(const std::string& path) {
    std::vector<KernelCase> cases;
    std::vector<std::string> tags;
    KernelCase next;
    std::istringstream source(read(path));
    std::string line;
    for (int number = 1; std::getline(source, line); ++number) {
        std::istringstream words(line);
        std::string slashes, word;
        words >> slashes >> word;
        if (slashes == "//" && word == "expect:") {
            words >> next.tool;
            tags.clear();
            while (words >> word) tags.push_back(word);
        } else if (slashes == "//" && word == "run:") {
            words >> next.grid.x >> next.block.x;
        } else if (slashes == "//" && word == "cooperative") {
            next.cooperative = true;
        } else if (slashes == "extern") {
            const std::size_t begin = line.find("void ") + 5;
            next.name = line.substr(begin, line.find('(') - begin);
            cases.push_back(next);
            next = {};
        } else if (const std::size_t at = line.find("// @"); at != std::string::npos) {
            if (std::ranges::count(tags, line.substr(at + 4)) != 0)
                cases.back().lines.insert(number);
        }
    }
    return cases;
}

struct Sink final : exec::FaultSink {
    void report(exec::Fault fault) override { faults.push_back(std::move(fault)); }
    std::vector<exec::Fault> faults;
};

constexpr std::size_t elements = 4096;
constexpr std::size_t bytes = elements * sizeof(int);

std::vector<exec::Fault> run(const std::string& ptx, const KernelCase& kernel_case,
                             std::uint64_t seed, const Options& options = {}, int launches = 1) {
    Sink sink;
    const auto device = exec::Device::create({.memory_bytes = 64 << 20, .schedule_seed = seed});
    device->add_observer(Observers::create(options, sink));
    const auto module = device->load(ptx, "kernels");
    REQUIRE(module);
    const auto kernel = device->find_kernel(*module, kernel_case.name);
    REQUIRE(kernel);

    std::array<std::uint64_t, 3> arrays{};
    for (std::uint64_t& array : arrays)
        array = device->memory().allocate(bytes, "cudaMalloc").value();
    const auto write = [&](std::uint64_t address, auto&& value_of) {
        std::vector<int> values(elements);
        for (std::size_t i = 0; i < elements; ++i) values[i] = value_of(static_cast<int>(i));
        std::memcpy(device->memory().host_view(address), values.data(), bytes);
        device->notify_host_access({address, bytes, true});
    };
    write(arrays[0], [](int i) { return i * 7 % 1013; });
    write(arrays[2], [](int) { return 0; });

    for (int i = 0; i < launches; ++i) {
        const auto result = device->launch(*kernel,
                                           {.grid = kernel_case.grid,
                                            .block = kernel_case.block,
                                            .dynamic_shared_bytes = 0,
                                            .cooperative = kernel_case.cooperative},
                                           std::as_bytes(std::span(arrays)));
        if (result.fault) FAIL(result.fault->message << ": " << result.fault->detail);
    }
    return std::move(sink.faults);
}

std::set<int> lines_of(const exec::Fault& fault) {
    std::set<int> lines;
    for (const exec::Site* site : {&fault.site, &fault.other})
        if (!site->frames.empty()) lines.insert(site->frames.back().line);
    return lines;
}

std::string text_of(const exec::Fault& fault) {
    return fault.message + "; " + fault.detail + "; " + std::to_string(fault.count) + " times";
}

} // namespace

TEST_CASE("faulty kernels are found out") {
    const std::string ptx = read(WORKBOOK_OBSERVE_PTX "/faulty.ptx");
    const auto cases = cases_in(WORKBOOK_OBSERVE_KERNELS "/faulty.cu");
    REQUIRE(cases.size() >= 15);
    for (const KernelCase& kernel_case : cases) {
        DYNAMIC_SECTION(kernel_case.name) {
            const auto seed = GENERATE(0, 1, 2);
            const auto faults = run(ptx, kernel_case, static_cast<std::uint64_t>(seed));
            bool found = false;
            for (const exec::Fault& fault : faults) {
                INFO(text_of(fault));
                const bool expected_tool = exec::name_of(fault.tool) == kernel_case.tool;
                found |= expected_tool;
                if (expected_tool) {
                    CHECK(lines_of(fault) == kernel_case.lines);
                } else { // a read that comes too early may find what is not written yet
                    CHECK(fault.tool == exec::Tool::initcheck);
                    CHECK(std::ranges::includes(kernel_case.lines, lines_of(fault)));
                }
            }
            CHECK(found);
        }
    }
}

TEST_CASE("correct kernels raise no alarm") {
    const std::string ptx = read(WORKBOOK_OBSERVE_PTX "/correct.ptx");
    const auto cases = cases_in(WORKBOOK_OBSERVE_KERNELS "/correct.cu");
    REQUIRE(cases.size() >= 15);
    for (const KernelCase& kernel_case : cases) {
        DYNAMIC_SECTION(kernel_case.name) {
            const auto seed = GENERATE(0, 1, 2);
            for (const exec::Fault& fault : run(ptx, kernel_case, static_cast<std::uint64_t>(seed)))
                FAIL_CHECK(text_of(fault));
        }
    }
}

// Often enough for their loads to become exempt.
TEST_CASE("what is said of kernels does not depend on whether loads are exempt") {
    for (const std::string name : {"faulty", "correct"}) {
        const std::string ptx = read(WORKBOOK_OBSERVE_PTX "/" + name + ".ptx");
        for (const KernelCase& kernel_case :
             cases_in(WORKBOOK_OBSERVE_KERNELS "/" + name + ".cu")) {
            DYNAMIC_SECTION(kernel_case.name) {
                std::vector<std::string> said[2];
                for (const bool exempts_loads : {false, true})
                    for (const exec::Fault& fault :
                         run(ptx, kernel_case, 1, {.exempts_loads = exempts_loads}, 40))
                        said[exempts_loads].push_back(text_of(fault));
                CHECK(said[0] == said[1]);
            }
        }
    }
}

} // namespace vgpu::observe::test
