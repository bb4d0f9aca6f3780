// Tests of harness/profile_log.hpp.
#include "harness/profile_log.hpp"

#include <catch2/catch_test_macros.hpp>
#include <nlohmann/json.hpp>

using namespace workbook;
using nlohmann::json;

namespace {

CallRecord call_of(const std::string& function) {
    CallRecord record;
    record.function = function;
    record.returned_normally = true;
    return record;
}

json launch_event(const std::string& kernel, std::uint64_t instructions, std::size_t lines = 1) {
    json event{{"type", "launch"},
               {"kernel", kernel},
               {"counters", {{"warp_instructions", instructions}}},
               {"lines", json::array()}};
    for (std::size_t line = 1; line <= lines; ++line)
        event["lines"].push_back({{"file", "a.cu"}, {"line", line}, {"warp_instructions", 1}});
    return event;
}

std::string trace_of(const std::vector<json>& events, const json& faults = json::array()) {
    return json{{"events", events}, {"faults", faults}}.dump();
}

json written() { return json::parse(profile_log::to_json({"03_square", "exercises", 7})); }

} // namespace

TEST_CASE("calls that the check measures, and those that repeat others for a promise") {
    profile_log::enable();
    profile_log::begin_case("small");
    const CallRecord call = call_of("square"), other = call_of("square");
    profile_log::add_call(call, "", "");
    profile_log::add_call(other, "", "");
    profile_log::note_measured(other);
    profile_log::note_measured(other);
    profile_log::begin_case("whatever", true);
    profile_log::add_call(call, "", "");
    const json calls = written()["calls"];
    CHECK(calls[0]["measured"] == 0);
    CHECK(calls[1]["measured"] == 2);
    CHECK(calls[1]["for_a_promise"] == false);
    CHECK(calls[2]["for_a_promise"] == true);
}

TEST_CASE("a profile has each launch, with its call and its case") {
    profile_log::enable();
    profile_log::begin_case("small");
    profile_log::add_call(call_of("square"),
                          trace_of({launch_event("k", 5), {{"type", "copy"}}, launch_event("k", 9)},
                                   {{{"kind", "race"}, {"message", "m"}}}),
                          "");
    profile_log::begin_case("large");
    profile_log::add_call(call_of("cube"), trace_of({launch_event("m", 1)}), "");
    const json profile = written();
    CHECK(profile["format"] == "workbook-profile/1");
    CHECK(profile["lesson"] == "03_square");
    CHECK(profile["seed"] == 7);
    REQUIRE(profile["calls"].size() == 2);
    CHECK(profile["calls"][1]["case"] == "large");
    CHECK(profile["calls"][1]["function"] == "cube");
    REQUIRE(profile["launches"].size() == 3);
    CHECK(profile["launches"][1]["number"] == 2);
    CHECK(profile["launches"][1]["call"] == 1);
    CHECK(profile["launches"][2]["kernel"] == "m");
    CHECK(profile["launches"][0]["lines"][0]["warp_instructions"] == 1);
    REQUIRE(profile["faults"].size() == 1);
    CHECK(profile["faults"][0]["call"] == 1);
}

TEST_CASE("a profile has what orders the work of each call") {
    profile_log::Bounds bounds;
    bounds.events = 3;
    profile_log::enable(bounds);
    profile_log::begin_case("small");
    json first = launch_event("k", 5);
    first["stream"] = 2;
    profile_log::add_call(call_of("f"),
                          trace_of({first,
                                    {{"type", "allocate"}},
                                    {{"type", "record"}, {"event", 1}, {"stream", 2}},
                                    {{"type", "wait"}, {"event", 1}, {"other", 5}},
                                    launch_event("m", 1)}),
                          "");
    const json orders = written()["orders"];
    REQUIRE(orders.size() == 1);
    CHECK(orders[0]["call"] == 1);
    CHECK(orders[0]["left_out"] == 1);
    const json& events = orders[0]["events"];
    REQUIRE(events.size() == 3);
    CHECK(events[0] == json{{"type", "launch"}, {"kernel", "k"}, {"stream", 2}, {"number", 1}});
    CHECK(events[1] == json{{"type", "record"}, {"event", 1}, {"stream", 2}});
    CHECK(events[2] == json{{"type", "wait"}, {"event", 1}});
    bounds.order_bytes = 10;
    profile_log::enable(bounds);
    profile_log::add_call(call_of("f"), trace_of({first}), "");
    CHECK(written()["orders"].empty());
}

