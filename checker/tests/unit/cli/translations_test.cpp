// Tests of cli/translations.hpp, and of what selfcheck says of a translation.
#include "cli/translations.hpp"

#include "cli/files.hpp"
#include "cli/selfcheck.hpp"
#include "example_course.hpp"
#include "temporary_folder.hpp"

#include <catch2/catch_test_macros.hpp>

#include <algorithm>

using namespace workbook::cli;

namespace {

const std::string english = "# Sums\n\nAdd 1,024 values, see\n[the file](a.cu#x).\n\n"
                            "```cpp\nf(2);\n\ng(3);\n```\nRight below.\n\n- one\n- two\n";
const std::string german =
    "# Summen\n\nAddiere 1.024 Werte ([Datei](a.cu)).\n\n"
    "```cpp\nf(2); // so\n\ng(3);\n```\nGleich darunter.\n\n- eins\n- zwei\n";
const std::string recorded = with_record(english, german, "de");

std::string replaced(std::string text, const std::string& what, const std::string& by) {
    const auto at = text.find(what);
    REQUIRE(at != std::string::npos);
    return text.replace(at, what.size(), by);
}

// Each complaint in a line.
std::string said_of(const std::string& original, const std::string& translated) {
    std::string all;
    for (const auto& one : translation_complaints(original, translated)) all += one + "\n";
    return all;
}

} // namespace

TEST_CASE("translations: the language is in the name of the file") {
    CHECK(language_of_text("a/README.de.md") == "de");
    CHECK(language_of_text("README.pt-BR.md") == "pt-BR");
    for (const char* name : {"README.md", "README.de.txt", "readme.de.md", "README..md", "de.md",
                             "README.deutsch.md", "README.DE.md"})
        CHECK(language_of_text(name).empty());
}

TEST_CASE("translations: one of the original as it is has nothing to mend") {
    CHECK(said_of(english, recorded).empty());
    // Where lines are broken is no change, and neither is a record that is made anew.
    CHECK(said_of(replaced(english, "see\n[the", "see [the"), recorded).empty());
    CHECK(with_record(english, recorded, "de") == recorded);
    const auto named = replaced(recorded, "language: de", "language: Deutsch");
    CHECK(with_record(english, named, "de") == named);
}

TEST_CASE("translations: what has changed in the original is named") {
    CHECK(said_of(english, german) == "it has no record of what it translates\n");
    CHECK(said_of(replaced(english, "Add", "Sum"), recorded) ==
          "line 3 of README.md is new or has changed since: \"Sum 1,024 values, see the file (a.cu "
          "x).\"\n"
          "README.md no longer has as it was: \"Add 1,024 values, see the file (a.cu x).\"\n");
    for (const auto& [what, by] :
         {std::pair("1,024", "1,025"), std::pair("a.cu", "b.cu"), std::pair("a.cu#x", "a.cu#y")})
        CHECK(said_of(replaced(english, what, by), recorded).starts_with("line 3 of README.md"));
    CHECK(said_of(replaced(english, "f(2)", "f(4)"), recorded).starts_with("line 6 of README.md"));
    CHECK(said_of(replaced(english, "2);\n\n", "2);\n"), recorded).starts_with("line 6 of"));
    CHECK(said_of(replaced(english, "below", "above"), recorded).starts_with("line 11 of"));
    CHECK(said_of(english + "\nMore.\n", recorded) ==
          "line 16 of README.md is new or has changed since: \"More.\"\n");
    CHECK(said_of(replaced(english, "\n- one\n- two\n", ""), recorded) ==
          "README.md no longer has as it was: \"one two\"\n");
    CHECK(said_of("Right below.\n\n" + replaced(english, "Right below.\n", ""), recorded) ==
          "README.md has its parts in another order since\n");
}

TEST_CASE("translations: numbers, links and blocks are those of the original") {
    const auto wrong = [&](const std::string& what, const std::string& by) {
        return said_of(english, with_record(english, replaced(german, what, by), "de"));
    };
    CHECK(wrong("1.024", "1.042") == "line 3 lacks the number 1024 of line 3 of README.md\n");
    CHECK(wrong("(a.cu)", "(b.cu)") == "line 3 lacks the link a.cu of line 3 of README.md\n");
    CHECK(wrong("eins", "eins 7") ==
          "line 12 has the number 7, and line 13 of README.md does not\n");
    CHECK(wrong("g(3)", "g(4)").starts_with("line 5 lacks the number 3"));
    CHECK(wrong("\n\n- eins", "\n- eins") == "it has 4 paragraphs, lists, tables and listings; "
                                             "README.md has 5\n");
}

TEST_CASE("translations: selfcheck names the file, and --translated records it") {
    const TemporaryFolder folder;
    Course course = example_course(folder.path());
    course.lessons.resize(1);
    const std::filesystem::path lesson = "exercises/01_first/02_add";
    const auto about_translation = [&] {
        auto all = selfcheck(course);
        std::erase_if(all, [](const std::string& one) {
            return one.find("README.de.md") == std::string::npos;
        });
        return all;
    };
    folder.write(lesson / "README.md", english);
    CHECK(translations_of(course.lessons[0]).empty());
    folder.write(lesson / "README.de.md", german);
    REQUIRE(about_translation().size() == 2); // no record, and no name of the language in it
    CHECK(about_translation()[0].starts_with(
        "exercises/01_first/02_add/README.de.md: it has no record of what it translates."));
    accept_translation(course, folder.path() / lesson / "README.de.md");
    REQUIRE(about_translation().size() == 1);
    CHECK(about_translation()[0].find("language: Deutsch") != std::string::npos);
    const auto text = file_text(folder.path() / lesson / "README.de.md").value();
    folder.write(lesson / "README.de.md", replaced(text, "language: de", "language: Deutsch"));
    CHECK(about_translation().empty());
    CHECK(translations_of(course.lessons[0])[0].name == "Deutsch");
    folder.write(lesson / "README.md", english + "\nMore.\n");
    CHECK(about_translation().size() == 1);
    CHECK_THROWS_AS(accept_translation(course, folder.path() / lesson / "README.md"), UserError);
}
