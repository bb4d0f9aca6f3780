// Tests of vgpu/runtime/settings.hpp.
#include "vgpu/runtime/settings.hpp"
#include "vgpu/runtime/source_line.hpp"

#include <catch2/catch_test_macros.hpp>

using namespace vgpu::runtime;

TEST_CASE("memory sizes are read with their unit") {
    CHECK(*parse_memory_size("1048576") == 1 << 20);
    CHECK(*parse_memory_size("512M") == 512ull << 20);
    CHECK(*parse_memory_size("2G") == 2ull << 30);
    for (const char* wrong : {"", "G", "12", "-1", "1X", "99999999G", "1 G", "0x100000"}) {
        INFO(wrong);
        CHECK_FALSE(parse_memory_size(wrong));
    }
}

TEST_CASE("checks are all, none or a list") {
    CHECK(parse_checks("all")->size() == 5);
    CHECK(parse_checks("all,leakcheck")->size() == 6);
    CHECK_FALSE(parse_checks("all")->contains("leakcheck"));
    CHECK(parse_checks("none")->empty());
    const auto some = parse_checks("memcheck,racecheck");
    REQUIRE(some);
    CHECK(some->contains("racecheck"));
    CHECK_FALSE(some->contains("initcheck"));
    CHECK_FALSE(parse_checks("racecheck,typo"));
}

TEST_CASE("the trace has two levels") {
    CHECK(*parse_trace_level("lines"));
    CHECK_FALSE(*parse_trace_level("faults"));
    for (const char* wrong : {"", "all", "lines,faults"}) CHECK_FALSE(parse_trace_level(wrong));
}

TEST_CASE("frames are folded or all shown") {
    CHECK(*parse_frames("all"));
    CHECK_FALSE(*parse_frames("folded"));
    for (const char* wrong : {"", "none", "all,folded"}) CHECK_FALSE(parse_frames(wrong));
    CHECK(*parse_descriptor("17") == 17);
    for (const char* wrong : {"", "-1", "2147483648", "1x"}) CHECK_FALSE(parse_descriptor(wrong));
}

TEST_CASE("a line of PTX leads to its line of source") {
    const char* ptx = ".version 9.0\n"                                    // 1
                      ".entry a()\n"                                      // 2
                      "{\n"                                               // 3
                      ".loc 1 12 5\n"                                     // 4
                      "ret;\n"                                            // 5
                      ".loc 2 40 7, function_name $L, inlined_at 1 9 3\n" // 6
                      "add.s32 %r1, %r1, 1;\n"                            // 7
                      "}\n"                                               // 8
                      ".entry b()\n"                                      // 9
                      "{\n"                                               // 10
                      "ret;\n"                                            // 11
                      "}\n"                                               // 12
                      ".file 1 \"first.cu\"\n"
                      ".file 2 \"second.cuh\"\n";
    REQUIRE(source_of_line(ptx, 5));
    CHECK(source_of_line(ptx, 5)->file == "first.cu");
    CHECK(source_of_line(ptx, 5)->line == 12);
    CHECK(source_of_line(ptx, 7)->file == "first.cu"); // out of the inlined function, to its call
    CHECK(source_of_line(ptx, 7)->line == 9);
    const char* nested = "{\n"
                         ".loc 1 30 1, function_name $L, inlined_at 1 5 2\n"
                         ".loc 1 50 4, function_name $L, inlined_at 1 30 1\n"
                         "ret;\n"
                         ".file 1 \"all.cu\"\n";
    CHECK(source_of_line(nested, 4)->line == 5);
    const char* circle = ".loc 1 3 3, inlined_at 1 3 3\n.loc 1 3 3, inlined_at 1 3 3\n"
                         ".file 1 \"a.cu\"\n";
    CHECK(source_of_line(circle, 2)->line == 3);

    // A call is told before the first code that is inlined there. Later code of it, behind code of
    // another call at the same place, is found by the function that it stands in.
    const char* interleaved = "{\n"                                                // 1
                              ".loc 1 30 1, function_name $L, inlined_at 1 5 2\n"  // 2
                              ".loc 1 50 4, function_name $L, inlined_at 1 30 1\n" // 3
                              ".loc 1 30 1, function_name $L, inlined_at 1 9 2\n"  // 4
                              ".loc 1 50 4, function_name $L, inlined_at 1 30 1\n" // 5
                              ".loc 1 31 1, function_name $L, inlined_at 1 5 2\n"  // 6
                              ".loc 1 51 4, function_name $L, inlined_at 1 30 1\n" // 7
                              "ret;\n"
                              ".file 1 \"all.cu\"\n";
    CHECK(source_of_line(interleaved, 3)->line == 5);
    CHECK(source_of_line(interleaved, 5)->line == 9);
    CHECK(source_of_line(interleaved, 8)->line == 5);
    CHECK(source_of_line(".loc 1 4 1\n.local .b8 x[4];\n.loc x\n.file 1 \"a \\\"b\\\".cu\"\n", 3)
              ->file == "a \"b\".cu");

    CHECK_FALSE(source_of_line(ptx, 11)); // not the other function's
    CHECK_FALSE(source_of_line(ptx, 1));
    CHECK_FALSE(source_of_line(ptx, 0));
    CHECK_FALSE(source_of_line("", 3));
    CHECK_FALSE(source_of_line(".loc", 1));
    CHECK_FALSE(source_of_line(".loc 1 2 3\n.file 1 \"unterminated", 1));
}

TEST_CASE("profiles and device counts are what there is") {
    CHECK(*parse_profile("a100") == "a100");
    REQUIRE_FALSE(parse_profile("A100"));
    CHECK(parse_profile("v100").error().message ==
          "there is no profile \"v100\"; there are t4, a100, h200 and rtx4090");
    CHECK(*parse_devices("8") == 8);
    for (const char* wrong : {"0", "9", "", "two", "-1"}) {
        INFO(wrong);
        CHECK_FALSE(parse_devices(wrong));
    }
}
