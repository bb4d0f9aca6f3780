// Tests of vgpu/runtime/trace.hpp.
#include "vgpu/runtime/trace.hpp"

#include "vgpu/runtime/fault_text.hpp"

#include <catch2/catch_test_macros.hpp>
#include <nlohmann/json.hpp>

#include <fcntl.h>
#include <unistd.h>

#include <fstream>

using namespace vgpu::runtime;
using nlohmann::json;
using vgpu::exec::Fault;
using vgpu::exec::FaultKind;

namespace {

Fault sample() {
    Fault fault;
    fault.kind = FaultKind::invalid_write;
    fault.message = "Invalid __global__ write of size 4 bytes";
    fault.detail = "Address 0x100 is out of bounds";
    fault.site.kernel = "add(const int *, int *, int)";
    fault.site.frames = {{"/home/me/square.cuh", 3, "square(int)"}, {"add.cu", 12, "add"}};
    fault.site.block = {7, 0, 0};
    fault.site.thread = {104, 0, 0};
    fault.space = vgpu::ptx::Space::global;
    fault.address = 0x100;
    fault.size = 4;
    fault.allocation = "cudaMalloc of 4000 bytes";
    return fault;
}

} // namespace

TEST_CASE("a recording holds its events and faults") {
    Trace trace("");
    trace.begin();
    trace.add_event({{"type", "set"}, {"api", "cudaMemset"}});
    trace.report(sample());
    const json recorded = json::parse(trace.end());
    CHECK(recorded["device"]["kind"] == "virtual");
    CHECK(recorded["truncated"] == false);
    REQUIRE(recorded["events"].size() == 1);
    CHECK(recorded["events"][0]["api"] == "cudaMemset");
    REQUIRE(recorded["faults"].size() == 1);
    const json& fault = recorded["faults"][0];
    CHECK(fault["kind"] == "invalid_write");
    CHECK(fault["tool"] == "memcheck");
    CHECK(fault["block"] == json::array({7, 0, 0}));
    CHECK(fault["frames"][1]["line"] == 12);
    CHECK(fault["space"] == "global");
    CHECK_FALSE(fault.contains("other"));
}

TEST_CASE("one recording does not see another's events") {
    Trace trace("");
    trace.begin();
    trace.add_event({{"type", "set"}});
    trace.report(sample());
    trace.end();
    trace.add_event({{"type", "outside"}});
    trace.begin();
    const json recorded = json::parse(trace.end());
    CHECK(recorded["events"].empty());
    CHECK(recorded["faults"].empty());
}

TEST_CASE("the same fault again is counted") {
    Trace trace("");
    trace.begin();
    for (int times = 0; times < 5; ++times) trace.report(sample());
    Fault elsewhere = sample();
    elsewhere.site.frames[1].line = 13;
    trace.report(elsewhere);
    const json faults = json::parse(trace.end())["faults"];
    REQUIRE(faults.size() == 2);
    CHECK(faults[0]["count"] == 5);
    CHECK(faults[1]["count"] == 1);
}

// Copying a struct is one line and many instructions.
TEST_CASE("one place: an instruction, or what a line does to one allocation") {
    Trace trace("");
    trace.begin();
    Fault fault = sample();
    for (const char* instruction : {"ld.global.u32 %r1, [%rd1];", "ld.global.u32 %r2, [%rd1+4];"}) {
        fault.site.instruction = instruction;
        trace.report(fault);
    }
    fault.allocation = "cudaMalloc of 8 bytes"; // in the next round of a loop, say
    trace.report(fault);
    fault.allocation = "cudaMalloc of 12 bytes";
    fault.site.instruction = "ld.global.u32 %r3, [%rd2];";
    trace.report(fault);
    fault.site.frames.clear();
    trace.report(fault);
    fault.site.instruction = "ld.global.u32 %r4, [%rd2];";
    trace.report(fault);
    const json faults = json::parse(trace.end())["faults"];
    REQUIRE(faults.size() == 3);
    CHECK(faults[0]["count"] == 3);
    CHECK(faults[1]["count"] == 1);
    CHECK(faults[2]["count"] == 2); // without lines: the kernel and the allocation
}

