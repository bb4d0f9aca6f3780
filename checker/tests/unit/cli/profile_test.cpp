// What `workbook profile` prints. The pages are compared with the texts in profile/, which
// WORKBOOK_APPROVE=1 unit_cli "[profile page]" writes anew.
#include "profile_example.hpp"

#include "cli/profile/listing.hpp"
#include "cli/profile/numbers.hpp"
#include "cli/profile/profile_report.hpp"
#include "cli/profile/remarks.hpp"
#include "cli/profile/totals.hpp"
#include "example_course.hpp"

#include <catch2/catch_test_macros.hpp>

#include <cstdlib>

using namespace workbook::cli;

namespace {

void compare_with_file(const std::string& name, const std::string& text) {
    const std::string path = std::string(WORKBOOK_PROFILE_FOLDER) + "/" + name;
    if (std::getenv("WORKBOOK_APPROVE") != nullptr) std::ofstream(path) << text;
    std::ifstream stream(path);
    INFO("if the new text is right: WORKBOOK_APPROVE=1 unit_cli \"[profile page]\"");
    CHECK(text == std::string(std::istreambuf_iterator<char>(stream), {}));
}

Profile profile_of(const nlohmann::json& document) { return read_profile(document.dump()).value(); }

ProfiledProgram program_of(const nlohmann::json& document, const std::string& file,
                           const std::string& label) {
    ProfiledProgram program{example::source(file, label), {}, profile_of(document)};
    program.result.lesson = "34_transpose";
    program.result.verdict = passed;
    return program;
}

WarpAccess access_with(const std::vector<int>& offsets, std::uint64_t bytes = 4) {
    WarpAccess access{"global", "load", "", bytes, 0, 1, {}};
    for (std::size_t lane = 0; lane < offsets.size(); ++lane)
        if (offsets[lane] >= 0) access.offsets[lane] = static_cast<std::uint64_t>(offsets[lane]);
    return access;
}

} // namespace

TEST_CASE("a profile is read, and the biggest launch of each kernel chosen") {
    const Profile profile = profile_of(example::naive());
    REQUIRE(profile.launches.size() == 2);
    CHECK(profile.call(2).test_case == "any shape");
    CHECK(profile.call(7).test_case.empty());
    const auto biggest = biggest_launches(profile);
    REQUIRE(biggest.size() == 1);
    CHECK(biggest[0]->number == 2);
    CHECK(biggest[0]->totals("global_store_sectors") == 131'072);
    CHECK(biggest[0]->totals("no_such_counter") == 0);
    CHECK(biggest[0]->lines.at(3).accesses.at(1).offsets[2] == 4096);
    CHECK(profile_of(example::odd()).faults.at(0).places.size() == 2);
}

TEST_CASE("what is no profile is none, and odd fields are taken as missing") {
    CHECK_FALSE(read_profile(""));
    CHECK_FALSE(read_profile("[1]"));
    CHECK_FALSE(read_profile(R"({"format": "another"})"));
    const auto profile =
        read_profile(R"({"format": "workbook-profile/1", "calls": [{"returned": 3}, 4],
        "launches": [{"grid": "x", "block": [-1, "a"], "kernel": 5, "counters": {"warp_instructions": -4},
                      "lines": [{"line": "z", "accesses": [{"offsets": [null, "a"]}, 3]}, null]}, []],
        "faults": [{"frames": [7, {"line": -3}], "other": 5}], "launch_count": "many"})");
    REQUIRE(profile);
    CHECK(profile->launches.at(0).lines.at(0).line == 0);
    CHECK(profile->launches[0].block.count() == 1);
    CHECK(biggest_launches(*profile).empty());
}

TEST_CASE("kernels have short names") {
    CHECK(short_kernel_name(example::transpose_name) == "transpose");
    CHECK(short_kernel_name("void scale<Pair<int, float>>(int)") == "scale<Pair<int, float>>");
    CHECK(short_kernel_name("_INTERNAL_08702fda_7_scan_cu_e56d08f3::up(int *)") == "up");
    CHECK(short_kernel_name("plain") == "plain");
}

