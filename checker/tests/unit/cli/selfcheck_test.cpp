// Tests of cli/selfcheck.hpp.
#include "cli/selfcheck.hpp"

#include "cli/contracts.hpp"
#include "cli/files.hpp"
#include "cli/stubs.hpp"
#include "example_course.hpp"
#include "temporary_folder.hpp"

#include <catch2/catch_test_macros.hpp>

#include <algorithm>

using namespace workbook::cli;

namespace {

const std::string good_readme =
    "# Lesson\n![it](it.svg)\n\n## Hints\nHint 1: a\nHint 2: b\nHint 3: c\n";

// A course of one lesson in order, its stub recorded.
struct Fixture {
    TemporaryFolder folder;
    Course course = example_course(folder.path());
    std::filesystem::path lesson = "exercises/01_first/02_add";

    Fixture() {
        course.lessons.resize(1);
        folder.write(lesson / "add.cu", "// TODO 1: add\n// end of TODO 1\n");
        folder.write(lesson / "add.hpp", "");
        folder.write(lesson / "check.cpp", "");
        folder.write(lesson / "it.svg", "");
        folder.write(lesson / "README.md", good_readme);
        folder.write("solutions/01_first/02_add/add.cu",
                     "// Solution 1: so\n// end of Solution 1\n");
        folder.write("exercises/CMakeLists.txt", "");
        accept_stubs(course);
    }

    bool complains(const std::string& about) const {
        const auto complaints = selfcheck(course);
        return complaints.size() == 1 && complaints[0].find(about) != std::string::npos;
    }
};

} // namespace

TEST_CASE("a lesson in order") {
    const Fixture fixture;
    CHECK(selfcheck(fixture.course).empty());
}

TEST_CASE("the course's README shows the lessons in their order, and the fast track") {
    Fixture fixture;
    const auto& folder = fixture.folder;
    fixture.course.lessons[0].tracks = {"fast"};
    folder.write("README.md", "  [ ] 02_add   not started\n| [02_add](exercises) | how to add |\n");
    CHECK(selfcheck(fixture.course).empty());
    folder.write("README.md", "  [ ] 02_add   not started\n  [ ] 01_sub   not started\n");
    CHECK(fixture.complains("README.md does not show the lessons as exercises/CMakeLists.txt has "
                            "them: where nothing belongs, it has 01_sub"));
    folder.write("README.md", "  [ ] 01_sub   not started\n");
    CHECK(fixture.complains("where 02_add belongs, it has 01_sub"));
    folder.write("README.md", "| [01_sub](exercises) | how to subtract |\n");
    CHECK(fixture.complains("README.md does not show the fast track"));
}

TEST_CASE("a student's own files are in order, the stubs as they were handed out need not be") {
    const Fixture fixture;
    const auto& folder = fixture.folder;
    const auto complaints = [&] { return selfcheck(fixture.course, true); };
    folder.write(fixture.lesson / "add.cu", "int sum;\n");
    folder.write(fixture.lesson / "notes.txt", "");
    CHECK(selfcheck(fixture.course).size() == 3);
    CHECK(complaints().empty());
    folder.write("solutions/01_first/02_add/add.cu",
                 "// Solution 1: so\n// end of Solution 1\nx\n");
    REQUIRE(complaints().size() == 1);
    CHECK(complaints()[0].find("line 3") != std::string::npos);
    folder.write("checker/stubs/02_add.stub", "// TODO 1: add\n// end of TODO 1\nx\n");
    REQUIRE(complaints().size() == 1);
    CHECK(complaints()[0].find("stubs.sha256 does not have checker/stubs/02_add.stub") !=
          std::string::npos);
}

