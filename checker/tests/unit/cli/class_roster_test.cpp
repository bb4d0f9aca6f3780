// Tests of cli/class/roster.hpp.
#include "cli/class/roster.hpp"

#include "cli/course.hpp"
#include "temporary_folder.hpp"

#include <catch2/catch_test_macros.hpp>

using namespace workbook::cli;
namespace fs = std::filesystem;

namespace {

const ClassEntry& entry_called(const Roster& roster, const std::string& label) {
    for (const auto& entry : roster.entries)
        if (entry.label == label) return entry;
    FAIL("there is no " << label);
    throw 0;
}

std::string refusal_of(const fs::path& folder) {
    try {
        read_roster(folder);
    } catch (const UserError& error) {
        return error.what();
    }
    return "";
}

} // namespace

TEST_CASE("Moodle's names of submissions") {
    const auto folder = moodle_submission("Lovelace Ada_123_assignsubmission_file_");
    REQUIRE(folder);
    CHECK(folder->student == "Lovelace Ada");
    CHECK(folder->id == "123");
    CHECK(folder->file.empty());
    CHECK(moodle_submission("Lovelace Ada_123_assignsubmission_file")->id == "123");
    CHECK(moodle_submission("de la Cruz_Ana_7_assignsubmission_file_")->student ==
          "de la Cruz_Ana");
    const auto file = moodle_submission("Ada Lovelace_123_assignsubmission_file_square_port.cu");
    REQUIRE(file);
    CHECK(file->file == "square_port.cu");
    for (const std::string no : {"Ada_assignsubmission_file_", "Ada_x_assignsubmission_file_",
                                 "Ada_1_assignsubmission_onlinetext_", "ada", ""})
        CHECK_FALSE(moodle_submission(no));
}

TEST_CASE("Canvas's names of submissions") {
    const auto file = canvas_submission("lovelaceada_123_4567_square_port.cu");
    REQUIRE(file);
    CHECK(file->student == "lovelaceada");
    CHECK(file->id == "123");
    CHECK(file->upload == "4567");
    CHECK(file->file == "square_port.cu");
    CHECK_FALSE(file->late);
    const auto again = canvas_submission("lovelaceada_LATE_123_4567_square_port-2.cu");
    REQUIRE(again);
    CHECK(again->late);
    CHECK(again->file == "square_port.cu");
    for (const std::string no : {"square_port.cu", "ada_123_square_port.cu", "_1_2_a.cu", "a_1_2_"})
        CHECK_FALSE(canvas_submission(no));
}

TEST_CASE("the people in Gradescope's list") {
    const auto all = gradescope_submitters("---\n"
                                           "submission_1:\n"
                                           "  :submitters:\n"
                                           "  - :name: Ada Lovelace\n"
                                           "    :sid: '007'\n"
                                           "    :email: ada@example.org\n"
                                           "  - :name: 'Grace O''Hopper'\n"
                                           "    :sid: \"8\"\n"
                                           "    :email: \n"
                                           "  :created_at: 2026-11-01\n"
                                           "  :history:\n"
                                           "  - :id: 9\n"
                                           "    :submitters:\n"
                                           "    - :name: Somebody Else\n"
                                           "submission_2:\r\n"
                                           "  :submitters:\r\n"
                                           "  - :name: Alan Turing\r\n");
    REQUIRE(all.size() == 2);
    CHECK(all.at("submission_1").names == "Ada Lovelace; Grace O'Hopper");
    CHECK(all.at("submission_1").ids == "007; 8");
    CHECK(all.at("submission_1").emails == "ada@example.org; ");
    CHECK(all.at("submission_2").names == "Alan Turing");
    CHECK(gradescope_submitters("").empty());
    CHECK(gradescope_submitters("  - :name: x\n:\n - '\n\xff\n").size() <= 2);
}

TEST_CASE("what GitHub Classroom puts before the names of users") {
    CHECK(common_assignment({"hw1-ada", "hw1-grace-hopper"}) == "hw1-");
    CHECK(common_assignment({"cuda-hw-ada", "cuda-hw-adam"}) == "cuda-hw-");
    CHECK(common_assignment({"hw1-ada", "grace"}).empty());
    CHECK(common_assignment({"hw1-ada"}).empty());
    CHECK(common_assignment({"hw1-", "hw1-ada"}).empty());
    CHECK(common_assignment({"ada", "adam"}).empty());
    CHECK(common_assignment({}).empty());
}

