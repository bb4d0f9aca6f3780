// Tests of vgpu/runtime/wanted_launches.hpp.
#include "vgpu/runtime/wanted_launches.hpp"

#include <catch2/catch_test_macros.hpp>

using vgpu::runtime::WantedLaunches;
using workbook::wire::most_wanted_launches;
using workbook::wire::WantedLaunch;

TEST_CASE("a launch is wanted by its number in the call") {
    WantedLaunches launches;
    CHECK_FALSE(launches.wish(1));
    WantedLaunch wishes[most_wanted_launches];
    wishes[0] = {.number = 2, .block = 5, .focus = 0};
    wishes[1] = {.number = 7, .block = 0, .focus = 4096};
    launches.begin_call(wishes);
    CHECK_FALSE(launches.wish(1));
    CHECK_FALSE(launches.wish(0)); // a launch that the trace does not have
    REQUIRE(launches.wish(2));
    CHECK(launches.wish(2)->block == 5);
    REQUIRE(launches.wish(7));
    CHECK(launches.wish(7)->focus == 4096);
    launches.note_told();
    launches.note_told();
    CHECK(launches.told() == 2);
}

TEST_CASE("the next call has wishes of its own, and its launches are counted from the beginning") {
    WantedLaunches launches;
    WantedLaunch wishes[most_wanted_launches];
    wishes[0].number = 3;
    launches.begin_call(wishes);
    launches.note_told();
    wishes[0].number = 1;
    launches.begin_call(wishes);
    CHECK(launches.told() == 0);
    CHECK(launches.wish(1));
    CHECK_FALSE(launches.wish(3));
}
