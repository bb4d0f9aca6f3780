// The page of `workbook profile --format html`: what it says, and that nothing of a student's text
// is more than text in it. checker/tests/browser/ opens one in a browser.
#include "profile_example.hpp"

#include "cli/profile/page/efficiency.hpp"
#include "cli/profile/page/output.hpp"
#include "cli/profile/page/page.hpp"
#include "example_course.hpp"
#include "temporary_folder.hpp"

#include <catch2/catch_test_macros.hpp>

#include <fmt/core.h>

#include <regex>
#include <set>

using namespace workbook::cli;

namespace {

const Lesson lesson = example_course().lessons[2];

ProfiledProgram page_program(const nlohmann::json& document, const std::string& file,
                             const std::string& label) {
    ProfiledProgram program{example::source(file, label), {}, read_profile(document.dump())};
    program.result.lesson = lesson.name;
    program.result.verdict = passed;
    return program;
}

bool page_has(const std::string& page, const std::string& text) {
    return page.find(text) != std::string::npos;
}

std::vector<std::string> all_matches(const std::string& text, const char* pattern) {
    const std::regex expression(pattern);
    std::vector<std::string> found;
    for (std::sregex_iterator at(text.begin(), text.end(), expression), end; at != end; ++at)
        found.push_back((*at)[1]);
    return found;
}

// The markup without style, data and script.
std::string markup_of(const std::string& page) {
    std::string text = page.substr(page.find("<body>"));
    return text.substr(0, text.find("<script"));
}

nlohmann::json data_of(const std::string& page) {
    const std::string begin = "<script type=\"application/json\" id=\"data\">";
    const auto at = page.find(begin) + begin.size();
    return nlohmann::json::parse(page.substr(at, page.find("</script>", at) - at));
}

void check_ids_and_links(const std::string& page) {
    const std::string markup = markup_of(page);
    const auto ids = all_matches(markup, " id=\"([^\"]*)\"");
    const std::set<std::string> known(ids.begin(), ids.end());
    CHECK(known.size() == ids.size());
    for (const std::string& target : all_matches(markup, "href=\"#([^\"]*)\"")) {
        INFO(target);
        CHECK(known.contains(target));
    }
}

} // namespace

