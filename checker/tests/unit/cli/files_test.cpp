// Tests of cli/files.hpp.
#include "cli/files.hpp"

#include "cli/stubs.hpp"
#include "example_course.hpp"
#include "temporary_folder.hpp"

#include <catch2/catch_test_macros.hpp>

using namespace workbook::cli;
namespace fs = std::filesystem;

TEST_CASE("a file's text, if it is a file") {
    const TemporaryFolder folder;
    folder.write("a file\n", std::string("one\0two", 7));
    CHECK(file_text(folder.path() / "a file\n") == std::string("one\0two", 7));
    CHECK_FALSE(file_text(folder.path()).has_value());
    CHECK_FALSE(file_text(folder.path() / "none").has_value());
}

TEST_CASE("a file is replaced whole, what a link names is, and nothing stays beside it") {
    const TemporaryFolder folder;
    folder.write("a.cu", "old");
    fs::permissions(folder.path() / "a.cu", fs::perms(0640));
    fs::create_symlink("a.cu", folder.path() / "link.cu");
    CHECK_FALSE(replace_file(folder.path() / "link.cu", "new"));
    CHECK(fs::is_symlink(folder.path() / "link.cu"));
    CHECK(file_text(folder.path() / "a.cu") == "new");
    CHECK(fs::status(folder.path() / "a.cu").permissions() == fs::perms(0640));
    CHECK_FALSE(replace_file(folder.path() / "b.cu", "fresh"));
    CHECK(file_text(folder.path() / "b.cu") == "fresh");
    CHECK(std::distance(fs::directory_iterator(folder.path()), fs::directory_iterator()) == 3);
    CHECK(replace_file(folder.path() / "none" / "c.cu", "x") ==
          std::errc::no_such_file_or_directory);
}

TEST_CASE("copies that are kept never replace one another") {
    const TemporaryFolder folder;
    const Course course = example_course(folder.path());
    std::set<fs::path> copies;
    for (const std::string text : {"one", "two", "three"}) {
        folder.write("x/odd name\n.cu", text);
        const auto copy = keep_copy(course, "02_add", folder.path() / "x/odd name\n.cu");
        CHECK(copy.parent_path() == folder.path() / ".workbook/kept/02_add");
        CHECK(file_text(copy) == text);
        copies.insert(copy);
    }
    CHECK(copies.size() == 3);
    CHECK_THROWS_AS(keep_copy(course, "02_add", folder.path() / "none.cu"), UserError);
    folder.write(".workbook/kept/03_port", "no folder");
    CHECK_THROWS_AS(keep_copy(course, "03_port", folder.path() / "x/odd name\n.cu"), UserError);
}

TEST_CASE("a stub is put back as it was handed out, or not at all") {
    const TemporaryFolder folder;
    Course course = example_course(folder.path());
    Lesson& lesson = course.lessons[0];
    const fs::path stub = "exercises/01_first/02_add/add.cu";
    folder.write("checker/stubs/02_add.stub", "// TODO 1\n");
    lesson.stub_sha256 = sha256_of(course, {stub_copy(course, lesson)}).begin()->second;

    folder.write(stub, "my work\n");
    const auto kept = reset_stub(course, lesson);
    CHECK(file_text(lesson.stub) == "// TODO 1\n");
    CHECK(file_text(kept) == "my work\n");
    CHECK_THROWS_AS(reset_stub(course, lesson), UserError); // nothing differs

    fs::remove(lesson.stub);
    CHECK(reset_stub(course, lesson).empty());
    CHECK(file_text(lesson.stub) == "// TODO 1\n");

    folder.write(stub, "my work\n");
    folder.write("checker/stubs/02_add.stub", "// not what was handed out\n");
    CHECK_THROWS_AS(reset_stub(course, lesson), UserError);
    fs::remove(stub_copy(course, lesson));
    CHECK_THROWS_AS(reset_stub(course, lesson), UserError);
    CHECK(file_text(lesson.stub) == "my work\n");
}
