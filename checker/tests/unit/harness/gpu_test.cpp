// Tests of harness/gpu.hpp: what is said where a lesson needs a newer GPU.
#include "harness/gpu.hpp"

#include <catch2/catch_test_macros.hpp>

using namespace workbook;

TEST_CASE("gpu: a lesson that needs a newer one says so, and what to do") {
    CHECK(lacking_capability("Tesla T4", 75) == ""); // no lesson has said what it needs
    need_capability(9, 0);
    CHECK(lacking_capability("NVIDIA H100", 90) == "");
    CHECK(lacking_capability("some GPU", 100) == "");
    CHECK(lacking_capability("some GPU", 0) == ""); // the driver did not say
    CHECK(
        lacking_capability("Tesla T4", 75) ==
        "this lesson needs a GPU of compute capability 9.0 or newer, and the Tesla T4 has 7.5: set "
        "WORKBOOK_DEVICE=virtual to have the virtual GPU check it");
    need_capability(0, 0);
}