TEST_CASE("a page says what is wasted, and leads to the line") {
    const auto naive = page_program(example::naive(), "naive.cu", "yours");
    const std::string page = profile_page(lesson, naive, nullptr, 0);
    CHECK(page_has(page, "4.5 MiB moved for the 1 MiB that the threads asked for."));
    CHECK(page_has(page, "<a href=\"#k1a-8\">line 8 stores 32 sectors"));
    CHECK(page_has(page, "id=\"k1a-8\" class=\"ran waste\""));
    CHECK(page_has(page, "Nsight Compute: l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum"));
    CHECK_FALSE(page_has(page, "class=\"failure\""));
    CHECK(page.size() < 100'000);
    check_ids_and_links(page);
}

TEST_CASE("a page sets two programs beside each other") {
    const auto naive = page_program(example::naive(), "naive.cu", "yours");
    const auto tiled = page_program(example::tiled(), "tiled.cu", "solution");
    const std::string page = profile_page(lesson, naive, &tiled, 0);
    CHECK(page_has(page, "id=\"k1a-8\""));
    CHECK(page_has(page, "id=\"k1b-15\""));
    CHECK(page_has(page, "Shared memory took 126,976 turns where 0 would do."));
    check_ids_and_links(page);
    auto passing = tiled;
    passing.origin = "It <passed>.";
    CHECK(page_has(profile_page(lesson, naive, &passing, 0), "It &lt;passed&gt;.</p>\n</header>"));
    const auto data = data_of(page);
    // What the trace kept no series of has the costliest access at least.
    const auto& store = data["k1a"]["lines"]["8"]["series"][1];
    CHECK(store["action"] == "store");
    CHECK(store["costliest"].size() == 4 + 32 * 4);
}

TEST_CASE("what a program's text says runs nothing on a page") {
    const std::string evil = "</script><script>alert(1)</script><img src=x onerror='alert(2)'>\"&";
    auto document = example::odd();
    document["launches"][0]["kernel"] = evil + "(int)";
    document["faults"][0]["kernel"] = evil + "(int)";
    document["faults"][0]["message"] = evil;
    document["calls"][0]["case"] = evil;
    auto& line = document["launches"][0]["lines"][2];
    line["series"] = {{{"space", evil},
                       {"action", evil},
                       {"memory", evil},
                       {"bytes", 4},
                       {"count", 1},
                       {"warps", {{0, 0, 1, 64, 0, 32, 0, 4}}}}};
    document["ptx"] = {{{"function", evil}, {"lines", {{"lesson.cu", 15, evil}}}}};
    auto program = page_program(document, "odd.cu", evil);
    program.source.name = evil;
    program.source.lines[14] = evil;
    program.result.verdict = "fault";
    program.result.messages = {{evil, "fault", evil + "\x1b[31m\xff", evil, 3}};
    Lesson hostile = lesson;
    hostile.name = hostile.title = evil;
    const std::string page = profile_page(hostile, program, &program, 0);
    const std::string markup = markup_of(page);
    CHECK_FALSE(page_has(markup, "<img"));
    CHECK_FALSE(page_has(markup, "onerror='"));
    CHECK_FALSE(page_has(markup, "\x1b"));
    CHECK_FALSE(page_has(page, "<script>alert"));
    // The page's own: its data, and four that draw. No more.
    CHECK(all_matches(page, "(<script)").size() == 5);
    CHECK(all_matches(page, "(</script)").size() == 5);
    CHECK(page_has(page, "script-src 'sha256-"));
    CHECK(data_of(page)["k1a"]["lines"]["15"]["ptx"][0] == evil);
    check_ids_and_links(page);
}

TEST_CASE("a line has the PTX of the template's instance, and says how much of it is left out") {
    auto document = example::odd();
    document["launches"][0]["kernel"] = "odd<(int)2>(int *)";
    auto of_two = nlohmann::json::array();
    for (int i = 0; i < 201; ++i) of_two.push_back({"lesson.cu", 15, "two"});
    const auto of_one = nlohmann::json::array({nlohmann::json::array({"lesson.cu", 15, "one"})});
    document["ptx"] = {{{"function", "_Z3oddILi1EEvPi"}, {"lines", of_one}},
                       {{"function", "_Z3oddILi2EEvPi"}, {"lines", of_two}}};
    const std::string page =
        profile_page(lesson, page_program(document, "odd.cu", "yours"), nullptr, 0);
    const auto line = data_of(page)["k1a"]["lines"]["15"];
    CHECK(line["ptx"] == nlohmann::json(std::vector<std::string>(200, "two")));
    CHECK(line["instructions"] == 201);
}

TEST_CASE("a failed check comes first on a page") {
    auto program = page_program(example::odd(), "odd.cu", "yours");
    program.result.verdict = "fault";
    program.result.messages = {{"any shape", "fault", "racecheck: <two> threads", "", 0}};
    const std::string page = profile_page(lesson, program, nullptr, 0);
    const auto failure = page.find("class=\"failure\""), kernel = page.find("class=\"kernel\"");
    REQUIRE(failure != std::string::npos);
    CHECK(failure < kernel);
    CHECK(page_has(page, "racecheck: &lt;two&gt; threads"));
    CHECK(page_has(page, "<a href=\"#k1a-17\">line 17</a>"));
    CHECK(page_has(page, "id=\"k1a-17\" class=\"ran fault\""));
    check_ids_and_links(page);

    // For a program that does not compile there is the failure alone.
    program.profile.reset();
    program.result.verdict = does_not_compile;
    const std::string alone = profile_page(lesson, program, nullptr, 0);
    CHECK(page_has(alone, "racecheck: &lt;two&gt; threads"));
    CHECK_FALSE(page_has(alone, "class=\"kernel\""));
}

TEST_CASE("a page begins where the failed check counted too much, in whichever program") {
    // Before it stands a kernel that is bigger and wastes more, the same in both programs.
    const auto with_another = [](nlohmann::json document) {
        auto other = example::naive()["launches"][1];
        other["kernel"] = "another(int)";
        other["number"] = 9;
        for (const char* name : {"warp_instructions", "global_store_sectors"})
            other["counters"][name] = 10 * other["counters"][name].get<std::uint64_t>();
        auto& line = other["lines"][3];
        line["line"] = 3;
        line["global_store_sectors"] = other["counters"]["global_store_sectors"];
        other["lines"] = {line};
        document["launches"].push_back(other);
        return document;
    };
    auto naive = page_program(with_another(example::naive()), "naive.cu", "yours");
    auto tiled = page_program(with_another(example::tiled()), "tiled.cu", "solution");
    const std::string both_pass = profile_page(lesson, tiled, &naive, 0);
    CHECK(both_pass.find("<h2>another</h2>") < both_pass.find("<h2>transpose</h2>"));

    naive.result.verdict = "too_much_traffic";
    naive.result.messages = {{"any shape", "too_much_traffic",
                              "too much is written\n(most of it at lesson.cu:8; lesson.cu:x)", "",
                              0}};
    // A message without a line hides none that has one, and no message is left out.
    naive.result.messages.insert(naive.result.messages.begin(),
                                 {"any shape", "requirement", "one pass is to do", "", 0});
    for (const bool failed_first : {true, false}) {
        const std::string page = failed_first ? profile_page(lesson, naive, &tiled, 0)
                                              : profile_page(lesson, tiled, &naive, 0);
        CHECK(page.find("<h2>another</h2>") > page.find("<h2>transpose</h2>"));
        CHECK(page.find("one pass is to do") < page.find("<summary>and 1 more</summary>"));
        CHECK(page_has(page, failed_first ? "<a href=\"#k1a-8\">lesson.cu:8</a>; lesson.cu:x)"
                                          : "<a href=\"#k1b-8\">lesson.cu:8</a>; lesson.cu:x)"));
        check_ids_and_links(page);
    }
}

TEST_CASE("the sentence of a page is about what the check complains of") {
    auto naive = page_program(example::naive(), "naive.cu", "yours");
    const auto sentence_at = [&](int line) {
        naive.result.verdict = "requirement";
        naive.result.messages = {
            {"any shape", "requirement",
             fmt::format("n = 64:\ntoo many additions: a thread adds first\n(measured: 40, most of "
                         "it at lesson.cu:{}; at most 2 are asked for)",
                         line),
             "", 0}};
        const auto sentences = all_matches(profile_page(lesson, naive, nullptr, 0),
                                           "<p class=\"verdict-line\">([^<]*)</p>");
        return sentences.empty() ? "" : sentences.front();
    };
    const int quiet = naive.profile->launches[1].lines.front().line;
    REQUIRE(quiet != 8);
    CHECK(sentence_at(quiet) == fmt::format("The check names line {}: too many additions.", quiet));
    // What that line wastes says more than the words above it do.
    CHECK(sentence_at(8) == "4.5 MiB moved for the 1 MiB that the threads asked for.");
    CHECK(sentence_at(999) == "4.5 MiB moved for the 1 MiB that the threads asked for.");
}

TEST_CASE("of kernels that ran the line of the failed check, the one that ran first comes first") {
    auto document = example::naive();
    auto later = document["launches"][1];
    later["kernel"] = "later(int)";
    later["number"] = later["call"] = 3;
    for (const char* name : {"warp_instructions", "global_store_sectors"})
        later["counters"][name] = 10 * later["counters"][name].get<std::uint64_t>();
    document["launches"].push_back(later);
    document["calls"].push_back(document["calls"][1]);
    document["calls"].back()["number"] = 3;
    auto naive = page_program(document, "naive.cu", "yours");
    const auto first_kernel = [&] { return markup_of(profile_page(lesson, naive, nullptr, 0)); };
    CHECK(first_kernel().find("<h2>later</h2>") < first_kernel().find("<h2>transpose</h2>"));
    naive.result.verdict = "too_much_traffic";
    naive.result.messages = {
        {"any shape", "too_much_traffic", "too much is written at lesson.cu:8", "", 0}};
    CHECK(first_kernel().find("<h2>later</h2>") > first_kernel().find("<h2>transpose</h2>"));
}

TEST_CASE("what is a little more is told where nothing else is") {
    const auto tiled = page_program(example::tiled(), "tiled.cu", "solution");
    auto document = example::tiled();
    auto& launch = document["launches"][0];
    launch["counters"]["barriers"] = 256;
    launch["lines"][4]["barriers"] = 256;
    const auto twice = page_program(document, "tiled.cu", "yours");
    for (const auto& page :
         {profile_page(lesson, twice, &tiled, 0), profile_page(lesson, tiled, &twice, 0)}) {
        CHECK(page_has(page, "What yours does more than solution, though it is little of the "
                             "launch:"));
        CHECK(page_has(page, "waits at 256 barriers of blocks, not 128: most of the difference in "
                             "line 11.</a>"));
        CHECK_FALSE(page_has(page, "What solution does more"));
    }
    // Not where one of the two does much more.
    launch["counters"]["global_atomic_lanes"] = 1;
    document["launches"][0]["counters"]["global_load_sectors"] = 1'000'000;
    const auto much = page_program(document, "tiled.cu", "yours");
    const std::string page = profile_page(lesson, much, &tiled, 0);
    CHECK(page_has(page, "reads 1,000,000 sectors of global memory, not 16,384"));
    CHECK_FALSE(page_has(page, "though it is little"));
    CHECK_FALSE(page_has(page, "by an atomic"));
}

TEST_CASE("a page says what one program does more than the other, and in which line") {
    const auto naive = page_program(example::naive(), "naive.cu", "yours");
    const auto tiled = page_program(example::tiled(), "tiled.cu", "solution");
    const std::string page = profile_page(lesson, tiled, &naive, 0);
    CHECK(page_has(page, "What yours does more than solution:"));
    CHECK(page_has(page, "<a href=\"#k1b-8\">writes 131,072 sectors of global memory, not 16,384: "
                         "most of the difference in line 8.</a>"));
    CHECK(page_has(page, "<a href=\"#k1a-15\">takes 126,976 extra turns in the banks of shared "
                         "memory, not 0: most of the difference in line 15.</a>"));
    check_ids_and_links(page);
    CHECK_FALSE(page_has(profile_page(lesson, naive, &naive, 0), "What yours does more"));
    CHECK_FALSE(page_has(profile_page(lesson, naive, nullptr, 0), "What yours does more"));
}

TEST_CASE("beside another program a page shows the launch in which the two differ most") {
    // The biggest waste is in a launch that is the same in both programs.
    auto own = example::naive();
    auto same = own["launches"][1];
    same["number"] = 3;
    same["call"] = 1;
    own["launches"].erase(0);
    own["launches"].push_back(same);
    auto other = own;
    for (auto& counters : {&other["launches"][0]["counters"], &other["launches"][0]["lines"][3]})
        (*counters)["global_store_sectors"] = 16'384;
    own["launches"][1]["counters"]["warp_instructions"] = 900'000;
    other["launches"][1]["counters"]["warp_instructions"] = 900'000;
    for (auto* document : {&own, &other})
        for (auto* counters :
             {&(*document)["launches"][1]["counters"], &(*document)["launches"][1]["lines"][3]})
            (*counters)["global_store_sectors"] = 999'999;
    const auto first = page_program(own, "naive.cu", "yours");
    const auto second = page_program(other, "naive.cu", "other");
    CHECK(page_has(profile_page(lesson, first, nullptr, 0), "launch 3"));
    CHECK(page_has(profile_page(lesson, first, &second, 0), "launch 2"));
    CHECK(page_has(profile_page(lesson, first, &first, 0), "launch 3"));
}

TEST_CASE("a page stays small, and says what it leaves out") {
    auto document = example::naive();
    auto& lines = document["launches"][1]["lines"];
    nlohmann::json scattered = {0, 0, 32, 1 << 30};
    for (int lane = 0; lane < 32; ++lane)
        for (const int number : {lane, 1, 100'000 * lane, 0}) scattered.push_back(number);
    for (auto& line : lines)
        for (int kind = 0; kind < 32; ++kind)
            line["series"].push_back({{"space", "global"},
                                      {"action", "load"},
                                      {"memory", std::to_string(kind)},
                                      {"bytes", 4},
                                      {"count", 99},
                                      {"warps", std::vector(32, scattered)}});
    const auto program = page_program(document, "naive.cu", "yours");
    const std::string page = profile_page(lesson, program, nullptr, 0);
    CHECK(page.size() < 3'000'000);
    CHECK(page_has(page, "some pictures of warps were left out for size"));
}

TEST_CASE("what is no series of accesses is none") {
    const auto warps_of = [](const nlohmann::json& warps) {
        auto document = example::naive();
        document["launches"][1]["lines"][0]["series"] = {{{"space", "global"}, {"warps", warps}}};
        return read_profile(document.dump())->launches[1].lines[0].series.at(0).warps.size();
    };
    CHECK(warps_of({{0, 0, 1, 64, 0, 32, 0, -4}}) == 1);
    CHECK(warps_of({{0, 0, 1, 64, 0, 33, 0, 4}}) == 0); // more lanes than there are
    CHECK(warps_of({{0, 0, 1, 64, 31, 2, 0, 4}}) == 0);
    CHECK(warps_of({{0, 0, 1, 64, 1, 1, 0}}) == 0);
    CHECK(warps_of({{0, 0, 1, 64}}) == 0);
    CHECK(warps_of({{0, 0, 1, 64, 0, "32", 0, 4}}) == 0);
    CHECK(warps_of({5}) == 0);
}

TEST_CASE("a line's share is of what it wastes most") {
    const auto tiled = read_profile(example::tiled().dump()).value();
    const LaunchProfile& launch = tiled.launches[0];
    const HeatPart heat = heat_of(launch.lines[8], launch); // the drain, in one bank
    CHECK(std::string(heat.what) == "turns of shared memory");
    CHECK(heat.of_line.used == 0);
    CHECK(heat.percent(heat.of_line.wasted()) == 100);
    Counts counts;
    counts.values = {{"global_load_used_bytes", 900}, {"global_load_sectors", 2}};
    CHECK(used_bytes(counts).used == 64); // never more than all
}

TEST_CASE("a page replaces a page and nothing else") {
    const TemporaryFolder folder;
    const Course course = example_course(folder.path());
    const auto usual = page_place(course, lesson, "");
    CHECK(usual == folder.path() / "build" / "profile" / (lesson.name + ".html"));
    const auto page =
        profile_page(lesson, page_program(example::naive(), "naive.cu", "yours"), nullptr, 0);
    write_page(usual, page);
    write_page(usual, page);
    CHECK(std::filesystem::file_size(usual) == page.size());
    folder.write("thesis.html", "<!DOCTYPE html>\n<p>months of work");
    CHECK_THROWS_AS(write_page(folder.path() / "thesis.html", page), UserError);
    CHECK_THROWS_AS(write_page(folder.path(), page), UserError);
    CHECK_THROWS_AS(write_page(folder.path() / "thesis.html" / "page.html", page), UserError);
    folder.write("empty.html", "");
    write_page(folder.path() / "empty.html", page);
}
