// Tests of cli/class: budget, journal, names, summary and the grading of a folder.
#include "cli/class/budget.hpp"
#include "cli/class/journal.hpp"
#include "cli/class/keys.hpp"
#include "cli/class/pace.hpp"
#include "cli/class/summary.hpp"
#include "cli/machine.hpp"

#include "cli/formats/csv_parts.hpp"
#include "cli/formats/formats.hpp"
#include "cli/formats/read_grade.hpp"
#include "example_course.hpp"
#include "temporary_folder.hpp"

#include <catch2/catch_test_macros.hpp>
#include <nlohmann/json.hpp>

#include <sched.h>

#include <optional>
#include <set>

using namespace workbook::cli;
namespace fs = std::filesystem;

namespace {

GradedLesson graded_lesson(const std::string& name, const std::string& verdict, double points,
                           std::vector<std::string> messages = {}) {
    GradedLesson lesson;
    lesson.result.lesson = name;
    lesson.result.verdict = verdict;
    lesson.result.points = points;
    lesson.result.max_points = 2;
    for (auto& text : messages) {
        lesson.cases.push_back({"case", 0, 1, false, verdict, false});
        lesson.result.messages.push_back({"case", verdict, std::move(text), "", 0});
    }
    return lesson;
}

GradeReport graded(std::vector<GradedLesson> lessons, bool complete = true) {
    GradeReport report;
    report.complete = complete;
    report.lessons = std::move(lessons);
    return report;
}

ClassRow row_called(const std::string& label) {
    ClassRow row;
    row.label = label;
    return row;
}

std::string refused_output(const fs::path& folder, bool resume) {
    try {
        const Journal journal(folder, resume);
    } catch (const UserError& error) {
        return error.what();
    }
    return "";
}

} // namespace

TEST_CASE("a class's budget of processors and memory") {
    const auto budget = [](std::size_t jobs, std::uint64_t gibibytes, std::size_t count) {
        const auto found = class_budget(jobs, gibibytes << 30, count);
        return std::pair(found.submissions, found.lessons);
    };
    CHECK(budget(16, 64, 300) == std::pair<std::size_t, std::size_t>(16, 1));
    CHECK(budget(16, 8, 300) == std::pair<std::size_t, std::size_t>(4, 1));
    CHECK(budget(16, 64, 3) == std::pair<std::size_t, std::size_t>(3, 5));
    CHECK(budget(2, 1, 300) == std::pair<std::size_t, std::size_t>(1, 1));
    CHECK(budget(1, 0, 0) == std::pair<std::size_t, std::size_t>(1, 1));
    // A limit that is set is what is reckoned with, and its checker.
    constexpr std::uint64_t gibibyte = 1ull << 30;
    CHECK(class_budget(16, 8 * gibibyte, 300, gibibyte).submissions == 6);
    CHECK(class_budget(16, 8 * gibibyte, 300, 6 * gibibyte).submissions == 1);
}

TEST_CASE("what the machine and a control group allow") {
    CHECK(processors_in("200000 100000\n") == 2);
    CHECK(processors_in("150000 100000\n") == 2);
    CHECK(processors_in("10000 100000\n") == 1);
    CHECK(processors_in("max 100000\n") == 0);
    CHECK(processors_in("") == 0);
    cpu_set_t before, one;
    REQUIRE(sched_getaffinity(0, sizeof before, &before) == 0);
    CPU_ZERO(&one);
    CPU_SET(sched_getcpu(), &one);
    REQUIRE(sched_setaffinity(0, sizeof one, &one) == 0);
    CHECK(processor_count() == 1);
    sched_setaffinity(0, sizeof before, &before);
    CHECK(memory_in("MemTotal:  9 kB\nMemAvailable:    2048 kB\n") == 2048 * 1024);
    CHECK(memory_in("nothing") == 0);
    CHECK(memory_left(1000, 900, "anon 300\nactive_file 200\nshmem 5\ninactive_file 350\n") == 650);
    CHECK(memory_left(1000, 900, "") == 100);
    CHECK(memory_left(1000, 1200, "") == 0);
}

