// A submission on its way to a grade: how it is compiled, what its points are, whose fault it is if
// there are none.
#include "cli/formats/words.hpp"
#include "cli/grading/deadline.hpp"
#include "cli/submission/blame.hpp"
#include "cli/submission/build_commands.hpp"
#include "cli/submission/compile.hpp"
#include "cli/submission/grade_submission.hpp"
#include "cli/submission/hidden.hpp"
#include "cli/submission/output_file.hpp"
#include "cli/submission/points.hpp"
#include "cli/submission/redact.hpp"
#include "cli/submission/shell_words.hpp"
#include "cli/submission/toolchain.hpp"

#include "handed_in.hpp"
#include "temporary_folder.hpp"

#include <catch2/catch_test_macros.hpp>

#include <fstream>
#include <sys/stat.h>
#include <unistd.h>

using namespace workbook::cli;
namespace fs = std::filesystem;

TEST_CASE("the words of a shell's command") {
    using Words = std::vector<std::string>;
    CHECK(shell_words("  a  b\tc ") == Words{"a", "b", "c"});
    CHECK(shell_words(R"(-DX=\"y\" 'a b' "c \"d\" \e" '')") ==
          Words{"-DX=\"y\"", "a b", "c \"d\" \\e", ""});
    CHECK(shell_words("").empty());
}

TEST_CASE("names of files are replaced in commands") {
    CHECK(with_replaced(std::vector<std::string>{"-DF=\"/a/b.cu\"", "/a/b.cu", "/a/c"}, "/a/b.cu",
                        "/x/b.cu/a/b.cu") ==
          std::vector<std::string>{"-DF=\"/x/b.cu/a/b.cu\"", "/x/b.cu/a/b.cu", "/a/c"});
}

TEST_CASE("how a build compiles and links is read from it, without what is for the build alone") {
    using Words = std::vector<std::string>;
    HandedIn in;
    in.course.build = in.folder.path() / "build";
    in.course.compilers = {"/usr/bin/nvcc", "/usr/bin/c++"};
    const auto files = in.course.build / "exercises/CMakeFiles/learner_01_one.dir";
    fs::create_directories(files);
    const std::string object = "exercises/CMakeFiles/learner_01_one.dir/one.cu.o";
    std::ofstream(in.course.build / "compile_commands.json")
        << R"([{"directory": "/b", "command": "ccache /usr/bin/nvcc -DX -c /x/one.cu -o )" << object
        << R"(", "file": "/x/one.cu"}])";
    std::ofstream(files / "link.txt")
        << ": && /usr/bin/c++ -Wl,--dependency-file=exercises/CMakeFiles/learner_01_one.dir/link.d "
        << object << " -o lessons/01_one/learner -Wl,-rpath,/a lib.a && :\n";
    const auto commands = commands_of_build(in.course, in.lessons, "learner_").at("01_one");
    CHECK(commands.directory == "/b");
    CHECK(commands.compile == Words{"/usr/bin/nvcc", "-DX", "-c", "/x/one.cu", "-o", object});
    CHECK(commands.link ==
          Words{"/usr/bin/c++", object, "-o", "lessons/01_one/learner", "-Wl,-rpath,/a", "lib.a"});
    CHECK(commands.object == object);
    CHECK(commands.program == "lessons/01_one/learner");
}

TEST_CASE("a report is called after who handed in") {
    const auto name = [](const std::string& folder) {
        SubmissionOptions options;
        options.submission = folder;
        return begin_report({}, {}, options).submission;
    };
    for (const std::string folder :
         {"/in/ada", "/in/ada/", "/in/ada/exercises", "/in/b/../ada/exercises/"})
        CHECK(name(folder) == "ada");
    CHECK(name("/exercises") == "exercises");
}