TEST_CASE("a trace that grows without bound is cut and says so") {
    Trace trace("");
    trace.begin();
    for (int index = 0; index < 2000; ++index) {
        Fault fault = sample();
        fault.site.frames[1].line = index;
        trace.report(fault);
    }
    const json recorded = json::parse(trace.end());
    CHECK(recorded["truncated"] == true);
    CHECK(recorded["faults"].size() == 1000);
}

TEST_CASE("text that is not UTF-8 does not break the JSON") {
    Trace trace("");
    trace.begin();
    Fault fault = sample();
    fault.site.kernel = "k\xff\xfe\"\n";
    trace.report(fault);
    trace.add_event({{"kernel", "\xc3"}});
    CHECK(json::accept(trace.end()));
}

TEST_CASE("each fault is appended to the file at once") {
    char name[] = "/tmp/workbook-trace-XXXXXX";
    const int descriptor = mkstemp(name);
    REQUIRE(descriptor >= 0);
    SECTION("by its path") {
        Trace trace{std::string(name)};
        trace.begin();
        trace.report(sample());
        trace.report(sample());
    }
    SECTION("by its descriptor") {
        Trace trace(std::to_string(descriptor));
        trace.begin();
        trace.report(sample());
    }
    std::ifstream file(name);
    std::string line;
    REQUIRE(std::getline(file, line));
    CHECK(json::parse(line)["message"] == "Invalid __global__ write of size 4 bytes");
    CHECK_FALSE(std::getline(file, line));
    close(descriptor);
    unlink(name);
}

TEST_CASE("launches are appended to the file, within bounds while recording") {
    char name[] = "/tmp/workbook-trace-XXXXXX";
    const int descriptor = mkstemp(name);
    REQUIRE(descriptor >= 0);
    const json launch{{"type", "launch"}, {"kernel", std::string(1 << 20, 'k')}};
    const auto size = [&] { return static_cast<int>(lseek(descriptor, 0, SEEK_END) >> 20); };
    Trace trace{std::string(name)};
    trace.begin();
    for (int index = 0; index < 40; ++index) trace.append_launch(launch);
    CHECK(size() == 15);
    trace.report(sample()); // a fault has its place all the same
    trace.end();
    trace.append_launch(launch);
    CHECK(size() == 16);
    close(descriptor);
    unlink(name);
}

TEST_CASE("a person gets compute-sanitizer's layout") {
    CHECK(sanitizer_text(sample()) ==
          "========= Invalid __global__ write of size 4 bytes\n"
          "=========     at square(int) in square.cuh:3\n"
          "=========     inlined into add(const int *, int *, int) in add.cu:12\n"
          "=========     by thread (104,0,0) in block (7,0,0)\n"
          "=========     Address 0x100 is out of bounds\n"
          "=========     Allocation: cudaMalloc of 4000 bytes\n"
          "=========\n");
}

TEST_CASE("a line that is only near an access is said to be that") {
    Fault race = sample();
    race.other.kernel = race.site.kernel;
    race.site.access = "write";
    race.other.access = "read";
    CHECK(sanitizer_text(race, Frames::all).find(" near ") == std::string::npos);
    CHECK_FALSE(to_json(race)["other"].contains("line_is_near"));
    race.other.line_is_near = true;
    CHECK(sanitizer_text(race, Frames::all)
              .find(race.detail + "; the read access is near the line that is named: the compiler "
                                  "has merged code of several lines\n") != std::string::npos);
    CHECK(to_json(race)["other"]["line_is_near"] == true);
    CHECK_FALSE(to_json(race).contains("line_is_near"));
}

