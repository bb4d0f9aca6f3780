// Tests of harness/case_report.hpp.
#include "harness/case_report.hpp"

#include <catch2/catch_test_macros.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <sstream>

using namespace workbook;

namespace {

CaseResult good(const char* name, double weight = 1) {
    return {.name = name, .weight = weight, .ran = true, .passed = true, .assertions = 3};
}

CaseResult bad(const char* name, double weight = 1) {
    return {.name = name, .weight = weight, .ran = true, .passed = false, .assertions = 3};
}

Report report_of(std::vector<CaseResult> cases, std::vector<Message> messages = {}) {
    Report report;
    report.lesson = "00_test";
    report.tree = "exercises";
    report.device = "virtual GPU";
    report.max_points = 4;
    report.cases = std::move(cases);
    report.messages = std::move(messages);
    return report;
}

Report decided(Report report, bool untouched = false) {
    decide(report, untouched);
    return report;
}

} // namespace

TEST_CASE("every verdict has a name, a title and a sentence of its own") {
    std::vector<std::string_view> names;
    for (const Verdict verdict : wire::all_verdicts) {
        const wire::VerdictWords& words = words_of(verdict);
        names.emplace_back(words.name);
        CHECK_FALSE(std::string_view(words.title).empty());
        CHECK(std::string_view(words.sentence).ends_with('.'));
        CHECK(wire::find_verdict(words.name) == &words);
    }
    std::sort(names.begin(), names.end());
    CHECK(std::adjacent_find(names.begin(), names.end()) == names.end());
    CHECK(names.size() == 16);
}

TEST_CASE("passed: all ran, all passed") {
    const Report report = decided(report_of({good("a"), good("b", 2)}));
    CHECK(report.verdict == Verdict::passed);
    CHECK(report.points == 4);
}

TEST_CASE("never passed by absence") {
    CHECK(decided(report_of({})).verdict == Verdict::grader_error);
    CaseResult not_run{.name = "b"};
    CHECK(decided(report_of({good("a"), not_run})).verdict == Verdict::skipped);
    CaseResult skipped = good("b");
    skipped.skipped = true;
    CHECK(decided(report_of({good("a"), skipped})).verdict == Verdict::skipped);
    CaseResult empty = good("b");
    empty.assertions = 0;
    const Report nothing_checked = decided(report_of({good("a"), empty}));
    CHECK(nothing_checked.verdict == Verdict::grader_error);
    CHECK(nothing_checked.points == 0);
    // Failed without a message.
    CHECK(decided(report_of({good("a"), bad("b")})).verdict == Verdict::grader_error);
    // All passed, but a message says otherwise.
    CHECK(decided(report_of({good("a")}, {{"", Verdict::grader_error, "x", "", 0}})).verdict ==
          Verdict::grader_error);
}

TEST_CASE("points follow the weights") {
    const Report report = decided(
        report_of({good("a", 1), bad("b", 3)}, {{"b", Verdict::wrong_answer, "text", "", 0}}));
    CHECK(report.verdict == Verdict::wrong_answer);
    CHECK(report.points == 1);
}

TEST_CASE("the gravest finding is the verdict") {
    const Report report = decided(
        report_of({bad("a"), bad("b"), bad("c")}, {{"a", Verdict::requirement, "", "", 0},
                                                   {"b", Verdict::timed_out, "", "", 0},
                                                   {"c", Verdict::wrong_answer, "", "", 0}}));
    CHECK(report.verdict == Verdict::timed_out);
    // Its message is the first one, the others keep their order.
    CHECK(report.messages[0].case_name == "b");
    CHECK(report.messages[1].case_name == "a");
    CHECK(report.messages[2].case_name == "c");
}