TEST_CASE("of a program that died there is what its log has") {
    profile_log::enable();
    CallRecord record = call_of("square");
    record.returned_normally = false;
    record.problems = {{Verdict::crashed, "your code crashed"}};
    profile_log::add_call(record, "",
                          launch_event("k", 5).dump() + "\n{broken\n{\"kind\":\"race\"}\n" +
                              R"({"type":"notice"})" + "\n");
    const json profile = written();
    CHECK(profile["calls"][0]["returned"] == false);
    CHECK(profile["calls"][0]["problem"] == "your code crashed");
    CHECK(profile["launches"].size() == 1);
    CHECK(profile["faults"].size() == 1);
}

TEST_CASE("where room is scarce the biggest launch of each kernel keeps its lines") {
    profile_log::Bounds bounds;
    bounds.bytes = 20'000;
    profile_log::enable(bounds);
    for (const std::uint64_t instructions : {5, 90, 7, 60})
        profile_log::add_call(
            call_of("f"), trace_of({launch_event("k", instructions, 60), launch_event("m", 1, 60)}),
            "");
    const json profile = written();
    REQUIRE(profile["launches"].size() == 8);
    for (const json& launch : profile["launches"]) {
        const bool biggest = launch["number"] == 3 || launch["number"] == 2;
        INFO(launch["number"]);
        CHECK(launch.contains("lines") == biggest);
        CHECK(launch.contains("lines_left_out") == !biggest);
    }
    CHECK(profile.dump().size() < 2 * bounds.bytes);
}

TEST_CASE("series of accesses go before lines do") {
    const auto with_series = [](std::uint64_t instructions) {
        json launch = launch_event("k", instructions);
        launch["lines"] = json::array({{{"line", 1}, {"series", std::string(4000, 's')}}});
        return launch;
    };
    profile_log::Bounds bounds;
    bounds.bytes = 10'000;
    profile_log::enable(bounds);
    for (const std::uint64_t instructions : {5, 90, 7, 60})
        profile_log::add_call(call_of("f"), trace_of({with_series(instructions)}), "");
    const json profile = written();
    REQUIRE(profile["launches"].size() == 4);
    for (const json& launch : profile["launches"]) {
        const bool biggest = launch["number"] == 2;
        INFO(launch["number"]);
        REQUIRE(launch.contains("lines"));
        CHECK(launch["lines"][0].contains("series") == biggest);
        CHECK(launch.contains("series_left_out") == !biggest);
    }
}

TEST_CASE("a profile has the PTX, line by line, as far as there is room") {
    const auto function = std::make_shared<const std::string>("_Z1kPf");
    const auto file = std::make_shared<const std::string>("lesson.cu");
    std::vector<PtxLine> ptx = {{"ld.global.f32 %f1, [%rd1]", function, file, 7},
                                {".local .b8 depot[4]", function, file, 7},
                                {"ret", function, nullptr, 0}};
    profile_log::enable();
    const json functions = json::parse(profile_log::to_json({}, ptx))["ptx"];
    REQUIRE(functions.size() == 1);
    CHECK(functions[0]["function"] == "_Z1kPf");
    CHECK(functions[0]["lines"] ==
          json::array({json::array({"lesson.cu", 7, "ld.global.f32 %f1, [%rd1]"})}));
    profile_log::Bounds bounds;
    bounds.ptx_bytes = 10;
    profile_log::enable(bounds);
    CHECK(json::parse(profile_log::to_json({}, ptx))["ptx"].empty());
}

TEST_CASE("a long list of launches has the biggest all the same") {
    profile_log::Bounds bounds;
    bounds.launches = 3;
    profile_log::enable(bounds);
    for (const std::uint64_t instructions : {1, 2, 3, 4, 99, 5})
        profile_log::add_call(call_of("f"), trace_of({launch_event("k", instructions)}), "");
    const json profile = written();
    CHECK(profile["launch_count"] == 6);
    REQUIRE(profile["launches"].size() == 3);
    CHECK(profile["launches"][2]["number"] == 5);
}

TEST_CASE("a hostile trace does a profile no harm") {
    profile_log::enable();
    const std::string deep = std::string(100'000, '[') + std::string(100'000, ']');
    profile_log::add_call(call_of("f"),
                          R"({"events": [{"type": "launch", "kernel": 5, "counters": [1],
                              "lines": )" +
                              deep + R"(}, {"type": ["launch"]}, 7],
                              "faults": {"a": 1}})",
                          "");
    profile_log::add_call(call_of("f"), "[[[", "");
    profile_log::add_call(call_of("f"), trace_of({launch_event(std::string(1 << 20, 'k'), 1)}), "");
    const json profile = written();
    CHECK(profile["launches"].size() == 2);
    CHECK(profile.dump().size() < 20'000);
}