TEST_CASE("the program's own lines come before those of headers") {
    constexpr const char* headers = "/usr/local/cuda/include/cub/agent.cuh";
    Fault fault = sample();
    const auto place = [&](std::vector<vgpu::exec::SourceFrame> frames, Frames wanted) {
        fault.site.frames = std::move(frames);
        const std::string text = sanitizer_text(fault, wanted);
        const std::size_t begin = text.find("=========     at ");
        return text.substr(begin, text.find("=========     by") - begin);
    };
    const std::vector<vgpu::exec::SourceFrame> mixed = {
        {headers, 7, "cub::Load<int, cub::Policy<128, 4>, long long, void (*)(int)>(T1 *)"},
        {headers, 9, "cub::load"},
        {"square.cuh", 3, "square(int)"},
        {"add.cu", 12, "add"}};
    CHECK(place(mixed, Frames::folded) ==
          "=========     at square(int) in square.cuh:3\n"
          "=========     inlined into add(const int *, int *, int) in add.cu:12\n"
          "=========     through cub::Load<...>(...) in agent.cuh:7 and 1 more frame of headers "
          "(--all-frames)\n");
    CHECK(place(mixed, Frames::all) ==
          "=========     at cub::Load<int, cub::Policy<128, 4>, long long, void (*)(int)>(T1 *) in "
          "agent.cuh:7\n"
          "=========     inlined into cub::load in agent.cuh:9\n"
          "=========     inlined into square(int) in square.cuh:3\n"
          "=========     inlined into add(const int *, int *, int) in add.cu:12\n");
    CHECK(place({{headers, 7, "cub::load"}, {headers, 9, "cub::kernel"}}, Frames::folded) ==
          "=========     at cub::load in agent.cuh:7 and 1 more frame of headers (--all-frames)\n"
          "=========     called in add(const int *, int *, int)\n");
    CHECK(place({{"add.cu", 4, "Op::operator()(int)"}, {headers, 9, "cub::kernel"}},
                Frames::folded) == "=========     at Op::operator()(int) in add.cu:4\n"
                                   "=========     through cub::kernel in agent.cuh:9\n"
                                   "=========     called in add(const int *, int *, int)\n");
}

TEST_CASE("what a library's kernel does is told with the line that launched it") {
    std::string printed;
    Trace trace{""};
    trace.set_print([&](std::string_view text) { printed += text; });
    Fault fault = sample();
    trace.set_launch_place([] { return std::string("sort.cu:31"); });
    trace.report(fault);
    CHECK(printed.find("launched") == std::string::npos); // a launch has a line of its own
    fault.site.frames = {{"/cuda/include/cub/agent.cuh", 7, "cub::load"}};
    trace.report(fault);
    CHECK(printed.find("of size 4 bytes\n=========     launched in sort.cu:31\n"
                       "=========     at cub::load in agent.cuh:7\n") != std::string::npos);
}

TEST_CASE("the first error that is told is said to who waits for it") {
    int ends[2];
    REQUIRE(::pipe(ends) == 0);
    Trace trace{""};
    trace.set_print([](std::string_view) {});
    ReportSettings reports;
    reports.error_descriptor = ends[1];
    REQUIRE_FALSE(reports.filter.suppress("racecheck:add.cu"));
    trace.set_reports(reports);
    Fault race = sample();
    race.tool = vgpu::exec::Tool::racecheck;
    trace.report(race);
    CHECK(trace.hidden() == 1);
    CHECK(trace.printed() == 0);
    for (int line = 1; line < 4; ++line) {
        Fault fault = sample();
        fault.site.frames[0].line = line;
        trace.report(fault);
    }
    CHECK(trace.printed() == 3);
    close(ends[1]);
    char bytes[8];
    CHECK(::read(ends[0], bytes, sizeof bytes) == 1);
    close(ends[0]);
}

// Initcheck and racecheck know the function that an instruction is in, but not who called it.
TEST_CASE("a function that was called is not given the kernel's name") {
    Fault fault = sample();
    const auto place = [&](const char* function) {
        fault.site.frames = {{"square.cuh", 3, function}};
        const std::string text = sanitizer_text(fault);
        const std::size_t begin = text.find("=========     at ");
        return text.substr(begin, text.find("=========     by") - begin);
    };
    CHECK(place("square(int)") == "=========     at square(int) in square.cuh:3\n"
                                  "=========     called in add(const int *, int *, int)\n");
    const std::string kernel = "=========     at add(const int *, int *, int) in square.cuh:3\n";
    CHECK(place("add(const int *, int *, int)") == kernel);
    CHECK(place("add") == kernel);
    CHECK(place("") == kernel);
    CHECK(place("ad") != kernel);
}

TEST_CASE("how often it was is said of the place, the kernel, or neither") {
    Fault fault = sample();
    fault.count = 5;
    CHECK(sanitizer_text(fault).find("this place did it 5 times") != std::string::npos);
    fault.site.frames.clear();
    CHECK(sanitizer_text(fault).find("this kernel did it 5 times") != std::string::npos);
    fault.site = {}; // two copies, say
    const std::string text = sanitizer_text(fault);
    CHECK(text.find("this happened 5 times") != std::string::npos);
    CHECK(text.find("kernel") == std::string::npos);
}