TEST_CASE("cases that are numbered by TODOs: the first TODO that is not right comes first") {
    const auto first_of = [](std::vector<Message> messages) {
        std::vector<CaseResult> cases;
        for (const Message& message : messages) cases.push_back(bad(message.case_name.c_str()));
        return decided(report_of(cases, messages)).messages[0].case_name;
    };
    const Message one{"1: counts", Verdict::wrong_answer, "", "", 0};
    const Message four{"4: one tile", Verdict::fault, "", "", 0};
    CHECK(first_of({one, four}) == one.case_name);
    CHECK(decided(report_of({bad("1: counts"), bad("4: one tile")}, {one, four})).verdict ==
          Verdict::fault);
    // Among those of one TODO, the gravest.
    const Message grave{"1: any order", Verdict::fault, "", "", 0};
    CHECK(first_of({one, grave, four}) == grave.case_name);
    // Among cases without a number, too.
    CHECK(first_of({one, {"any order", Verdict::fault, "", "", 0}}) == "any order");
    CHECK(first_of({{"all", Verdict::wrong_answer, "", "", 0}, four}) == four.case_name);
    // The grader's own failure is never hidden.
    CHECK(first_of({one, {"4: one tile", Verdict::grader_error, "", "", 0}}) == four.case_name);
}

TEST_CASE("an untouched stub is not started, whatever its cases say") {
    const std::vector<Message> wrong{{"b", Verdict::wrong_answer, "text", "", 0}};
    const Report stub = decided(report_of({good("a"), bad("b")}, wrong), true);
    CHECK(stub.verdict == Verdict::not_started);
    CHECK(stub.points == 0);
    // The grader's own failure stays visible; a stub that passes is passed.
    CHECK(decided(report_of({bad("a")}, {{"a", Verdict::grader_error, "", "", 0}}), true).verdict ==
          Verdict::grader_error);
    CHECK(decided(report_of({good("a")}), true).verdict == Verdict::passed);
}

TEST_CASE("the result file") {
    Report report = report_of({good("a"), bad("b", 2)},
                              {{"b", Verdict::fault, "line 1\nline 2", "check.cpp", 12}});
    report.seed = 18446744073709551615u;
    report.printed = "caf\xe9"; // not UTF-8
    decide(report, false);
    const auto parsed = nlohmann::json::parse(to_json(report));
    CHECK(parsed["lesson"] == "00_test");
    CHECK(parsed["verdict"] == "fault");
    CHECK(parsed["points"] == 1.33);
    CHECK(parsed["max_points"].dump() == "4");
    CHECK(parsed["seed"] == 18446744073709551615u);
    CHECK(parsed["messages"][0]["text"] == "line 1\nline 2");
    CHECK(parsed["messages"][0]["file"] == "check.cpp");
    CHECK(parsed["messages"][0]["line"] == 12);
    CHECK(parsed["cases"][1]["weight"] == 2);
}

TEST_CASE("printing shows no escape sequences of the learner's") {
    Report report = report_of({bad("a")}, {{"a", Verdict::wrong_answer, "wrong", "", 0}});
    report.printed = "\033[2Jpassed";
    decide(report, false);
    std::ostringstream out;
    print_outcome(out, report, false);
    CHECK(out.str().find('\033') == std::string::npos);
    CHECK(out.str().find("    | ?[2Jpassed") != std::string::npos);
}

TEST_CASE("what was gained stands under the verdict, and in the file only where it was asked for") {
    Report report = decided(report_of({good("a")}));
    CHECK_FALSE(nlohmann::json::parse(to_json(report)).contains("gained"));
    report.gained = {"What you gained:", "few sectors"};
    CHECK(nlohmann::json::parse(to_json(report))["gained"][1] == "few sectors");
    std::ostringstream out;
    print_outcome(out, report, false);
    CHECK(out.str().ends_with(".\n\nWhat you gained:\n    few sectors\n"));
}

TEST_CASE("a result says that the machine may be to blame, where it may") {
    Report report = decided(report_of({bad("a")}));
    auto result = nlohmann::json::parse(to_json(report));
    CHECK_FALSE(result.contains("in_doubt"));
    CHECK_FALSE(result.contains("waited"));
    report.in_doubt = true;
    report.waited = 1.5;
    result = nlohmann::json::parse(to_json(report));
    CHECK(result["in_doubt"] == true);
    CHECK(result["waited"] == 1.5);
    CHECK(nlohmann::json::parse(waiting_to_json(2.5)) == nlohmann::json{{"waited", 2.5}});
}
