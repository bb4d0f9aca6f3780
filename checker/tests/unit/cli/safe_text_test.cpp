// Tests of cli/formats/safe_text.hpp.
#include "cli/formats/formats.hpp"
#include "cli/formats/safe_text.hpp"
#include "cli/formats/words.hpp"
#include "cli/formats/write_grade.hpp"
#include "temporary_folder.hpp"

#include <catch2/catch_test_macros.hpp>

#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <sstream>

using namespace workbook::cli;

namespace {

const std::string unknown = "\xEF\xBF\xBD"; // U+FFFD

std::string content(const std::filesystem::path& path) {
    std::stringstream text;
    text << std::ifstream(path, std::ios::binary).rdbuf();
    return text.str();
}

} // namespace

TEST_CASE("text that is in order stays as it is") {
    for (const std::string text :
         {"", "two\nlines\twith a tab\n", "äöü 漢字 🙂 \xC2\xA0 \xF4\x8F\xBF\xBD"})
        CHECK(safe_text(text) == text);
}

TEST_CASE("control characters become pictures, line ends become one") {
    CHECK(safe_text("\x1b[2J\a\x7f") == "␛[2J␇␡");
    CHECK(safe_text("a\r\nb\rc") == "a\nb␍c");
    CHECK(safe_text(std::string("\0\x1f", 2)) == "␀␟");
    CHECK(safe_text("\xC2\x80\xC2\x9F") == unknown + unknown); // C1, which terminals obey, too
}

TEST_CASE("bytes that are no UTF-8 are replaced") {
    CHECK(safe_text("a\xFF z") == "a" + unknown + " z");
    CHECK(safe_text("\xC0\xAF") == unknown + unknown);               // "/" in two bytes
    CHECK(safe_text("\xE0\x80\xAF") == unknown + unknown + unknown); // in three
    CHECK(safe_text("\xED\xA0\x80") == unknown + unknown + unknown); // half a surrogate pair
    CHECK(safe_text("\xF4\x90\x80\x80") == unknown + unknown + unknown + unknown); // too large
    CHECK(safe_text("\xE2\x82") == unknown + unknown); // the end is missing
    CHECK(safe_text("\xF0\x9F\x99") == unknown + unknown + unknown);
}

TEST_CASE("characters that mislead are replaced") {
    // Right-to-left override, isolate, byte order mark, no character at all, a tag.
    for (const char* one : {"\u202E", "\u2066", "\uFEFF", "\uFFFF", "\uFDD0", "\U000E0041"})
        CHECK(safe_text(one) == unknown);
    // Without any width: a space, a hyphen, fillers, a joiner where nothing is to be joined.
    for (const char* one : {"\u200B", "\u00AD", "\u034F", "\u3164", "\u180E", "\u200D", "\uFE0F"})
        CHECK(safe_text(std::string("Ada") + one) == "Ada" + unknown);
    // A heart in red, a woman at a computer, Persian and Hindi words.
    for (const std::string text :
         {"\u2764\uFE0F", "\U0001F469\u200D\U0001F4BB", "\u0645\u06CC\u200C\u0634\u0648\u062F",
          "\u0915\u094D\u200D\u0937"})
        CHECK(safe_text(text) == text);
}

TEST_CASE("no two names of files look alike") {
    for (const std::string name :
         {"Ada Lovelace", "J\u00FCrgen", "\u6F22\u5B57", "\u0645\u06CC\u200C\u0634\u0648\u062F"})
        CHECK(visible_name(name) == name);
    CHECK(visible_name("M\xFCller") == "M\\xFCller");
    CHECK(visible_name("M\xF6ller") == "M\\xF6ller");
    CHECK(visible_name("M\\xFCller") == "M\\\\xFCller");
    CHECK(visible_name("Ada\u200B") == "Ada\\u{200B}");
    CHECK(visible_name("A\u200Dda\u202E\n") == "A\\u{200D}da\\u{202E}\\u{000A}");
    CHECK(visible_name("\u0645\u200C") == "\u0645\\u{200C}");
}

TEST_CASE("long text is cut between characters, and says so") {
    CHECK(safe_text("ääää", 3) == "ää\n[cut here: 4 more bytes]");
    CHECK(safe_line("a\nb\tc") == "a b c");
}

TEST_CASE("nothing is left that a CI runner obeys") {
    CHECK(without_runner_commands("::error::x") == ": :error::x");
    CHECK(without_runner_commands("a\n \u00A0::group::x\n") == "a\n \u00A0: :group::x\n");
    CHECK(without_runner_commands("std::vector ::x") == "std::vector ::x");
    CHECK(without_runner_commands("text ##[error]x") == "text # #[error]x");
    const std::string once = without_runner_commands(":::e::###[x]");
    CHECK(without_runner_commands(once) == once);
}

TEST_CASE("points are shown without noise") {
    CHECK(points_text(3) == "3");
    CHECK(points_text(-0.0) == "0");
    CHECK(points_text(5.0 / 3) == "1.67");
    CHECK(points_text(12345.5) == "12345.5");
    CHECK(score_text(0.1 + 0.2, 1) == "0.3 of 1 point");
}

TEST_CASE("a format that is not known is named, with those that are") {
    CHECK(grade_formats().size() == 9);
    try {
        write_grade({}, "xml");
        FAIL("no error");
    } catch (const UserError& error) {
        CHECK(std::string(error.what()).find("\"xml\"; there are console, json") !=
              std::string::npos);
    }
}

TEST_CASE("the step summary is appended to its file") {
    const TemporaryFolder folder;
    const auto file = folder.path() / "summary";
    const std::string summary = markdown_grade(GradeReport{});

    SECTION("made if it is not there") {
        CHECK(append_github_summary({}, file) == "");
        CHECK(content(file) == summary);
    }
    SECTION("behind what a step has written before") {
        std::ofstream(file) << "before\n";
        CHECK(append_github_summary({}, file) == "");
        CHECK(content(file) == "before\n" + summary);
    }
    SECTION("not where it would be too long for GitHub, which then shows nothing") {
        std::ofstream(file) << std::string(1024 * 1024 - 10, 'x');
        CHECK(append_github_summary({}, file) == "it would be longer than 1024 KB");
        CHECK(std::filesystem::file_size(file) == 1024 * 1024 - 10);
    }
    SECTION("not through a link") {
        folder.write("other", "");
        std::filesystem::create_symlink(folder.path() / "other", file);
        CHECK(append_github_summary({}, file).find("cannot open") == 0);
        CHECK(content(folder.path() / "other").empty());
    }
    SECTION("not into a pipe, where it would wait for a reader") {
        REQUIRE(mkfifo(file.c_str(), S_IRWXU) == 0);
        CHECK(append_github_summary({}, file).find("cannot open") == 0);
        CHECK(append_github_summary({}, "/dev/null") == "/dev/null is no regular file");
    }
    SECTION("a failure is a warning in the log, not the end of it") {
        const auto failure = append_github_summary({}, folder.path() / "missing" / "summary");
        CHECK(failure.find("No such file") != std::string::npos);
        const std::string log = github_grade({}, "TOKEN", failure);
        CHECK(log.find("\n::warning title=workbook::no step summary: cannot open") !=
              std::string::npos);
    }
}
