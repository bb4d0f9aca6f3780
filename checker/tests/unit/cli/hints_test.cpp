#include "cli/hints.hpp"

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
