// The arrays of a profile's page: what the script gets of them, and of a fault.
#include "profile_example.hpp"

#include "cli/profile/page/arrays.hpp"
#include "cli/profile/page/second_run.hpp"

#include <catch2/catch_test_macros.hpp>

using namespace workbook::cli;

namespace {

nlohmann::json logged_array(const nlohmann::json& warps) {
    return {{"space", "global"}, {"memory", "cudaMalloc of 128 bytes"},
            {"parameter", 1u},   {"address", 4096u},
            {"bytes", 128u},     {"element_bytes", 4u},
            {"from", 0u},        {"to", 128u},
            {"count", 1u},       {"dropped", 0u},
            {"warps", warps}};
}

nlohmann::json with_array(const nlohmann::json& warps) {
    nlohmann::json document = example::naive();
    document["launches"][0]["arrays"] = {
        {"block", 0u}, {"count", 1u}, {"has_others", false}, {"list", {logged_array(warps)}}};
    document["faults"] = {{{"call", 1u},
                           {"kind", "invalid_write"},
                           {"message", "Invalid write"},
                           {"kernel", example::transpose_name},
                           {"space", "global"},
                           {"allocation", "cudaMalloc of 128 bytes"},
                           {"address", 4096u + 132u},
                           {"offset", 132},
                           {"size", 4u},
                           {"block", {0u, 0u, 0u}},
                           {"thread", {33u, 0u, 0u}}}};
    return document;
}

ProfiledProgram program_of(const nlohmann::json& document) {
    return {example::source("naive.cu", "yours"), {}, read_profile(document.dump())};
}

} // namespace

TEST_CASE("a page gets a launch's arrays, by the names of the kernel's parameters") {
    const auto program = program_of(with_array({{1, 0, 0, 1, 4, 0, 32, 0, 4}}));
    const PageLaunch shown{program, program.profile->launches[0], "k1a"};
    std::size_t room = 100'000;
    std::string left_out;
    const auto data = arrays_data(shown, room, left_out);
    REQUIRE(data["list"].size() == 1);
    CHECK(data["list"][0]["name"] == "output");
    CHECK(data["list"][0]["warps"].size() == 1);
    REQUIRE(data["faults"].size() == 1);
    CHECK(data["faults"][0]["array"] == 0);
    CHECK(data["faults"][0]["offset"] == 132);
    CHECK(data["faults"][0]["party"]["thread"][0] == 33);
    CHECK(left_out.empty());
    room = 10;
    CHECK(arrays_data(shown, room, left_out)["list"].size() == 1); // of the fault alone
    CHECK_FALSE(left_out.empty());
}

TEST_CASE("the launch of a fault is run again with its address") {
    const auto program = program_of(with_array(nlohmann::json::array()));
    const auto launch = launch_of_fault(program, "fa");
    REQUIRE(launch);
    CHECK(launch->launch.number == 1);
    const auto run = short_run({*launch, *launch});
    CHECK(run.arrays == "1:0:4228");
    CHECK(run.cases.empty()); // the address depends on the cases before
}

