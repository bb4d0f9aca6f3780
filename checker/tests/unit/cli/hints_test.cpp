// Tests of cli/hints.hpp.
#include "cli/hints.hpp"

#include "cli/state.hpp"
#include "example_course.hpp"
#include "temporary_folder.hpp"

#include <catch2/catch_test_macros.hpp>

using namespace workbook::cli;

TEST_CASE("hints as plain text, without the tags that hide them") {
    const auto hints = hints_in(R"(# A lesson

Hint 0: not in the section.

## Hints

<details><summary>Hint 1: where things are</summary>

Look at `a`,
then at b.

</details>

<details><summary>Hint 2: nearly everything</summary>

The code:

```cpp
if (i < n)
    a[i] = 1;
## no heading, but code
```

1. one
2. two

</details>

## Experiments

Hint 3: none.
)");
    REQUIRE(hints.size() == 2);
    CHECK(hints[0] == "Hint 1: where things are\n\nLook at `a`, then at b.");
    CHECK(hints[1] ==
          "Hint 2: nearly everything\n\nThe code:\n\n    if (i < n)\n        a[i] = 1;\n"
          "    ## no heading, but code\n\n1. one\n2. two");
}

TEST_CASE("hints without tags, and no hints at all") {
    CHECK(hints_in("x\n## Hints\n\nHint 1: one.\nHint 2: two.\r\n") ==
          std::vector<std::string>{"Hint 1: one.", "Hint 2: two."});
    CHECK(hints_in("").empty());
    CHECK(hints_of({}).empty());
}

TEST_CASE("hints on a terminal") {
    const std::vector<std::string> hints{"Hint 1: where to look\n\nOne line and another one.\n"
                                         "\n    code;",
                                         "Hint 2"};
    CHECK(hint_report(hints, 1, {false, 25}) == "  Hint 1 of 2: where to look\n"
                                                "\n"
                                                "    One line and another\n"
                                                "      one.\n"
                                                "\n"
                                                "        code;\n");
    CHECK(hint_report(hints, 2, {true, 25}) == "  \x1b[1mHint 2 of 2\x1b[0m\n");
}

TEST_CASE("one more hint each time, and not more than there are") {
    const TemporaryFolder folder;
    const Course course = example_course(folder.path());
    const Lesson& lesson = course.lessons[0];
    CHECK(one_more_hint(course, lesson, 2) == 1);
    CHECK(one_more_hint(course, lesson, 2) == 2);
    CHECK(one_more_hint(course, lesson, 2) == 2);
    CHECK(one_more_hint(course, course.lessons[1], 2) == 1);
    CHECK(read_state(course).hints_shown.at(lesson.name) == 2);
}