TEST_CASE("points are shared out by the weights of visible and hidden cases") {
    const auto result = [](const std::string& verdict, std::vector<CheckedCase> cases) {
        Result value;
        value.verdict = verdict;
        value.points = 1; // the checker's own, of its cases alone
        value.cases = std::move(cases);
        for (const auto& row : value.cases)
            if (!row.passed) value.messages.push_back({row.name, "fault", "secret", "", 0});
        return value;
    };
    GradedLesson lesson;
    lesson.result.max_points = 4;
    const auto visible = result("fault", {{"a", 1, true}, {"b", 1, false}});

    SECTION("visible only") {
        settle(lesson, visible, nullptr, false);
        CHECK(lesson.result.points == 2);
        CHECK(lesson.cases[1].verdict == "fault");
        CHECK(lesson.reason == "1 of 2 cases passed; not passed: \"b\".");
    }
    SECTION("hidden ones count, and leave nothing but counts") {
        const auto hidden = result("fault", {{"h1", 1, true}, {"h2", 1, false}});
        settle(lesson, visible, &hidden, false);
        CHECK(lesson.result.points == 2);
        CHECK(lesson.hidden.cases == 2);
        CHECK(lesson.hidden.passed == 1);
        CHECK(lesson.hidden.points == 1);
        CHECK(lesson.cases.size() == 2);
        CHECK(lesson.result.messages.size() == 1);
        CHECK(lesson.reason ==
              "1 of 2 cases passed; not passed: \"b\"; 1 of 2 hidden cases passed.");
    }
    SECTION("a submission that passes all but a hidden case has not passed") {
        const auto hidden = result("fault", {{"h1", 2, false}});
        settle(lesson, result("passed", {{"a", 2, true}}), &hidden, false);
        CHECK(lesson.result.verdict == "hidden_failed");
        CHECK(lesson.result.points == 2);
    }
    SECTION("nothing is gained by keeping the hidden checker from its end") {
        const auto hidden = result("timed_out", {});
        settle(lesson, result("passed", {{"a", 2, true}}), &hidden, false);
        CHECK(lesson.result.verdict == "hidden_failed");
        CHECK(lesson.result.points == 0);
    }
    SECTION("a hidden checker's own failure is seen, whatever the visible cases say") {
        const auto hidden = result("grader_error", {});
        settle(lesson, visible, &hidden, false);
        CHECK(lesson.result.verdict == "grader_error");
    }
    SECTION("what a hidden checker says of no case is marked as hidden, too") {
        auto hidden = result("timed_out", {});
        hidden.messages = {{"", "timed_out", "secret", "", 0}};
        settle(lesson, visible, &hidden, true);
        REQUIRE(lesson.result.messages.size() == 2);
        CHECK_FALSE(lesson.result.messages[0].hidden);
        CHECK(lesson.result.messages[1].hidden);
    }
    SECTION("no points where the checker gave none") {
        auto nothing = visible;
        nothing.verdict = "not_started";
        nothing.points = 0;
        settle(lesson, nothing, nullptr, false);
        CHECK(lesson.result.points == 0);
    }
}

TEST_CASE("whose fault it is that there is no verdict is found out by the course's own program") {
    struct Said {
        std::string verdict;
        bool started = true;
    };
    std::map<fs::path, std::vector<Said>> answers; // to the first, the second, ... time
    std::map<fs::path, std::size_t> asked;
    std::optional<fs::path> given = "given";
    const auto judge = [&] {
        asked.clear();
        const Trial trial{[&](const fs::path& program) {
                              const auto& said = answers[program];
                              const auto& now =
                                  said.at(std::min(asked[program]++, said.size() - 1));
                              Result result;
                              result.verdict = now.verdict;
                              result.started = now.started;
                              result.points = 1;
                              result.cases = {{"a", 1, true}};
                              result.messages = {{"", now.verdict, "its words", "", 0}};
                              return result;
                          },
                          [&] { return given; }};
        return checked_with_blame("theirs", trial);
    };
    answers["given"] = {{"passed"}};

    SECTION("a verdict is one") {
        answers["theirs"] = {{"fault"}};
        CHECK(judge().verdict == "fault");
        CHECK(asked["theirs"] == 1);
        CHECK(asked["given"] == 0);
    }
    SECTION("a moment's trouble of the machine") {
        answers["theirs"] = {{"grader_error"}, {"passed"}};
        CHECK(judge().verdict == "passed");
    }
    SECTION("the submission's") {
        answers["theirs"] = {{"grader_error"}};
        const auto result = judge();
        CHECK(result.verdict == "not_taken");
        CHECK(result.points == 0);
        CHECK(result.cases.empty());
        CHECK(result.messages[0].text.find("its words") != std::string::npos);
        answers["theirs"] = {{"exited", false}};
        CHECK(judge().verdict == "exited");
    }
    SECTION("the grader's") {
        answers["theirs"] = answers["given"] = {{"exited", false}};
        CHECK(judge().verdict == "grader_error");
        answers["theirs"] = answers["given"] = {{"grader_error"}};
        CHECK(judge().verdict == "grader_error");
        given = fs::path(); // it cannot even be compiled
        CHECK(judge().verdict == "grader_error");
        given.reset(); // one's own tree
        CHECK(judge().verdict == "grader_error");
        CHECK(asked["theirs"] == 1);
    }
}

