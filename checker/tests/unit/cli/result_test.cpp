// Tests of cli/result.hpp.
#include "cli/result.hpp"

#include "cli/lesson_report.hpp"

#include <catch2/catch_test_macros.hpp>
#include <nlohmann/json.hpp>

using namespace workbook::cli;

namespace {

Result blank() {
    Result result;
    result.lesson = "02_add";
    result.max_points = 3;
    result.tree = "exercises";
    result.seed = 9;
    return result;
}

} // namespace

TEST_CASE("a result file is read") {
    const auto result = read_result(
        R"({"verdict": "wrong_answer", "points": 1.5, "device": "Virtual GPU",
            "messages": [{"case": "c", "verdict": "fault", "text": "t", "file": "f.cu", "line": 4},
                         {"text": "only text", "file": null}]})",
        blank());
    REQUIRE(result);
    CHECK(result->verdict == "wrong_answer");
    CHECK(result->points == 1.5);
    CHECK(result->device == "Virtual GPU");
    REQUIRE(result->messages.size() == 2);
    CHECK(result->messages[0].test_case == "c");
    CHECK(result->messages[0].line == 4);
    CHECK(result->messages[1].verdict == "wrong_answer");
}

TEST_CASE("points follow the verdict where they are not given, and stay within the lesson's") {
    CHECK(read_result(R"({"verdict": "passed", "messages": []})", blank())->points == 3);
    CHECK(read_result(R"({"verdict": "fault", "messages": []})", blank())->points == 0);
    CHECK(read_result(R"({"verdict": "passed", "points": 99, "messages": []})", blank())->points ==
          3);
}

TEST_CASE("what is no result is none") {
    for (const std::string text :
         {"", "{", "[]", "{}", R"({"verdict": 3, "messages": []})", R"({"verdict": "passed"})",
          R"({"verdict": "passed", "messages": [{"line": "x"}]})"}) {
        CHECK_FALSE(read_result(text, blank()));
    }
}

TEST_CASE("the JSON report has every field, and any bytes a student prints") {
    Result result = blank();
    result.verdict = "crashed";
    result.messages = {{"c", "crashed", "it said \xff\xfe", "f.cu", 1}};
    const auto json = nlohmann::json::parse(json_report({result}));
    REQUIRE(json.is_array());
    REQUIRE(json.size() == 1);
    for (const char* key :
         {"lesson", "verdict", "points", "max_points", "device", "tree", "seed", "messages"}) {
        CHECK(json[0].contains(key));
    }
    CHECK(json[0]["messages"][0]["case"] == "c");
    CHECK(json_report({result}).find("\"max_points\": 3,") != std::string::npos);
}

TEST_CASE("numbers and verdicts in words") {
    CHECK(spoken(2.0) == "2");
    CHECK(spoken(1.5) == "1.5");
    CHECK(spoken(std::string("does_not_compile")) == "does not compile");
}

TEST_CASE("what was gained is read, and stands in no report that is JSON") {
    const auto result = read_result(
        R"({"verdict": "passed", "messages": [], "gained": ["What you gained:", "few sectors"]})",
        blank());
    REQUIRE(result);
    CHECK(result->gained == std::vector<std::string>{"What you gained:", "few sectors"});
    CHECK(gain_report(*result, TextStyle{}) == "  What you gained:\n    few sectors\n");
    CHECK(json_report({*result}).find("gained") == std::string::npos);
    CHECK(gain_report(blank(), TextStyle{}).empty());
}