TEST_CASE("how long a class will still take") {
    CHECK(pace_text(0, 300, 10) == "0 of 300 graded");
    CHECK(pace_text(1, 300, 1) == "1 of 300 graded, about 5 minutes left");
    CHECK(pace_text(150, 300, 60) == "150 of 300 graded, about 1 minute left");
    CHECK(pace_text(299, 300, 299) == "299 of 300 graded, less than a minute left");
    CHECK(pace_text(10, 300, 3600) == "10 of 300 graded, about 29 hours left");
    CHECK(pace_text(300, 300, 99) == "300 of 300 graded");
}

TEST_CASE("symptoms are the same for all who made the mistake") {
    CHECK(symptom_for_class("racecheck: Race reported between Write access and Read access\n    "
                            "at square_port.cu:12") ==
          "racecheck: Race reported between Write access and Read access");
    CHECK(symptom_for_class("n = 10, blocks of 32 threads:\n  memcheck: Invalid __global__ read of "
                            "size 8 bytes\nmore") ==
          "memcheck: Invalid __global__ read of size ... bytes");
    CHECK(symptom_for_class("identifier \"my_thing\" is undefined. See the line.") ==
          symptom_for_class("identifier \"other\" is undefined. See another."));
    CHECK(symptom_for_class("it touched address 0x7f0010 in kernel mine, grid 4") ==
          symptom_for_class("it touched address 0x10 in kernel yours, grid 40"));
    CHECK(symptom_for_class("the kernel launched too early") == "the kernel launched too early");
    CHECK(symptom_for_class(std::string(100000, 'x')).size() == 300);
    CHECK(symptom_for_class("").empty());
}

TEST_CASE("a class in numbers") {
    ClassSummary summary(graded({graded_lesson("01_a", "not_graded", 0)}, false));
    summary.add(row_called("ada"), graded({graded_lesson("01_a", "passed", 2)}));
    summary.add(row_called("bob"),
                graded({graded_lesson("01_a", "fault", 1, {"read of 8", "read of 9"})}));
    summary.add(row_called("cyd"),
                graded({graded_lesson("01_a", "fault", 0, {"read of 1", "hang"})}));
    summary.add(row_called("dan"),
                graded({graded_lesson("01_a", "not_started", 0, {"as it was"})}));
    summary.add(row_called("eve"),
                graded({graded_lesson("01_a", "grader_error", 0, {"ours"})}, false));
    const auto report = summary.finish();
    REQUIRE(report.rows.size() == 5);
    CHECK(report.rows[1].points == 1);
    CHECK(complete_rows(report) == 4);
    const auto& lesson = report.lessons.at(0);
    REQUIRE(lesson.verdicts.size() == 4);
    CHECK(lesson.verdicts[0].text == "fault");
    CHECK(lesson.verdicts[0].count == 2);
    CHECK(lesson.verdicts[0].example == "bob");
    REQUIRE(lesson.symptoms.size() == 2); // not started and our own errors complain of nothing
    CHECK(lesson.symptoms[0].text == "read of ...");
    CHECK(lesson.symptoms[0].count == 2);
    CHECK(lesson.symptoms[1].example == "cyd");
    REQUIRE(lesson.cases.size() == 1);
    CHECK(lesson.cases[0].count == 2);
}

TEST_CASE("five of the commonest at most, equal ones in the order of their texts") {
    Counter counter;
    for (const std::string text : {"f", "e", "d", "c", "b", "a", "f"})
        counter.add(text, "s" + text);
    const auto five = counter.commonest(5);
    REQUIRE(five.size() == 5);
    CHECK(five[0].text == "f");
    CHECK(five[1].text == "a");
    CHECK(five[4].text == "d");
}

