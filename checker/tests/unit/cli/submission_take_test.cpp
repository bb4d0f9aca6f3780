// What is taken from a submission: which files, from where, and what is said of the others.
#include "handed_in.hpp"

#include <catch2/catch_test_macros.hpp>

#include <sys/stat.h>
#include <unistd.h>

using namespace workbook::cli;
namespace fs = std::filesystem;

TEST_CASE("a student's file is taken from the root or from exercises/") {
    HandedIn in;
    CHECK(in.take().missing);
    CHECK(in.take().reason == "The submission has no file exercises/01_part/01_one/one.cu.");
    std::ofstream(in.file) << "int x;\n";
    for (const std::string from : {"in", "in/exercises", "in/./exercises/"}) {
        const auto file = in.take(from);
        CHECK(submission_bytes(file.copy) == "int x;\n");
        CHECK((fs::status(file.copy).permissions() & fs::perms::all) == fs::perms(0600));
        CHECK(file.copy.parent_path() == in.staging());
    }
    CHECK_THROWS_AS(in.take("nowhere"), UserError);
}

TEST_CASE("a student's file is found where people put it") {
    HandedIn in;
    const auto put = [&](const std::string& place) {
        fs::remove_all(in.folder.path() / "in");
        const auto file = in.folder.path() / "in" / place;
        fs::create_directories(file.parent_path());
        std::ofstream(file) << "int x;\n";
    };
    for (const std::string place :
         {"one.cu", "01_one/one.cu", "01_part/01_one/one.cu", "exercises/01_one/one.cu",
          "exercises/one.cu", "hw/one.cu", "a/b/c/d/exercises/01_part/01_one/one.cu"}) {
        put(place);
        fs::create_directories(in.folder.path() / "in/__MACOSX");
        fs::create_directories(in.folder.path() / "in/.git");
        CHECK(submission_bytes(in.take().copy) == "int x;\n");
    }
    put("a/b/c/d/e/one.cu"); // deeper than archives are
    CHECK(in.take().missing);
    put("a/one.cu");
    fs::create_directories(in.folder.path() / "in/b"); // which of the two would it be?
    CHECK(in.take().missing);
    fs::remove_all(in.folder.path() / "in/b");
    fs::rename(in.folder.path() / "in/a", in.folder.path() / "elsewhere");
    fs::create_symlink(in.folder.path() / "elsewhere", in.folder.path() / "in/a");
    CHECK(in.take().missing);
}

TEST_CASE("a link to another folder is no submission, and a second name is reported") {
    HandedIn in;
    std::ofstream(in.file) << "int x;\n";
    fs::create_symlink(in.folder.path() / "in", in.folder.path() / "link");
    for (const std::string from : {"link", "link/", "link/.", "link//"})
        CHECK_THROWS_AS(in.take(from), UserError);
    CHECK_FALSE(in.take().has_other_names);
    fs::create_hard_link(in.file, in.folder.path() / "second");
    CHECK(in.take().has_other_names);
    fs::remove_all(in.staging());
    fs::create_directories(in.staging());
    const auto warnings =
        take_submission(in.course, in.lessons, in.folder.path() / "in", in.staging()).warnings;
    REQUIRE(warnings.size() == 1);
    CHECK(warnings[0].find("hard links") != std::string::npos);
}

TEST_CASE("what is no regular file is not taken") {
    HandedIn in;
    const auto refused = [&](const std::string& why) {
        const auto file = in.take();
        CHECK(file.copy.empty());
        CHECK_FALSE(file.missing);
        CHECK(file.reason.find(why) != std::string::npos);
        fs::remove_all(in.file);
    };
    fs::create_symlink("/etc/hostname", in.file);
    refused("symbolic link");
    fs::create_symlink("/no/such/file", in.file);
    refused("symbolic link");
    fs::create_directory(in.file);
    refused("no regular file");
    REQUIRE(mkfifo(in.file.c_str(), 0600) == 0);
    refused("no regular file");
    REQUIRE(mknod(in.file.c_str(), S_IFSOCK | 0600, 0) == 0);
    refused("no regular file");
    std::ofstream(in.file) << std::string((1 << 20) + 1, 'x');
    refused("larger than a mebibyte");
}

TEST_CASE("a submission that is a link to another one is refused") {
    HandedIn in;
    std::ofstream(in.file) << "int x;\n";
    fs::create_directory_symlink("in", in.folder.path() / "linked");
    for (const std::string name : {"linked", "linked/", "linked/.", "./linked//"})
        CHECK_THROWS_AS(in.take(name), UserError);
    CHECK_NOTHROW(in.take("./in/"));
}

TEST_CASE("a file with several names is told of") {
    HandedIn in;
    std::ofstream(in.file) << "int x;\n";
    const auto warnings = [&] {
        fs::remove_all(in.staging());
        fs::create_directories(in.staging());
        return take_submission(in.course, in.lessons, in.folder.path() / "in", in.staging())
            .warnings;
    };
    CHECK(warnings().empty());
    fs::create_hard_link(in.file, in.folder.path() / "another.cu");
    REQUIRE(warnings().size() == 1);
    CHECK(warnings()[0].find("hard links") != std::string::npos);
}

