// Tests of cli/expect.hpp.
#include "cli/expect.hpp"

#include <catch2/catch_test_macros.hpp>

using namespace workbook::cli;

TEST_CASE("what a mistake's first lines promise") {
    const auto expectation = read_expectation("// Mistake: bytes without sizeof\n"
                                              "// Verdict: wrong_answer\n"
                                              "// Message: element 512\n"
                                              "// Message: never written\n"
                                              "// Only: virtual\n"
                                              "#include \"port.hpp\"\n"
                                              "// Message: not part of it\n",
                                              "m.cu");
    CHECK(expectation.verdict == "wrong_answer");
    CHECK(expectation.messages == std::vector<std::string>{"element 512", "never written"});
    CHECK(expectation.only_virtual);
}

TEST_CASE("a mistake that promises too little is refused") {
    const std::string good = "// Mistake: m\n// Verdict: fault\n// Message: x\n";
    CHECK_NOTHROW(read_expectation(good, "m.cu"));
    for (const std::string text :
         {"", "// Verdict: fault\n// Message: x\n", "// Mistake: m\n// Message: x\n",
          "// Mistake: m\n// Verdict: fault\n",
          "// Mistake: m\n// Verdict: passed\n// Message: x\n"}) {
        CHECK_THROWS_AS(read_expectation(text, "m.cu"), UserError);
    }
}

TEST_CASE("messages as they would be without the namespaces that a mistake is compiled in") {
    CHECK(without_namespaces("mistake_x::sum<parts::types::Plus> and parts::f",
                             "parts::types\nparts\nmistake_x\n") == "sum<Plus> and f");
    CHECK(without_namespaces("mistake_xy::add", "mistake_x") == "mistake_xy::add");
}

TEST_CASE("verdict, words and points are compared") {
    Result result;
    result.verdict = "wrong_answer";
    result.max_points = 2;
    result.messages = {{"", "wrong_answer", "element 3 is wrong", "", 0}};
    CHECK(unmet({"wrong_answer", "", {"element 3"}, false}, result, "").empty());
    CHECK(unmet({"wrong_answer", "", {"said elsewhere"}, false}, result, "it is said elsewhere")
              .empty());
    CHECK(unmet({"fault", "", {"element 3"}, false}, result, "").size() == 1);
    CHECK(unmet({"wrong_answer", "", {"element 4"}, false}, result, "").size() == 1);
    CHECK(unmet({"", "passed", {}, false}, result, "").empty());
    CHECK(unmet({"", "wrong_answer", {}, false}, result, "").size() == 1);
    CHECK(unmet({"", "passed", {}, false, true}, result, "").empty());
    result.points = 0.5;
    CHECK(unmet({"", "passed", {}, false, true}, result, "").size() == 1); // a case passes
    result.points = 0;
    result.verdict = "passed";
    CHECK(unmet({"passed", "", {}, false}, result, "").size() == 1); // without its points
    result.points = 2;
    CHECK(unmet({"passed", "", {}, false}, result, "").empty());
    result.verdict = "grader_error";
    CHECK(unmet({"", "passed", {}, false}, result, "").size() == 1);
}

TEST_CASE("no message counts arguments: it names them") {
    Result result;
    result.verdict = "wrong_answer";
    const auto complaints = [&](const char* text) {
        result.messages = {{"", "wrong_answer", text, "", 0}};
        return unmet({"wrong_answer", "", {}, false}, result, "").size();
    };
    CHECK(complaints("`out` of add(): 2 of 3 elements are wrong") == 0);
    CHECK(complaints("add_kernel takes 3 arguments") == 0);
    CHECK(complaints("the 3rd argument of add(): 2 of 3 elements are wrong") == 1);
    CHECK(complaints("the text in argument 2 has no zero") == 1);
    CHECK(complaints("an argument of add(): 2 of 3 elements are wrong") == 1);
}
