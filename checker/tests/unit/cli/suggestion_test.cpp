// Tests of cli/suggestion.hpp.
#include "cli/suggestion.hpp"

#include <catch2/catch_test_macros.hpp>

using namespace workbook::cli;

namespace {

std::string suggested(const std::vector<std::string>& words) {
    return suggestion(words, {"check", "list", "hint", "watch", "reset", "profile"});
}

} // namespace

TEST_CASE("a mistyped command is told with the rest of the line") {
    CHECK(suggested({"chek", "03"}) ==
          "There is no command \"chek\". Did you mean: ./workbook check 03");
    CHECK(suggested({"cehck", "03"}).ends_with("./workbook check 03"));
    CHECK(suggested({"lst"}).ends_with("./workbook list"));
    CHECK(suggested({"hnit", "17"}).ends_with("./workbook hint 17"));
}

TEST_CASE("a lesson without a command") {
    CHECK(suggested({"03"}) == "\"03\" is no command. To check lesson 03: ./workbook check 03");
    CHECK(suggested({"03_square_port"}).ends_with("./workbook check 03_square_port"));
}

TEST_CASE("what is like no command is given none") {
    for (const std::string word : {"frobnicate", "x", "", "square_port"})
        CHECK(suggested({word}).ends_with("./workbook --help"));
    CHECK(suggested({std::string(1'000'000, 'c')}).size() < 200);
}