TEST_CASE("links on the way to a student's file are not followed") {
    HandedIn in;
    std::ofstream(in.file) << "int x;\n";
    fs::rename(in.part, in.folder.path() / "elsewhere");
    fs::create_symlink(in.folder.path() / "elsewhere", in.part);
    CHECK(in.take().copy.empty());
    CHECK(in.take().reason.find("exercises/01_part is a link") == 0);
    fs::rename(in.folder.path() / "in/exercises", in.folder.path() / "moved");
    fs::create_symlink(in.folder.path() / "moved", in.folder.path() / "in/exercises");
    CHECK_THROWS_AS(in.take(), UserError);
}

TEST_CASE("what else a submission holds is said once") {
    HandedIn in;
    const auto own = in.course.lessons[0].stub.parent_path();
    std::ofstream(in.file) << "int x;\n";
    const auto warnings = [&] {
        fs::remove_all(in.staging());
        fs::create_directories(in.staging());
        return take_submission(in.course, in.lessons, in.folder.path() / "in", in.staging())
            .warnings;
    };
    std::ofstream(own / "one.hpp") << "same\n";
    std::ofstream(in.file.parent_path() / "one.hpp") << "same\n";
    CHECK(warnings().empty());
    std::ofstream(in.file.parent_path() / "one.hpp") << "changed\n";
    std::ofstream(in.file.parent_path() / "a\nb\033[2J;rm -rf $HOME.cu") << "\n";
    REQUIRE(warnings().size() == 1);
    CHECK(warnings()[0].find("and 1 more") != std::string::npos);
    CHECK(warnings()[0].find("01_one/a") != std::string::npos); // the first by its name
    CHECK(warnings()[0].find('\n') == std::string::npos);
    CHECK(warnings()[0].find('\033') == std::string::npos);
}

TEST_CASE("a submission of which nothing can be taken is told to be none") {
    HandedIn in;
    const auto warnings = [&](const std::string& from) {
        return take_submission(in.course, in.lessons, in.folder.path() / from, in.staging())
            .warnings;
    };
    std::ofstream(in.file) << "int x;\n";
    CHECK(warnings("in").empty());
    REQUIRE(warnings(".").size() == 1);
    CHECK(warnings(".")[0].find("Not taken: in/exercises/01_part/01_one/one.cu for one.cu.") !=
          std::string::npos);
    // A file in the wrong place is named, so that an instructor sees whose mistake that is.
    fs::create_directories(in.file.parent_path().parent_path() / "1_one");
    fs::rename(in.file, in.file.parent_path().parent_path() / "1_one/one.cu");
    REQUIRE(warnings("in").size() == 1);
    CHECK(warnings("in")[0].find("01_part/1_one/one.cu for one.cu.") != std::string::npos);
    const auto misplaced = in.file.parent_path().parent_path() / "1_one";
    fs::rename(misplaced / "one.cu", misplaced / "other.cu");
    REQUIRE(warnings("in").size() == 1);
    CHECK(warnings("in")[0].find("but others, such as 01_part/1_one/other.cu. ") !=
          std::string::npos);
    fs::create_directories(in.folder.path() / "empty");
    REQUIRE(warnings("empty").size() == 1);
    CHECK(warnings("empty")[0] == "The submission has no file in it.");
}

TEST_CASE("names that differ in capitals are taken, other ones are told of") {
    HandedIn in;
    const auto take = [&] {
        fs::remove_all(in.staging());
        fs::create_directories(in.staging());
        return take_submission(in.course, in.lessons, in.folder.path() / "in", in.staging());
    };
    const auto handed_in = in.file.parent_path();
    std::ofstream(in.file) << "\xFF\xFEi";
    REQUIRE(take().warnings.size() == 1);
    CHECK(take().warnings[0].find("Text in UTF-16, which compilers do not read: 01_one.") == 0);
    fs::remove(in.file);
    std::ofstream(handed_in / "ONE.CU") << "int x;\n";
    auto taken = take();
    CHECK_FALSE(taken.files.at(in.lessons[0]->name).copy.empty());
    REQUIRE_FALSE(taken.warnings.empty());
    CHECK(taken.warnings[0] == "Taken, although capitals and small letters in their names differ "
                               "from the lessons': ONE.CU.");
    std::ofstream(handed_in / "One.cu") << "int y;\n"; // which of them is not to be known
    CHECK(take().files.at(in.lessons[0]->name).copy.empty());
    fs::remove(handed_in / "One.cu");
    for (const std::string name : {"one (1).cu", "One-2.cu", "one.cu.txt", "one - Kopie.cu"}) {
        fs::rename(handed_in / "ONE.CU", handed_in / name);
        taken = take();
        CHECK(taken.files.at(in.lessons[0]->name).missing);
        REQUIRE_FALSE(taken.warnings.empty());
        CHECK(taken.warnings[0].find("01_part/01_one/" + name + " for one.cu.") !=
              std::string::npos);
        fs::rename(handed_in / name, handed_in / "ONE.CU");
    }
    fs::rename(handed_in / "ONE.CU", handed_in / "one_more.cu");
    CHECK(take().warnings[0].find("Not taken") == std::string::npos);
    fs::create_symlink(handed_in / "one_more.cu", handed_in / "ONE.CU");
    CHECK(take().files.at(in.lessons[0]->name).reason.find("symbolic link") != std::string::npos);
}