TEST_CASE("a folder of submissions of all kinds") {
    const TemporaryFolder class_folder;
    const auto& root = class_folder.path();
    for (const std::string name :
         {"hw1-ada", "hw1-grace-hopper", "Turing Alan_5_assignsubmission_file_",
          "Turing Alan_5_assignsubmission_onlinetext_", "vonneumannjohn_6_60_handed in", "__MACOSX",
          ".git"})
        fs::create_directories(root / name);
    class_folder.write("zusekonrad_7_9_negate.cu", "first");
    class_folder.write("zusekonrad_7_10_negate-1.cu", "second");
    class_folder.write("zusekonrad_LATE_7_11_double_all.cu", "");
    class_folder.write("zusekonrad_7_12_more.zip", "");
    class_folder.write("hw1-ada/hand in.tar.gz", "");
    class_folder.write("notes\n.txt", "");
    fs::create_directory_symlink(root / "hw1-ada", root / "hw1-link");
    const auto roster = read_roster(root);
    REQUIRE(roster.entries.size() == 6);
    CHECK(entry_called(roster, "grace-hopper").name == "hw1-grace-hopper");
    CHECK(entry_called(roster, "ada").warnings.size() == 1);
    CHECK(entry_called(roster, "ada").refused.empty());
    CHECK(entry_called(roster, "link").refused.find("symbolic link") != std::string::npos);
    CHECK(entry_called(roster, "Turing Alan 5").student == "Turing Alan");
    CHECK(entry_called(roster, "vonneumannjohn 6").files.empty());
    const auto& zuse = entry_called(roster, "zusekonrad 7");
    CHECK(zuse.late);
    CHECK(zuse.warnings.size() == 1);
    REQUIRE(zuse.files.size() == 3);
    for (const auto& file : zuse.files)
        if (file.handed_in == "negate.cu") CHECK(file.name == "zusekonrad_7_10_negate-1.cu");
    REQUIRE(roster.warnings.size() == 1);
    CHECK(roster.warnings[0].find("Turing Alan_5_assignsubmission_onlinetext_ and 1 more") !=
          std::string::npos);
}

TEST_CASE("a name of blanks alone is a name, too") {
    const TemporaryFolder class_folder;
    for (const std::string name : {"hw1-ada", "hw1- ", "hw1-  "})
        fs::create_directories(class_folder.path() / name);
    const auto roster = read_roster(class_folder.path());
    REQUIRE(roster.entries.size() == 3);
    CHECK(entry_called(roster, "\\u{0020}").name == "hw1- ");
    CHECK(entry_called(roster, "\\u{0020}\\u{0020}").name == "hw1-  ");
    fs::create_directories(class_folder.path() / " ");
    for (const auto& entry : read_roster(class_folder.path()).entries)
        CHECK_FALSE(entry.label.empty());
}

TEST_CASE("Gradescope's export, also as it is unpacked") {
    const TemporaryFolder class_folder;
    class_folder.write("export/submission_2/one.cu", "");
    class_folder.write("export/submission_1/one.cu", "");
    class_folder.write("export/submission_metadata.yml",
                       "submission_1:\n  :submitters:\n  - :name: Ada\n    :sid: '3'\n");
    for (const auto& folder : {class_folder.path(), class_folder.path() / "export"}) {
        const auto roster = read_roster(folder);
        REQUIRE(roster.entries.size() == 2);
        CHECK(roster.warnings.empty());
        CHECK(roster.entries[0].label == "submission_1");
        CHECK(roster.entries[0].student == "Ada");
        CHECK(roster.entries[0].student_id == "3");
        CHECK(roster.entries[1].student.empty());
    }
}

TEST_CASE("what is no class is refused with what to do") {
    const TemporaryFolder class_folder;
    const auto& root = class_folder.path();
    CHECK(refusal_of(root / "none").find("No such file") != std::string::npos);
    CHECK(refusal_of(root).find("there is no submission in it") != std::string::npos);
    class_folder.write("ada 7/one.cu", "");
    CHECK(refusal_of(root).empty());
    const TemporaryFolder archives;
    archives.write("ada.ZIP", "");
    archives.write("grace.tar.gz", "");
    CHECK(refusal_of(archives.path()).find("ada.ZIP and 1 more. Unpack each") != std::string::npos);
    class_folder.write("exercises/a/b.cu", "");
    CHECK(refusal_of(root).find("it is one submission") != std::string::npos);
}