TEST_CASE("the fewest sectors that would do") {
    const auto loads = [](std::uint64_t requests, std::uint64_t sectors, std::uint64_t bytes) {
        Counts counts;
        counts.values = {{"global_load_requests", requests},
                         {"global_load_sectors", sectors},
                         {"global_load_bytes", bytes}};
        return global_traffic(counts, "load");
    };
    CHECK(loads(10, 320, 1280).best() == 4);
    CHECK(loads(10, 320, 1280).wasteful());
    CHECK(loads(10, 320, 1280).wasted() == 280);
    CHECK(loads(10, 10, 1280).best() == 1);      // one address for all
    CHECK(loads(10, 10, 40).best() == 1);        // one lane: a sector at least
    CHECK(loads(10, 80, 2560).best() == 8);      // double
    CHECK_FALSE(loads(10, 50, 1280).wasteful()); // begins in the middle of a sector
    CHECK_FALSE(loads(0, 0, 0).wasteful());
}

TEST_CASE("numbers are written for people") {
    CHECK(short_number(4.0) == "4");
    CHECK(short_number(4.04) == "4");
    CHECK(short_number(31.96) == "32");
    CHECK(short_number(4.25) == "4.3");
    CHECK(grouped(0) == "0");
    CHECK(grouped(999) == "999");
    CHECK(grouped(1'234'567) == "1,234,567");
    CHECK(spoken_bytes(1) == "1 byte");
    CHECK(spoken_bytes(1536) == "1.5 KiB");
    CHECK(spoken_bytes(~0ull) == "16777216 TiB");
    CHECK(counted(1, "sector") == "1 sector");
    CHECK(counted(2.5, "sector") == "2.5 sectors");
}

TEST_CASE("how the addresses of a warp lie is said in words") {
    CHECK(describe_addresses(access_with({0, 1024, 2048, 3072})) ==
          "neighbouring threads read addresses 1024 bytes apart");
    CHECK(describe_addresses(access_with({96, 64, 32, 0})) ==
          "neighbouring threads read addresses 32 bytes apart");
    CHECK(describe_addresses(access_with({0, 4, 8, 12})).empty());
    CHECK(describe_addresses(access_with({0, 0, 0, 0})).empty());
    CHECK(describe_addresses(access_with({5})).empty());
    CHECK(describe_addresses(access_with({0, -1, 8})).empty());
    CHECK(describe_addresses(access_with({0, 400, 100, 900, 40})) ==
          "neighbouring threads read addresses that lie scattered");
    WarpAccess crooked = access_with({0, 4, 8, 12});
    crooked.address = 20;
    CHECK(describe_addresses(crooked) ==
          "the addresses lie side by side, but begin in the middle of a sector");
}

TEST_CASE("lines that are too long are folded or cut") {
    CHECK(folded("    a = b + c;", 40) == std::vector<std::string>{"    a = b + c;"});
    CHECK(folded("    alpha = beta + gamma;", 16) ==
          std::vector<std::string>{"    alpha = beta", "        + gamma;"});
    for (const std::string& piece : folded("    " + std::string(100, 'x'), 20))
        CHECK(piece.size() <= 20);
    CHECK(folded(std::string(300, ' ') + "x", 20).size() < 40);
    CHECK(cut_line("    int x;", 40) == "    int x;");
    CHECK(cut_line("    int longer_than_that;", 14) == "    int lo ...");
}

TEST_CASE("the page of a kernel", "[profile page]") {
    const Profile profile = profile_of(example::naive());
    const auto source = example::source("naive.cu", "yours");
    const LaunchProfile& launch = *biggest_launches(profile)[0];
    compare_with_file("naive.txt", kernel_page(source, profile, launch, {false, 80}));
    const std::string coloured_page = kernel_page(source, profile, launch, {true, 80});
    CHECK(coloured_page.find("\x1b[33m") != std::string::npos);
}

TEST_CASE("the page of a kernel with faults and much else", "[profile page]") {
    const Profile profile = profile_of(example::odd());
    compare_with_file("odd.txt", kernel_page(example::source("odd.cu", "yours"), profile,
                                             profile.launches[0], {false, 80}));
}

TEST_CASE("two programs beside each other", "[profile page]") {
    const auto course = example_course();
    const auto naive = program_of(example::naive(), "naive.cu", "yours");
    const auto tiled = program_of(example::tiled(), "tiled.cu", "solution");
    compare_with_file("compared.txt", comparison_report(course, naive, tiled, 0, {false, 100}));
    // The first launch of the naive one has no counterpart.
    CHECK(comparison_report(course, naive, tiled, 1, {false, 80})
              .starts_with("No call ran a kernel in both"));
}