TEST_CASE("a symptom is a sentence without numbers") {
    CHECK(symptom_of("element 17 is 3.5e-7, expected 0x2f. Look at the tail.") ==
          "element ... is ..., expected ....");
    CHECK(symptom_of("n = 10, blocks of 32:\n  memcheck: Invalid read of size 8\nmore") ==
          "n = ..., blocks of ...:\n  memcheck: Invalid read of size ...");
    CHECK(symptom_of("float4 and x2") == "float4 and x2");
    GradedLesson lesson;
    lesson.result.messages = {{"a", "fault", "at 1", "exercises/x/check.cpp", 7},
                              {"a", "fault", "at 2", "exercises/x/check.cpp", 8}};
    lesson.result.printed = "12";
    auto other = lesson;
    redact(lesson, Detail::symptom);
    REQUIRE(lesson.result.messages.size() == 1);
    CHECK(lesson.result.messages[0].line == 0);
    CHECK(lesson.result.printed.empty());
    redact(other, Detail::none);
    CHECK(other.result.messages.empty());
}

TEST_CASE("the seed is taken out of what a checker left behind") {
    Result result;
    result.messages = {{"", "grader_error", "Grading 01 on a GPU, seed 918273645\nCUDA 13", "", 0}};
    result.printed = "1918273645 918273645 9182736451";
    hide_seed(result, 918273645);
    CHECK(result.messages[0].text == "Grading 01 on a GPU, seed (not told)\nCUDA 13");
    CHECK(result.printed == "1918273645 (not told) 9182736451");
    result.printed = "seed 1, 1 of 2; WORKBOOK_SEED=1";
    hide_seed(result, 1);
    CHECK(result.printed == "seed (not told), 1 of 2; WORKBOOK_SEED=(not told)");
}

TEST_CASE("a deadline cuts limits short, and never is one by default") {
    using std::chrono::seconds;
    CHECK(Deadline().at_most(seconds(60)) == seconds(60));
    CHECK(Deadline(seconds(0)).at_most(seconds(60)) == seconds(60));
    CHECK_FALSE(Deadline(seconds(0)).has_passed());
    CHECK(Deadline(seconds(100000)).at_most(seconds(60)) == seconds(60));
    CHECK(Deadline(seconds(20)).at_most(seconds(60)) <= seconds(20));
    CHECK(Deadline(seconds(-1)).at_most(seconds(60)) == seconds(60));
}

TEST_CASE("points are told to the hundredth") {
    CHECK(points_text(103.67) == "103.67");
    CHECK(points_text(3) == "3");
}

TEST_CASE("a folder for hidden checkers must have one") {
    HandedIn in;
    const auto hidden = in.folder.path() / "hidden";
    fs::create_directories(hidden / "exercises/01_part/01_one");
    CHECK_THROWS_AS(build_hidden_checks(in.course, in.lessons, hidden), UserError);
    std::ofstream(hidden / "exercises/01_part/01_one/check.cpp") << "\n";
    CHECK(build_hidden_checks(in.course, {}, hidden).empty()); // of a lesson that is not asked for
}