TEST_CASE("points that the workbook failed on are no points") {
    ClassSummary summary(graded({graded_lesson("01_a", "", 0), graded_lesson("02_b", "", 0)}));
    ClassRow row = row_called("=eve,\"1\"");
    row.failure = "Its grading <ended>.";
    summary.add(
        row, graded({graded_lesson("01_a", "passed", 2), graded_lesson("02_b", "grader_error", 0)},
                    false));
    const auto report = safe_class(summary.finish());
    CHECK(class_csv(report).find("\"'=eve,\"\"1\"\"\",,,,,false,,4,false,Its grading <ended>.,2,"
                                 "passed,,grader_error\r\n") != std::string::npos);
    const auto json = nlohmann::json::parse(class_json(report));
    CHECK(json["submissions"][0]["points"].is_null());
    CHECK(json["submissions"][0]["results"][0]["points"] == 2);
    CHECK(json["submissions"][0]["results"][1]["points"].is_null());
    const auto html = class_html(report);
    CHECK(html.find("not complete") != std::string::npos);
    CHECK(html.find("<ended>") == std::string::npos);
    CHECK(class_console(report, {}).find("[!] =eve") != std::string::npos);
}

TEST_CASE("a report is read as it was written") {
    GradeReport report = graded({graded_lesson("01_a", "fault", 1.25, {"one\ntwo"}),
                                 graded_lesson("02_b", "hidden_failed", 2)});
    report.seed = 18446744073709551615u;
    report.warnings = {"a"};
    report.device = "virtual GPU";
    report.execution_seconds = 1.5;
    report.detail = Detail::symptom;
    report.lessons[0].hidden = {2, 1, 0.5, 1};
    report.lessons[0].result.messages[0].file = "exercises/a.cu";
    report.lessons[0].result.messages[0].line = 7;
    report.lessons[0].result.seed = 5;
    report.lessons[0].cases[0].hidden = true;
    const auto text = json_grade(report);
    const auto again = read_grade(text);
    REQUIRE(again);
    CHECK(json_grade(*again) == text);
    for (const std::string bad :
         {"", "{", "[]", "{\"schema\": \"other\"}", "{\"schema\": \"workbook/grade/v1\"}"})
        CHECK_FALSE(read_grade(bad));
    CHECK_FALSE(read_grade(text.substr(0, text.size() / 2)));
}

TEST_CASE("the journal knows what is whole and the same, and nothing else") {
    const TemporaryFolder folder;
    const auto output = folder.path() / "a/b";
    const JournalEntry entry{.grader = "g", .files = {{"01_a", "x"}}};
    std::optional<Journal> journal(std::in_place, output, false);
    CHECK_FALSE(journal->known("ada", entry));
    journal->keep("ada", entry, "report");
    CHECK(journal->known("ada", entry) == "report");
    auto other = entry;
    other.grader = "h";
    CHECK_FALSE(journal->known("ada", other));
    other = entry;
    other.files["01_a"] = "y";
    CHECK_FALSE(journal->known("ada", other));
    other = entry;
    other.files["02_b"] = "z";
    CHECK_FALSE(journal->known("ada", other));
    other = entry;
    other.failure = "memory";
    journal->keep("bob", other, "report");
    CHECK_FALSE(journal->known("bob", entry));

    CHECK(refused_output(output, true).find("another grading is writing") != std::string::npos);
    journal.reset();
    CHECK(refused_output(output, false).find("--resume") != std::string::npos);
    // What a killed one was writing goes; an instructor's own files, and a submission that is
    // called like one, stay.
    const std::vector<std::string> unfinished{"reports/ada.json.workbook-0a1b2c3d",
                                              "journal/ada.json.workbook-0a1b2c3d",
                                              "table.csv.workbook-01234567"};
    const std::vector<std::string> others{"reports/ada.json.orig",
                                          "reports/ada.json.gz",
                                          "reports/ada.json.20261130",
                                          "reports/ada.json.01234567",
                                          "reports/ada.json.workbook-0a1b2c3",
                                          "reports/ada.json.workbook-0a1b2c3d.json",
                                          "reports/ada.json.json",
                                          "journal/ada.json.json"};
    for (const auto& names : {unfinished, others})
        for (const auto& name : names) folder.write("a/b" / fs::path(name), "text");
    journal.emplace(output, true);
    CHECK(fs::exists(journal->report_of("ada")));
    for (const auto& name : unfinished) CHECK_FALSE(fs::exists(output / name));
    for (const auto& name : others) CHECK(fs::exists(output / name));
    folder.write("a/b/reports/ada.json", "changed");
    CHECK_FALSE(journal->known("ada", entry));
    folder.write("a/b/journal/ada.json", "{\"schema\"");
    CHECK_FALSE(journal->known("ada", entry));
    journal->forget("ada");
    CHECK_FALSE(fs::exists(journal->report_of("ada")));
}