TEST_CASE("a student's own submission_metadata.yml makes no export of the class") {
    const TemporaryFolder class_folder;
    class_folder.write("ada/submission_metadata.yml", "exercises:\n  :submitters:\n  - :name: X\n");
    class_folder.write("ada/exercises/03_square_port/square_port.cu", "");
    class_folder.write("ada/notes.txt", "");
    const auto only = [&] {
        const auto roster = read_roster(class_folder.path());
        REQUIRE(roster.entries.size() == 1);
        return roster.entries[0].label;
    };
    CHECK(only() == "ada");
    fs::remove(class_folder.path() / "ada/notes.txt");
    class_folder.write("ada/submission_metadata.yml", "submission_1:\n  :submitters:\n");
    CHECK(only() == "ada");
}

TEST_CASE("submissions that would have one name are all graded") {
    const TemporaryFolder class_folder;
    const auto& root = class_folder.path();
    class_folder.write("ada 7/one.cu", "");
    class_folder.write("ada_7_8_one.cu", "");
    class_folder.write("ada 7 (2)/one.cu", "");
    const auto roster = read_roster(root);
    REQUIRE(roster.entries.size() == 3);
    CHECK(entry_called(roster, "ada 7").name == "ada 7");
    CHECK(entry_called(roster, "ada 7 (2)").name == "ada 7 (2)");
    const auto& third = entry_called(roster, "ada 7 (3)");
    CHECK(third.name == "ada_7_8_one.cu");
    REQUIRE(third.warnings.size() == 1);
    CHECK(third.warnings[0].find("ada 7 and ada_7_8_one.cu have the same name") == 0);
    CHECK(entry_called(roster, "ada 7").warnings == third.warnings);
    CHECK(roster.warnings.size() == 1);
}

TEST_CASE("names that look alike or are no UTF-8 are told apart") {
    const TemporaryFolder class_folder;
    const auto& root = class_folder.path();
    for (const std::string name :
         {"M\xFCller", "M\xF6ller", "M\u00FCller", "Ada", "Ada\u200B", " Ada "})
        class_folder.write(name + "/one.cu", "");
    const auto roster = read_roster(root);
    REQUIRE(roster.entries.size() == 6);
    CHECK(entry_called(roster, "M\\xFCller").name == "M\xFCller");
    CHECK(entry_called(roster, "M\\xF6ller").name == "M\xF6ller");
    CHECK(entry_called(roster, "M\u00FCller").warnings.empty());
    CHECK(entry_called(roster, "Ada\\u{200B}").name == "Ada\u200B");
    CHECK(entry_called(roster, "Ada").name == " Ada ");
    CHECK(entry_called(roster, "Ada (2)").name == "Ada");
}

TEST_CASE("archives are told of, also further down") {
    const TemporaryFolder class_folder;
    class_folder.write("ada/files/all.Zip", "");
    class_folder.write("grace/one.cu", "");
    class_folder.write("alan.7z", "");
    const auto roster = read_roster(class_folder.path());
    REQUIRE(entry_called(roster, "ada").warnings.size() == 1);
    CHECK(entry_called(roster, "ada").warnings[0].find("files/all.Zip is an archive") == 0);
    REQUIRE(roster.warnings.size() == 1);
    CHECK(roster.warnings[0].find("alan.7z. Unpack each") != std::string::npos);
}

TEST_CASE("a label as a file's name") {
    CHECK(file_name_of("Ada 12") == "Ada 12");
    CHECK(file_name_of("../x") == "_.._x");
    CHECK(file_name_of("") == "_");
}

TEST_CASE("a file on Canvas with a name like Moodle's stays late and its student's") {
    const TemporaryFolder folder;
    folder.write("ada_LATE_12_34_x_9_assignsubmission_file_square_port.cu", "x");
    const auto roster = read_roster(folder.path());
    REQUIRE(roster.entries.size() == 1);
    CHECK(roster.entries[0].label == "ada 12");
    CHECK(roster.entries[0].late);
}