TEST_CASE("compilers are seen where they lie, and the course is not") {
    Course course;
    course.root = "/usr/local/src/course";
    course.build = course.root / "build";
    course.checker = course.root / "checker";
    course.toolkit = course.root / ".toolkit"; // a private one
    course.cuda_libraries = course.toolkit / "lib";
    course.compilers = {course.toolkit / "bin/nvcc", "/usr/bin/c++"};
    const auto masked = masked_folders(course);
    CHECK(masked.contains(course.root));
    using Folders = std::set<fs::path>;
    CHECK(toolchain_folders(course, masked, {}) == Folders{course.toolkit});
    CHECK(toolchain_folders(course, masked, {"/opt/gcc-13/bin/g++", "/usr/bin/g++"}) ==
          Folders{course.toolkit, "/opt/gcc-13"});
    course.root = course.build = course.checker = "/home/ada/course";
    course.toolkit = course.cuda_libraries = "/usr/local/no-such-cuda";
    course.compilers = {"/home/ada/bin/g++", "g++"};
    CHECK(toolchain_folders(course, masked_folders(course), {}).empty());
}

TEST_CASE("compiling and linking have one limit together") {
    HandedIn in;
    Lesson& lesson = in.course.lessons[0];
    lesson.source = in.folder.path() / "source.cu";
    lesson.header = in.folder.path() / "header.hpp";
    const ProgramCommands commands{in.folder.path(),
                                   {"sh", "-c", "sleep 1; c++ -c -x c++ /dev/null -o object"},
                                   {"sh", "-c", "sleep 30; : object >program"},
                                   "object",
                                   "program"};
    std::ofstream(in.file) << "\n";
    const auto sandbox = CompilerSandbox::none(in.course);
    const auto begin = std::chrono::steady_clock::now();
    const auto compiled = compile_lesson(in.course, lesson, commands, sandbox, in.file,
                                         in.staging(), std::chrono::seconds(2));
    CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds(5));
    CHECK(compiled.verdict == "does_not_compile");
    REQUIRE(compiled.messages.size() == 1);
    CHECK(compiled.messages[0].text.find("more than 2 seconds") != std::string::npos);
}

TEST_CASE("a file is replaced as a whole") {
    const TemporaryFolder folder;
    const auto file = folder.path() / "results.json";
    write_whole_file(file, "one");
    write_whole_file(file, "two");
    CHECK(submission_bytes(file) == "two");
    CHECK(std::distance(fs::directory_iterator(folder.path()), fs::directory_iterator()) == 1);
    fs::create_symlink(file, folder.path() / "link");
    write_whole_file(folder.path() / "link", "three");
    CHECK(submission_bytes(file) == "three");
    CHECK(fs::is_symlink(folder.path() / "link"));
    write_whole_file("/dev/null", "four");
    // With the permissions that any new file would have.
    const mode_t before = umask(027);
    write_whole_file(folder.path() / "masked", "five");
    umask(before);
    CHECK((fs::status(folder.path() / "masked").permissions() & fs::perms::all) == fs::perms(0640));
    CHECK_THROWS_AS(write_whole_file(folder.path() / "no/such/folder", ""), UserError);
    CHECK_THROWS_AS(write_whole_file(folder.path(), ""), UserError);
    CHECK_THROWS_AS(write_whole_file(folder.path() / std::string(5000, 'a'), ""), UserError);
}

TEST_CASE("dates and times of a submission") {
    CHECK(utc_datetime("2026-11-22T04:00:00Z") == "2026-11-22T04:00:00Z");
    CHECK(utc_datetime("2026-11-22T00:30:00+01:00") == "2026-11-21T23:30:00Z");
    CHECK(utc_datetime("2026-12-31T23:30:00-02:30") == "2027-01-01T02:00:00Z");
    for (const std::string bad :
         {"", "yesterday", "2026-13-01T00:00:00Z", "2026-11-22T04:00:00", "2026-11-22T04:00:00Zx",
          "2026-11-22T25:00:00Z", "2026-11-22T-1:00:00Z", "2026-11-22T04:00: 0Z",
          "2026-11-22T04:00:00+99:99", "2026-11-22T04:00:00+ 1:00"})
        CHECK_THROWS_AS(utc_datetime(bad), UserError);
}