TEST_CASE("an output folder is new, empty or a journal") {
    const TemporaryFolder folder;
    folder.write("full/file", "");
    folder.write("file", "");
    CHECK(refused_output(folder.path() / "full", false).find("other files") != std::string::npos);
    CHECK(refused_output(folder.path() / "full", true).find("other files") != std::string::npos);
    CHECK(refused_output(folder.path() / "file", false).find("cannot be made") !=
          std::string::npos);
    CHECK(refused_output(folder.path() / "new", true).empty());
    CHECK(refused_output(folder.path() / "new", false).empty()); // nothing was graded in it
}

TEST_CASE("what judges a lesson is its checker and what that asks, but not what was handed in") {
    const TemporaryFolder folder;
    Lesson lesson;
    lesson.check = folder.path() / "01_add/check";
    lesson.learner = folder.path() / "01_add/learner";
    for (const std::string name : {"check", "reference", "learner", "other/more"})
        folder.write("01_add" / fs::path(name), "");
    const auto place = folder.path() / "01_add";
    CHECK(programs_that_judge(lesson) ==
          std::set<fs::path>{place / "check", place / "other/more", place / "reference"});
}

TEST_CASE("compilers are the programs that PATH leads to first") {
    const TemporaryFolder folder;
    folder.write("one/gcc", "not to be run");
    for (const std::string name : {"two/gcc", "three/gcc-12", "three/ld"}) {
        folder.write(name, "");
        fs::permissions(folder.path() / name, fs::perms::owner_all);
    }
    fs::create_symlink("gcc-12", folder.path() / "three/gcc");
    const auto found = [&](const std::vector<std::string>& folders) {
        std::string path;
        for (const auto& name : folders) path += ":" + (folder.path() / name).string();
        std::set<std::string> names;
        for (const auto& program : programs_in_path(path, {"gcc", "ld"}))
            names.insert(program.lexically_relative(fs::canonical(folder.path())));
        return names;
    };
    CHECK(found({"one", "two", "three"}) == std::set<std::string>{"two/gcc", "three/ld"});
    CHECK(found({"nowhere", "three", "two"}) == std::set<std::string>{"three/gcc-12", "three/ld"});
    CHECK(found({"one"}).empty());
}

TEST_CASE("no cell is a formula, whatever a spreadsheet takes for its end") {
    CHECK(csv_cell("=1+1") == "'=1+1");
    CHECK(csv_cell("  -1") == "\"  '-1\"");
    CHECK(csv_cell("a;=1") == "a;'=1");
    CHECK(csv_cell("a; \t@x;; ;+1\t%") == "a; \t'@x;; ;'+1\t'%");
    CHECK(csv_cell("a;\"=cmd|' /C calc'!A0") == "\"a;\"\"'=cmd|' /C calc'!A0\"");
    CHECK(csv_cell("a\n;\r＝1") == "a ; '＝1");
    CHECK(csv_cell("n = 3; m - 1, x") == "\"n = 3; m - 1, x\"");
    CHECK(csv_cell("for (i = 0; i < n; i += 1)") == "for (i = 0; i < n; i += 1)");
}

TEST_CASE("a submission's key changes with its files, and with why one is not taken") {
    const TemporaryFolder folder;
    auto course = example_course(folder.path() / "course");
    course.cmake = "cmake";
    const auto lessons = select_lessons(course, {"02"});
    const auto key = [&] { return key_of_submission(course, lessons, folder.path() / "in"); };
    folder.write("in/add.cu", "one");
    const auto first = key();
    REQUIRE(first.at("02_add").size() == 64);
    folder.write("in/other.txt", "is not taken, so it changes nothing");
    CHECK(key() == first);
    folder.write("in/add.cu", "two");
    CHECK(key() != first);
    fs::remove(folder.path() / "in/add.cu");
    const auto missing = key();
    CHECK(missing.at("02_add").find("has no file") != std::string::npos);
    fs::create_symlink("/etc/hostname", folder.path() / "in/add.cu");
    CHECK(key() != missing);
}