TEST_CASE("a launch's number is one of the number of all launches") {
    const auto of_kernel = [](int number, const std::string& kernel, std::uint64_t instructions) {
        return example::launch(
            number, 1, kernel, {1, 1, 1}, {32, 1, 1},
            {{{"file", "lesson.cu"}, {"line", 3}, {"warp_instructions", instructions}}});
    };
    const Profile profile = profile_of(
        example::document({of_kernel(1, "fill(int*)", 10), of_kernel(2, "fill(int*)", 10),
                           of_kernel(3, "sum(int*)", 10), of_kernel(4, "sum(int*)", 20)}));
    const auto heading = [&](std::size_t index) {
        return launch_heading(profile, profile.launches[index]);
    };
    const std::string shape = "grid 1, block 32; launch ", in = "; in the case \"small\"";
    CHECK(heading(2) == shape + "3 of 4" + in);
    CHECK(heading(3) == shape + "4 of 4, the biggest of this kernel" + in);
    const Profile one = profile_of(example::document({of_kernel(1, "fill(int*)", 10)}));
    CHECK(launch_heading(one, one.launches[0]) == "grid 1, block 32" + in);
}

TEST_CASE("the launch to look at is one of the failed case, then one that wastes") {
    const auto chosen = [](const nlohmann::json& document, const std::string& failed_case) {
        auto program = program_of(document, "naive.cu", "yours");
        program.result.verdict = failed_case.empty() ? "passed" : "too_much_traffic";
        program.result.messages = {{failed_case, "too_much_traffic", "", "", 0}};
        const auto text = profile_json(example_course().lessons[0], program, nullptr, 0);
        return nlohmann::json::parse(text)["programs"][0]["kernels"][0]["launch"].get<int>();
    };
    CHECK(chosen(example::naive(), "") == 2);
    CHECK(chosen(example::naive(), "any shape") == 2);
    CHECK(chosen(example::naive(), "small") == 1);
    CHECK(chosen(example::naive(), "one without a launch") == 2);
    auto document = example::naive();
    const std::string kernel = document["launches"][0]["kernel"];
    document["launches"].push_back( // bigger than all others, and nothing wasted
        example::launch(3, 2, kernel, {900, 1, 1}, {32, 32, 1}, {example::line(5, 900'000, 32)}));
    CHECK(chosen(document, "") == 2);
    document["launches"].push_back( // one thread: the check's choice, not the kernel's
        example::launch(4, 2, kernel, {1, 1, 1}, {1, 1, 1}, {example::line(5, 9'000'000, 1)}));
    document["launches"].erase(1);
    document["launches"].push_back(example::naive()["launches"][1]);
    CHECK(chosen(document, "") == 2);
}

TEST_CASE("the launch to look at is one that the check measured, and none that a promise repeats") {
    const auto chosen = [](const nlohmann::json& document) {
        auto program = program_of(document, "naive.cu", "yours");
        program.result.verdict = "passed";
        const auto text = profile_json(example_course().lessons[0], program, nullptr, 0);
        return nlohmann::json::parse(text)["programs"][0]["kernels"][0]["launch"].get<int>();
    };
    auto document = example::naive();
    document["calls"][1]["for_a_promise"] = true; // that of the big launch
    CHECK(chosen(document) == 1);
    document["calls"][1]["for_a_promise"] = false;
    CHECK(chosen(document) == 2);
    document["calls"][0]["measured"] = 1;
    CHECK(chosen(document) == 1);
    document["calls"][1]["measured"] = 2;
    CHECK(chosen(document) == 2);
    // A little waste in a small launch is no reason to look at it.
    document = example::tiled();
    document["launches"][0]["lines"][8]["shared_load_conflicts"] = 0;
    document["launches"].push_back(example::naive()["launches"][1]);
    document["launches"][1]["number"] = 7;
    CHECK(chosen(document) == 7);
    for (auto& line : document["launches"][1]["lines"]) line["global_store_sectors"] = 4096 * 7;
    for (auto& line : document["launches"][0]["lines"]) line["global_load_bytes"] = 1'000'000;
    document["launches"][0]["counters"]["global_load_sectors"] = 10'000'000;
    CHECK(chosen(document) == 1);
}

TEST_CASE("what is read again, constants, idle threads, divergence") {
    const auto remarks = [](const nlohmann::json& document) {
        auto program = program_of(document, "odd.cu", "yours");
        return remarks_on(program.source, program.profile->launches.at(0), 5);
    };
    const nlohmann::json one_address{example::access("global", "load", 0, 1)};
    const auto document = [&](const nlohmann::json& accesses) {
        auto value = example::document({example::launch(
            1, 1, "odd(int *, int *, int)", {40, 1, 1}, {64, 1, 1},
            {example::line(15, 400, 32,
                           {{"global_load_requests", 100},
                            {"global_load_sectors", 400},
                            {"global_load_sectors_again", 300},
                            {"global_load_different_bytes", 3200},
                            {"global_load_bytes", 12'800}},
                           accesses),
             example::line(16, 100, 32,
                           {{"constant_load_requests", 100}, {"constant_load_conflicts", 200}}),
             example::line(17, 40, 32, {{"branches", 100}, {"divergent_branches", 90}})})});
        value["launches"][0]["counters"]["idle_threads"] = 640;
        return value;
    };
    const auto shared = remarks(document(nlohmann::json::array()));
    REQUIRE(shared.size() == 4);
    CHECK(shared[0] == "line 15: 75% of what is read here was read before in this launch; a "
                       "register can keep what a thread needs again, shared memory what several "
                       "threads of a block need; larger blocks or tiles spare what several blocks "
                       "read");
    CHECK(shared[1] == "line 16: the threads of a warp read 3 different addresses of constant "
                       "memory, one after the other; it is made for one address that all threads "
                       "read");
    CHECK(shared[2] == "640 of the 2,560 threads neither load nor store: the grid or the block is "
                       "larger than the data");
    CHECK(shared[3] == "line 17: in 90 of 100 branches the threads of a warp go different ways: "
                       "the warp executes both, one after the other");
    CHECK(remarks(document(one_address))[0].ends_with(
        "all threads of a warp read one address, which constant memory or a register can hold"));
    // Fewer than a block, or all of them, are no reason for a remark.
    for (const int idle : {63, 2560}) {
        auto value = document(one_address);
        value["launches"][0]["counters"]["idle_threads"] = idle;
        CHECK(remarks(value).size() == 3);
    }
}

TEST_CASE("the branch that is said to part a warp is one of the same function") {
    const auto remark_of = [](const std::string& between) {
        const ProgramSource source =
            source_of("__device__ void f() {\n    if (x) y();\n" + between + "\n    work();\n}\n",
                      "lesson.cu", "yours", "lesson.cu");
        const Profile profile = profile_of(example::document({example::launch(
            1, 1, "odd(int *, int *, int)", {40, 1, 1}, {64, 1, 1},
            {example::line(2, 400, 32, {{"branches", 100}, {"divergent_branches", 20}}),
             example::line(4, 400, 8)})}));
        const auto remarks = remarks_on(source, profile.launches.front());
        return remarks.empty() ? "" : remarks.front();
    };
    constexpr auto parted =
        "line 4: 8 threads of 32 in a warp take part on average; the others wait";
    CHECK(remark_of("    z();") ==
          std::string(parted) + ", since a branch in line 2 sends them another way");
    CHECK(remark_of("}") == parted);
}

TEST_CASE("all launches in a list", "[profile page]") {
    compare_with_file("launches.txt", launch_list(profile_of(example::naive())));
}

TEST_CASE("a program that launched nothing, or does not pass") {
    const auto course = example_course();
    auto program = program_of(example::document({}), "naive.cu", "yours");
    program.result.verdict = "wrong_answer";
    program.result.messages = {{"small", "wrong_answer", "nothing was written", "check.cpp", 3}};
    const std::string text = profile_report(course, program, 0, {false, 80});
    CHECK(text.starts_with("No kernel was launched."));
    CHECK(text.find("nothing was written") != std::string::npos);
    CHECK_THROWS_AS(profile_report(course, program, 5, {}), UserError);
}

TEST_CASE("the data as JSON") {
    auto program = program_of(example::naive(), "naive.cu", "yours");
    program.result.messages = {{"", "fault", "\xff no UTF-8", "", 0}};
    const auto text = profile_json(example_course().lessons[0], program, &program, 0);
    const auto json = nlohmann::json::parse(text);
    REQUIRE(json["programs"].size() == 2);
    const auto& kernel = json["programs"][0]["kernels"][0];
    CHECK(kernel["launch"] == 2);
    CHECK(kernel["lines"][3]["counters"]["global_store_sectors"] == 131'072);
    CHECK(kernel["remarks"].size() == 1);
    CHECK(kernel["lines"][3]["accesses"][1]["offsets"][31] == 31 * 2048);
}
