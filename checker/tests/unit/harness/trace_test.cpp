// Tests of harness/trace.hpp.
#include "harness/trace.hpp"

#include "wire/trace_fields.hpp"

#include <catch2/catch_test_macros.hpp>

#include <fstream>
#include <iterator>

using namespace workbook;

namespace {

constexpr const char* example = R"json({
  "device": {"kind": "virtual", "name": "Virtual GPU", "compute_capability": [8, 0]},
  "truncated": false,
  "events": [
    {"type": "allocate", "api": "cudaMalloc", "address": 8589934592, "bytes": 4096, "error": 0},
    {"type": "free", "api": "cudaFree", "address": 8589934592, "bytes": 4096, "error": 0},
    {"type": "copy", "api": "cudaMemcpy", "requested": "cudaMemcpyHostToDevice",
     "direction": "host_to_device", "destination": 1, "source": 2, "bytes": 4096, "error": 0},
    {"type": "launch", "kernel": "void scale<Pair<int, float>>(const long *, int)", "grid": [32, 2, 1],
     "block": [128, 1, 1], "static_shared_bytes": 4, "dynamic_shared_bytes": 8, "stream": 0,
     "error": 0, "nanoseconds": 2500, "counters": {"global_load_sectors": 77}},
    {"type": "synchronize", "api": "cudaDeviceSynchronize", "error": 0},
    {"type": "error", "api": "cudaMemcpy", "error": 1, "name": "cudaErrorInvalidValue", "message": "why"}],
  "faults": [
    {"kind": "race", "tool": "racecheck", "message": "m", "detail": "d", "kernel": "k()",
     "block": [7, 0, 0], "thread": [104, 0, 0],
     "frames": [{"file": "add.cu", "line": 12, "function": "add"}],
     "other": {"kernel": "k()", "block": [0, 0, 0], "thread": [1, 0, 0], "frames": [], "line_is_near": true},
     "space": "global", "allocation": "cudaMalloc of 4000 bytes", "count": 24}]
})json";

} // namespace

TEST_CASE("what the virtual GPU says besides the events") {
    const Trace trace = read_trace(
        R"({"events":[{"type":"launch","non_blocking":true,"cooperative":true},
                      {"type":"launch","non_blocking":3,"device":1},
                      {"type":"allocate","device":1},{"type":"allocate"},
                      {"type":"query","api":"cudaEventQuery"},
                      {"type":"query","api":"cudaStreamQuery","waits":true}],
            "faults":[],"calls":{"cudaMalloc":2},"refusable":3,
            "refused":{"api":"cudaMalloc","error":2,"name":"cudaErrorMemoryAllocation",
                       "place":"a.cu:3"},
            "left":[{"kind":"stream","place":"a.cu:7"},7,{"kind":"memory","bytes":64}],
            "variables":[{"name":"a.cu","text":5,"bytes":80,"own_bytes":70},3]})");
    CHECK(trace.launches.at(0).apart);
    CHECK_FALSE(trace.launches.at(1).apart);
    CHECK(trace.launches.at(0).cooperative);
    CHECK_FALSE(trace.launches.at(1).cooperative);
    CHECK(trace.launches[0].device == 0);
    CHECK(trace.launches[1].device == 1);
    CHECK(trace.allocations.at(0).device == 1);
    CHECK(trace.allocations.at(1).device == 0);
    REQUIRE(trace.waits.size() == 1); // a question that was answered at once is none
    CHECK(trace.waits[0].api == "cudaStreamQuery");
    CHECK(trace.calls.at("cudaMalloc") == 2);
    CHECK(trace.refusable == 3);
    REQUIRE(trace.refused);
    CHECK(trace.refused->place == "a.cu:3");
    REQUIRE(trace.left.size() == 2);
    CHECK(trace.left[0].place == "a.cu:7");
    CHECK(trace.left[1].bytes == 64);
    REQUIRE(trace.variables.size() == 1);
    CHECK(trace.variables[0].name == "a.cu");
    CHECK(trace.variables[0].text == 5);
    CHECK(trace.variables[0].bytes == 80);
    CHECK(trace.variables[0].own_bytes == 70);
    CHECK_FALSE(trace.variables[0].of_checked_code);
    CHECK_FALSE(read_trace(R"({"calls":[],"refused":1,"left":{}})").refused);
}

TEST_CASE("a trace is read") {
    const Trace trace = read_trace(example);
    REQUIRE(trace.present);
    CHECK(trace.is_virtual);
    CHECK(trace.event_count == 6);
    REQUIRE(trace.waits.size() == 1);
    CHECK(trace.waits[0].api == "cudaDeviceSynchronize");
    CHECK(trace.waits[0].order == 4);
    REQUIRE(trace.launches.size() == 1);
    const Launch& launch = trace.launches[0];
    CHECK(launch.grid == Dim3{32, 2, 1});
    CHECK(launch.block == Dim3{128, 1, 1});
    CHECK(launch.dynamic_shared_bytes == 8);
    CHECK(launch.counter("global_load_sectors") == 77);
    CHECK_THROWS(launch.counter("no_such_counter"));
    CHECK(launch.short_name() == "scale<Pair<int, float>>");
    CHECK(launch.nanoseconds == 2500);
    REQUIRE(trace.copies.size() == 1);
    CHECK(trace.copies[0].direction == host_to_device);
    CHECK_FALSE(trace.copies[0].nanoseconds);
    CHECK(trace.allocations[0].bytes == 4096);
    CHECK(trace.frees[0].api == "cudaFree");
    CHECK(trace.errors[0].name == "cudaErrorInvalidValue");
    REQUIRE(trace.faults.size() == 1);
    CHECK(trace.faults[0].site.thread == Dim3{104, 0, 0});
    CHECK(trace.faults[0].site.frames[0].line == 12);
    REQUIRE(trace.faults[0].other);
    CHECK(trace.faults[0].other->line_is_near);
    CHECK_FALSE(trace.faults[0].site.line_is_near);
    CHECK(trace.faults[0].count == 24);
}