TEST_CASE("only the cases of the launches are run again") {
    nlohmann::json document = example::naive();
    const auto call = document["calls"][0];
    const auto launch = document["launches"][0];
    document["calls"] = document["launches"] = nlohmann::json::array();
    for (const unsigned number : {1u, 2u, 3u, 4u}) {
        document["calls"].push_back(call);
        document["calls"].back()["number"] = number;
        document["calls"].back()["case"] = number < 3    ? "small"
                                           : number == 3 ? "large, odd"
                                                         : "of a promise";
        document["calls"].back()["for_a_promise"] = number == 4;
        document["launches"].push_back(launch);
        document["launches"].back()["number"] = number;
        document["launches"].back()["call"] = number;
    }
    document["launch_count"] = 4u;
    document["faults"] = nlohmann::json::array();
    auto program = program_of(document);
    const auto shown = [&](std::size_t index) {
        return PageLaunch{program, program.profile->launches[index], ""};
    };
    const auto run = short_run({shown(2)});
    CHECK(run.cases == std::vector<std::string>{"large, odd"});
    CHECK(run.arrays == "1:0:0");
    CHECK(run.numbers == std::map<std::uint64_t, std::uint64_t>{{3, 1}});
    CHECK(run.launches == 1);
    CHECK(short_run({shown(2), shown(1)}).arrays == "3:0:0,2:0:0");
    CHECK(short_run({shown(3)}).cases.empty());
    CHECK(short_run({shown(3)}).arrays == "4:0:0");

    std::vector<std::vector<std::string>> asked;
    program.run_again = [&](const std::string&, const std::vector<std::string>& cases) {
        asked.push_back(cases);
        nlohmann::json again = with_array({{1, 0, 0, 1, 4, 0, 32, 0, 4}});
        again["launch_count"] = cases.empty() ? 4u : 2u; // it does something else alone
        again["launches"][0]["number"] = cases.empty() ? 3u : 1u;
        return read_profile(again.dump());
    };
    add_arrays(program, {shown(2)});
    CHECK(asked == std::vector<std::vector<std::string>>{{"large, odd"}, {}});
    CHECK(program.profile->launches[2].arrays);
    CHECK_FALSE(program.profile->launches[0].arrays);

    document["launch_count"] = 5u; // one was not kept
    program = program_of(document);
    CHECK(short_run({shown(2)}).cases.empty());
}

TEST_CASE("an array that the first access misses has the name of its parameter") {
    auto document = with_array(nlohmann::json::array());
    auto& arrays = document["launches"][0]["arrays"];
    arrays["list"] = nlohmann::json::array();
    // Wrong entries are left out, and so is another array's.
    arrays["pointers"] = {{0u, 4096u + 128u}, {1u, 4096u}, {0u}, {0u, "text"}, "text"};
    const auto name_in = [](const nlohmann::json& shown_document) {
        const auto program = program_of(shown_document);
        std::size_t room = 100'000;
        std::string left_out;
        const auto data =
            arrays_data({program, program.profile->launches[0], "k1a"}, room, left_out);
        return data["list"].at(0)["name"].get<std::string>();
    };
    CHECK(name_in(document) == "output");
    arrays["pointers"] = {{0u, 8192u}};
    CHECK(name_in(document) == "cudaMalloc of 128 bytes");
}

TEST_CASE("what is no access of an array is left out") {
    const auto warps = nlohmann::json::array({{1, 0, 0, 1, 4, 0, 32, 0, 4},
                                              {1, 0, 0, 1, 4},
                                              {1, 0, 0, 1, 4, 31, 2, 0, 4},
                                              {1, 0, 0, 1, 4, 0, 32, -4, 4},
                                              {-1, 0, 0, 1, 4, 0, 32, 0, 4},
                                              {1, 0, 0, 1, "4", 0, 32, 0, 4},
                                              "text"});
    const auto program = program_of(with_array(warps));
    const auto& arrays = program.profile->launches[0].arrays;
    REQUIRE(arrays);
    REQUIRE(arrays->list.size() == 1);
    CHECK(arrays->list[0].warps.size() == 1);
    nlohmann::json wide = with_array(nlohmann::json::array());
    wide["launches"][0]["arrays"]["list"][0]["to"] = 129u; // behind the array's end
    CHECK(program_of(wide).profile->launches[0].arrays->list.empty());
}

TEST_CASE("names of a kernel's parameters") {
    const auto source = source_of("__global__ void other(int a);\n"
                                  "template <class T>\n"
                                  "__global__ void scale(const T* __restrict__ input,\n"
                                  "                      std::pair<int, int> range, // comment\n"
                                  "                      float (&table)[4], T *output) {\n}\n",
                                  "a.cu", "yours", "a.cu");
    const auto names = kernel_parameters(source, "void scale<float>(const float *, float *)");
    REQUIRE(names.size() == 4);
    CHECK(names[0] == "input");
    CHECK(names[1] == "range");
    CHECK(names[3] == "output");
    CHECK(kernel_parameters(source, "missing(int)").empty());
}