TEST_CASE("each thing out of order is named") {
    const Fixture fixture;
    const auto& folder = fixture.folder;
    SECTION("stub edited after it was recorded") {
        folder.write(fixture.lesson / "add.cu", "// TODO 1: add!\n// end of TODO 1\n");
        CHECK(fixture.complains("stubs.sha256"));
    }
    SECTION("stub and solution") {
        folder.write("solutions/01_first/02_add/add.cu",
                     "// Solution 1: so\n// end of Solution 1\nx\n");
        CHECK(fixture.complains("line 3"));
    }
    SECTION("hints") {
        folder.write(fixture.lesson / "README.md",
                     "# Lesson\n![it](it.svg)\n## Hints\nHint 1\nHint 2\n");
        CHECK(fixture.complains("Hint 3"));
    }
    SECTION("a picture that is missing") {
        std::filesystem::remove(folder.path() / fixture.lesson / "it.svg");
        CHECK(fixture.complains("it.svg, which is missing"));
    }
    SECTION("a picture that is not shown") {
        folder.write(fixture.lesson / "other.svg", "");
        CHECK(fixture.complains("does not show other.svg"));
    }
    SECTION("a lesson of the text that is none of the list") {
        const auto say = [&](const std::string& sentence) {
            folder.write(fixture.lesson / "README.md", sentence + "\n" + good_readme);
        };
        say("See lesson 02, and\nlesson\n49.");
        CHECK(fixture.complains("its README names lesson 49,"));
        say("It is what lessons 02 and 37 build on.");
        CHECK(fixture.complains("its README names lesson 37,"));
        say("Lesson 02 for this, 40 for shuffles.");
        CHECK(fixture.complains("its README names lesson 40,"));
        say("Not there yet. Lesson 49 has streams.");
        CHECK(fixture.complains("its README names lesson 49,"));
        say("Streams come in lesson 49, not there yet. Lesson 02, of 100 elements.");
        CHECK(selfcheck(fixture.course).empty());
        say("Sums come in lesson 02, which is not there yet.");
        CHECK(fixture.complains("says that lesson 02 is not there yet, and it is"));
        say("Streams come in a later lesson, not there yet.");
        CHECK(fixture.complains("name its number"));
    }
    SECTION("a promise in words alone") {
        folder.write(fixture.lesson / "add.hpp",
                     "// Adds. Does not\n// wait for the device.\nWORKBOOK_CALLABLE(add);\n");
        CHECK(fixture.complains("WORKBOOK_PROMISE(does_not_wait,"));
        folder.write(fixture.lesson / "check.cpp", "WORKBOOK_PROMISE(does_not_wait, add)\n");
        CHECK(fixture.complains("holds add to a promise, and no case calls it"));
        folder.write(fixture.lesson / "check.cpp",
                     "WORKBOOK_PROMISE(does_not_wait, add)\nINFO(\"\\\"add(\"); // add\n");
        CHECK(fixture.complains("holds add to a promise, and no case calls it"));
        folder.write(fixture.lesson / "check.cpp",
                     "WORKBOOK_PROMISE(does_not_wait, add)\nWORKBOOK_RUN(add, 1);\n");
        CHECK(selfcheck(fixture.course).empty());
    }
    SECTION("the list of contracts") {
        folder.write("docs/contracts.md", contracts_table(fixture.course));
        CHECK(selfcheck(fixture.course).empty());
        folder.write(fixture.lesson / "check.cpp",
                     "WORKBOOK_EXCEPT(gives_back, \"it (add) keeps, \"\n \"much\", add, sub)\n");
        CHECK(fixture.complains("docs/contracts.md does not have the contracts"));
        CHECK(contracts_table(fixture.course)
                  .ends_with("| 02_add | `gives_back` | not `add`, `sub` |\n"));
    }
    SECTION("a promise of a function that is not there") {
        folder.write(fixture.lesson / "add.hpp", "// Does not wait.\nWORKBOOK_CALLABLE(add);\n");
        folder.write(fixture.lesson / "check.cpp",
                     "WORKBOOK_PROMISE(does_not_wait, add,\n  ad)\nadd(), ad();\n");
        CHECK(fixture.complains("holds ad to a promise"));
    }
    SECTION("a contract that no header tells of") {
        folder.write(fixture.lesson / "add.hpp", "WORKBOOK_CALLABLE(add);\n");
        folder.write(fixture.lesson / "check.cpp",
                     "WORKBOOK_PROMISE(reports_errors, add)\nadd();\n");
        CHECK(fixture.complains("the header says nothing of it"));
    }
    SECTION("stray files") {
        folder.write(fixture.lesson / "notes.txt", "");
        CHECK(fixture.complains("notes.txt belongs to no lesson"));
    }
    SECTION("given code belongs to its lesson") {
        for (const std::string name :
             {"given.cu", "given.hpp", "probe.cu", "reference.cu", "reference.hpp"}) {
            folder.write(fixture.lesson / name, "");
            CHECK_FALSE(fixture.complains(name + " belongs to no lesson"));
        }
    }
    SECTION("a lesson may have a second solution") {
        folder.write("solutions/01_first/02_add/further.cu", "");
        CHECK(selfcheck(fixture.course).empty());
    }
    SECTION("a solution of no lesson") {
        folder.write("solutions/01_first/09_gone/further.cu", "");
        CHECK(fixture.complains("09_gone/further.cu belongs to no lesson"));
        std::filesystem::remove(folder.path() / "solutions/01_first/09_gone/further.cu");
        folder.write("solutions/01_first/09_gone/gone.cu", "");
        CHECK(fixture.complains("gone.cu belongs to no lesson"));
    }
    SECTION("a recorded stub of no lesson") {
        folder.write("exercises/stubs.sha256",
                     sha256_of(fixture.course, {fixture.course.lessons[0].stub}).begin()->second +
                         "  01_first/02_add/add.cu\n" + std::string(64, '0') + "  gone.cu\n");
        CHECK(fixture.complains("gone.cu, which is no lesson's"));
    }
}

TEST_CASE("a stub is untouched until a word of it changes") {
    Fixture fixture;
    auto& lesson = fixture.course.lessons[0];
    CHECK(sha256_of(fixture.course, {lesson.stub}).begin()->second.size() == 64);
    fixture.folder.write("checker/stubs/02_add.stub", file_text(lesson.stub).value());
    CHECK(untouched(fixture.course, {&lesson}).contains("02_add"));
    fixture.course.tree = "solutions";
    CHECK(untouched(fixture.course, {&lesson}).empty());
    fixture.course.tree = "exercises";
    fixture.folder.write(fixture.lesson / "add.cu", "// TODO 1: add \n// end of TODO 1\n");
    CHECK(untouched(fixture.course, {&lesson}).empty());
    // Saved as Windows has files, it is still the stub.
    const std::string windows = "\xEF\xBB\xBF// TODO 1: add\r\n// end of TODO 1\r\n";
    fixture.folder.write(fixture.lesson / "add.cu", windows);
    CHECK(untouched(fixture.course, {&lesson}).contains("02_add"));
    fixture.folder.write(fixture.lesson / "add.cu", windows + "\r\n");
    CHECK(untouched(fixture.course, {&lesson}).empty());
    CHECK_FALSE(is_stub(fixture.course, lesson, fixture.lesson / "none.cu"));
}