TEST_CASE("what is no trace does no harm") {
    for (const char* text : {"", "[]", "nonsense", "{\"events\": [", "\xff\xfe", "42", "null"})
        CHECK_FALSE(read_trace(text).present);
    const Trace odd = read_trace(R"({"device": 3, "truncated": "yes", "events": [1, {}, {"type": 7},
        {"type": "launch", "grid": [1, 2], "block": "large", "error": "bad", "counters": {"a": "b"}},
        {"type": "copy", "direction": "sideways", "bytes": -1},
        {"type": "launch", "grid": [-1, 1e300, 2.5]}],
        "faults": [{}, {"frames": [1], "other": 2, "thread": {}}, "x"]})");
    CHECK(odd.present);
    CHECK(odd.launches.size() == 2);
    CHECK(odd.launches[0].grid == Dim3{0, 0, 0});
    CHECK_FALSE(odd.copies[0].direction);
    CHECK(odd.faults.size() == 2);
}

TEST_CASE("deep nesting does no harm") {
    CHECK_FALSE(read_trace(std::string(1'000'000, '[')).present);
    read_trace("{\"events\": " + std::string(200'000, '[') + std::string(200'000, ']') + "}");
}

TEST_CASE("fault lines, with a broken one between") {
    const auto faults = read_fault_lines("{\"kind\": \"a\"}\n{broken\n\n{\"type\": \"launch\"}\n"
                                         "{\"kind\": \"b\"}\n");
    REQUIRE(faults.size() == 2);
    CHECK(faults[0].kind == "a");
    CHECK(faults[1].kind == "b");
}

TEST_CASE("dimensions are shown as short as possible") {
    CHECK(to_text(Dim3{32, 1, 1}) == "32");
    CHECK(to_text(Dim3{32, 4, 1}) == "32 x 4");
    CHECK(to_text(Dim3{1, 1, 2}) == "1 x 1 x 2");
}

TEST_CASE("functions are named without parameters") {
    CHECK(name_without_parameters("square(const long *, int)") == "square");
    CHECK(name_without_parameters("void scale<Pair<int, float>>(int)") ==
          "scale<Pair<int, float>>");
    CHECK(name_without_parameters("(anonymous namespace)::reverse(int *)") == "reverse");
    CHECK(name_without_parameters("lesson::(anonymous namespace)::reverse(int)") ==
          "lesson::reverse");
    CHECK(name_without_parameters("_INTERNAL_08702fda_7_scan_cu_e56d08f3::atomicAdd(int *, int)") ==
          "atomicAdd");
    CHECK(name_without_parameters("extern_c_kernel") == "extern_c_kernel");
    CHECK(name_without_parameters("").empty());
}

TEST_CASE("counters by source line") {
    const Trace trace = read_trace(R"json({"events": [{"type": "launch", "counters": {"a": 3},
        "lines": [{"file": "x/y.cu", "line": 12, "a": 2}, 7, {"line": "z"}]}]})json");
    REQUIRE(trace.launches.at(0).lines.size() == 2);
    CHECK(trace.launches[0].lines[0].line == 12);
    CHECK(trace.launches[0].lines[0].counters.at("a") == 2);
}

TEST_CASE("a name of megabytes is cut") {
    std::string name;
    for (int i = 0; i < 200'000; ++i) name += "(anonymous namespace)::";
    const Trace trace =
        read_trace(R"({"events": [{"type": "launch", "kernel": ")" + name + "\"}]}");
    CHECK(trace.launches.at(0).kernel.size() < 5000);
    CHECK(trace.launches.at(0).short_name().size() < 5000);
}

TEST_CASE("a tracer that could not record has no trace") {
    const Trace trace = read_trace(
        R"({"device": {}, "unavailable": "no driver", "truncated": true, "events": []})");
    CHECK_FALSE(trace.present);
    CHECK_FALSE(trace.truncated);
}

TEST_CASE("a text that is made to be costly is no trace") {
    CHECK_FALSE(read_trace(std::string(std::size_t{64} << 20, '[')).present);
    CHECK_FALSE(read_trace("{\"events\": [" + std::string(std::size_t{9} << 20, ',')).present);
    std::string many = "{\"events\": [0";
    for (int i = 0; i < 9'000'000; ++i) many += ",0";
    CHECK_FALSE(read_trace(many + "]}").present);
    CHECK(read_trace(many + "]}").truncated); // not the same as nothing
    CHECK(read_trace(
              R"({"events": [], "device": {"name": "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[\\"}})")
              .present);
}

TEST_CASE("docs/reference/trace.md has each field and each event") {
    std::ifstream file(WORKBOOK_TRACE_REFERENCE);
    const std::string page{std::istreambuf_iterator<char>(file), {}};
    const auto contains = [](const std::string& text, const std::string& part) {
        return text.find(part) != std::string::npos;
    };
    const auto has = [&](const std::string& name) {
        return contains(page, "`" + name + "`") || contains(page, "\"" + name + "\"");
    };
    for (const char* field : wire::all_trace_fields) {
        CAPTURE(field);
        CHECK(has(field));
    }
    for (const char* event : wire::all_trace_events) {
        CAPTURE(event);
        CHECK(contains(page, R"({"type": ")" + std::string(event) + '"'));
    }
}
