// Tests of cli/book: which pages a book has, where their links lead, what its search looks in, and
// which folders it replaces.
#include "cli/book/book.hpp"
#include "cli/book/contents.hpp"
#include "cli/book/folder.hpp"
#include "cli/book/search.hpp"
#include "cli/files.hpp"
#include "cli/interrupt.hpp"
#include "cli/pages/addresses.hpp"
#include "cli/pages/markdown.hpp"
#include "cli/stubs.hpp"
#include "example_course.hpp"
#include "temporary_folder.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include <unistd.h>

#include <chrono>
#include <csignal>
#include <future>
#include <optional>
#include <thread>

using namespace workbook::cli;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::MessageMatches;

namespace {

// A course of three lessons with a README and documents.
struct BookCourse {
    TemporaryFolder folder;
    Course course = example_course(folder.path());

    BookCourse() {
        const std::string head = "# About\n\n## A part\n\n";
        folder.write("exercises/01_first/02_add/README.md",
                     head + "[stub](add.cu) [next](../03_port/README.md#a-part) ![steps](s.svg)\n");
        folder.write("exercises/01_first/02_add/add.cu", "handed < out\n");
        folder.write("exercises/01_first/02_add/s.svg", "<svg/>");
        folder.write("exercises/01_first/03_port/README.md", head);
        folder.write("exercises/05_later/28_reverse/README.md", head);
        folder.write("README.md", "# The course\n\n[all](docs) [one](docs/one.md)\n");
        folder.write("docs/one.md", "# One\n\n[up](../README.md) [data](two/data.txt)\n");
        folder.write("docs/two/data.txt", "1 2 3\n");
        folder.write("docs/more/a.md", "# A\n");
        folder.write("docs/z.md", "# Z\n");
        course.lessons[0].tracks = {"fast"};
    }

    book::Files book(const std::string& source_url = "") const {
        return book::book_of(course, source_url);
    }
};

std::string complaints_about(const BookCourse& course) {
    try {
        course.book();
    } catch (const UserError& error) {
        return error.what();
    }
    return "";
}

} // namespace

TEST_CASE("pages: a text's anchors are its headings and the ids in its HTML") {
    const auto anchors =
        pages::anchors_of_markdown("# One two\n\n## One two\n\n<a id=\"here\"></a>\n");
    CHECK(anchors == std::set<std::string>{"one-two", "one-two-1", "here"});
}

TEST_CASE("pages: sections have the words below their headings, and nothing that is folded") {
    const auto sections = pages::sections_of_markdown(
        "above\n\n# One `two`\n\na *b*\nc\n\n| d |\n|---|\n| e |\n\n```\nf();\n```\n\n## Hints\n\n"
        "<details><summary>Hint 1</summary>\n\nhidden\n\n1. <details>deeper</details>\n\n"
        "</details>\n\nshown\n");
    REQUIRE(sections.size() == 3);
    CHECK(sections[0].words == "above\n");
    CHECK(sections[1].heading == "One two");
    CHECK(sections[1].anchor == "one-two");
    CHECK(sections[1].words == "a b c\nd\ne\nf();\n\n");
    CHECK(sections[2].words == "shown\n");
}

TEST_CASE("pages: an address comes with its line") {
    std::vector<std::pair<std::string, int>> lines;
    pages::html_of_markdown("# A\n\ntext\n[one](a.md)\n\n| b |\n|---|\n| [two](b.md) |\n\n"
                            "<picture>\n<img src=\"three.svg\">\n</picture>\n\n- x\n- "
                            "![four](d.svg)\n",
                            [&](const pages::Reference& reference) {
                                lines.emplace_back(reference.address, reference.line);
                                return reference.address;
                            });
    CHECK(lines == std::vector<std::pair<std::string, int>>{
                       {"a.md", 4}, {"b.md", 8}, {"three.svg", 11}, {"d.svg", 15}});
}

TEST_CASE("pages: relative addresses between pages") {
    CHECK(pages::relative_address("index.html", "docs/a.html") == "docs/a.html");
    CHECK(pages::relative_address("docs/a.html", "index.html") == "../index.html");
    CHECK(pages::relative_address("docs/a.html", "docs/b.html") == "b.html");
    CHECK(pages::relative_address("a/b/c.html", "a/d/e.html") == "../d/e.html");
}

TEST_CASE("book: lessons in their order, documents, pictures and the sources that are linked") {
    const BookCourse example;
    const auto files = example.book();
    const auto& lesson = files.at("exercises/01_first/02_add/README.html");
    CHECK_THAT(lesson, ContainsSubstring("<title>About · CUDA Workbook</title>"));
    CHECK_THAT(lesson, ContainsSubstring("href=\"../../../book.css\""));
    CHECK_THAT(lesson, ContainsSubstring("href=\"add.cu.html\""));
    CHECK_THAT(lesson, ContainsSubstring("href=\"../03_port/README.html#a-part\""));
    CHECK_THAT(lesson, ContainsSubstring("src=\"s.svg\""));
    CHECK_THAT(lesson, !ContainsSubstring("rel=\"prev\""));
    CHECK_THAT(lesson, ContainsSubstring("<a href=\"../03_port/README.html\" rel=\"next\""));
    CHECK(files.at("exercises/01_first/02_add/s.svg") == "<svg/>");
    CHECK_THAT(files.at("exercises/01_first/02_add/add.cu.html"),
               ContainsSubstring("<pre tabindex=\"0\"><code>handed &lt; out"));
    CHECK_THAT(files.at("README.html"), ContainsSubstring("href=\"docs/index.html\""));
    CHECK_THAT(files.at("docs/index.html"), ContainsSubstring("<a href=\"one.html\">One</a>"));
    const auto& front = files.at("index.html");
    const auto add = front.find("02_add</a>"), reverse = front.find("28_reverse</a>");
    CHECK(add < reverse);
    CHECK(reverse < front.find("<h2 id=\"the-fast-track\">"));
    CHECK(front.find("02_add</a>", reverse) < front.find("<h2 id=\"documents\">"));
    CHECK_THAT(front, ContainsSubstring("<a href=\"#documents\">Documents</a>"));
    CHECK_THAT(front, ContainsSubstring("after 02_add"));
    // A folder's texts stand together, behind the documents.
    CHECK(front.find("\"docs/z.html\"") < front.find("<h2 id=\"more\">"));
    CHECK_THAT(files.at("docs/one.html"), ContainsSubstring("<a href=\"z.html\" rel=\"next\""));
    // No fetch, no other host, no address that begins at the root of a host.
    for (const auto& [address, text] : files)
        for (const char* outside : {"href=\"/", "src=\"/", "fetch(", "//cdn", "@import"})
            CHECK_THAT(text, !ContainsSubstring(outside));
}

TEST_CASE("book: a lesson's file is shown as it was handed out") {
    const BookCourse example;
    const auto& lesson = example.course.lessons[0];
    std::filesystem::create_directories(stub_copy(example.course, lesson).parent_path());
    CHECK_FALSE(replace_file(stub_copy(example.course, lesson), "handed out\n"));
    example.folder.write("exercises/01_first/02_add/add.cu", "solved\n");
    const auto page = example.book().at("exercises/01_first/02_add/add.cu.html");
    CHECK_THAT(page, ContainsSubstring("handed out") && !ContainsSubstring("solved"));
}

TEST_CASE("book: with the address of a repository, links to sources lead there") {
    const BookCourse example;
    const auto files = example.book("https://example.org/blob/main");
    CHECK_THAT(files.at("exercises/01_first/02_add/README.html"),
               ContainsSubstring(
                   "href=\"https://example.org/blob/main/exercises/01_first/02_add/add.cu\""));
    CHECK_FALSE(files.contains("exercises/01_first/02_add/add.cu.html"));
}

TEST_CASE("book: a link that leads nowhere is named with its file and line") {
    const BookCourse example;
    CHECK(complaints_about(example).empty());
    example.folder.write("solutions/01_first/02_add/add.cu", "solved");
    example.folder.write("docs/one.md", "# One\n\n[a](none.md)\n[b](../README.md#none)\n[c](#no)\n"
                                        "![d](none.svg) [e](../../etc/passwd)\n\n"
                                        "[f](../solutions/01_first/02_add/add.cu) "
                                        "![g](two/data.txt) [ok](#one)\n");
    const std::string said = complaints_about(example);
    for (const char* part :
         {"docs/one.md:3: the link \"none.md\" leads to docs/none.md, which is not there",
          "docs/one.md:4: the link \"../README.md#none\" leads to README.md, which has no heading",
          "docs/one.md:5: the link \"#no\"", "docs/one.md:6: the picture \"none.svg\"",
          "docs/one.md:6: the link \"../../etc/passwd\" leads out of the course",
          "docs/one.md:8: the link \"../solutions/01_first/02_add/add.cu\" leads to what the book "
          "leaves out",
          "docs/one.md:8: the picture \"two/data.txt\" is none of the kinds"})
        CHECK_THAT(said, ContainsSubstring(part));
    CHECK_THAT(said, !ContainsSubstring("#one"));
}

TEST_CASE("book: the search looks in each section, and its index is a script") {
    const BookCourse example;
    const auto index = book::search_index(book::texts_of(example.course));
    CHECK_THAT(index, ContainsSubstring("const searchIndex = [["));
    CHECK_THAT(index, ContainsSubstring(R"(["docs/one.html#one","One","One","up data\n"])"));
    CHECK_THAT(index, ContainsSubstring("exercises/01_first/02_add/README.html#a-part"));
}

TEST_CASE("book: a lesson in two languages has a page for each, and a switch") {
    const BookCourse example;
    example.folder.write("exercises/01_first/02_add/README.de.md", "# Über\n\n[hier](#über)\n");
    const auto files = example.book();
    CHECK_THAT(files.at("exercises/01_first/02_add/README.html"),
               ContainsSubstring("<a href=\"README.de.html\" lang=\"de\">de</a>"));
    const auto& german = files.at("exercises/01_first/02_add/README.de.html");
    CHECK_THAT(german, ContainsSubstring("<html lang=\"de\">"));
    CHECK_THAT(german, ContainsSubstring("<a href=\"README.html\" lang=\"en\">English</a>"));
    CHECK_THAT(german, ContainsSubstring("<a href=\"../03_port/README.html\" rel=\"next\" lang="));
    CHECK_THAT(files.at("exercises/01_first/03_port/README.html"),
               !ContainsSubstring("class=\"languages\""));
    CHECK_THAT(files.at("search_index.js"), ContainsSubstring("README.de.html#über"));
}

TEST_CASE("book: a folder that is absent, empty or an earlier book is replaced whole") {
    const TemporaryFolder folder;
    const auto target = folder.path() / "book";
    SECTION("absent") {}
    SECTION("empty") { std::filesystem::create_directory(target); }
    SECTION("empty, with a / behind its name and a link to it") {
        std::filesystem::create_directory(folder.path() / "real");
        std::filesystem::create_directory_symlink("real", target);
    }
    book::write_book(target / "", {{"index.html", "one"}, {"docs/old.html", "old"}});
    CHECK(file_text(target / "docs/old.html") == "old");
    book::write_book(target, {{"index.html", "two"}});
    CHECK(file_text(target / "index.html") == "two");
    CHECK_FALSE(std::filesystem::exists(target / "docs"));
    for (const auto& entry : std::filesystem::directory_iterator(folder.path()))
        CHECK(entry.path().filename().string().front() != '.'); // nothing is left beside it
}

TEST_CASE("book: a Ctrl-C in the middle leaves the earlier book as it was, and nothing beside it") {
    const TemporaryFolder folder;
    const auto target = folder.path() / "book";
    const auto beside = [&] { // folders, and of those that are no book the files
        std::pair<int, int> counts{0, 0};
        std::error_code gone;
        for (const auto& entry : std::filesystem::directory_iterator(folder.path())) {
            ++counts.first;
            if (entry.path() != target)
                for (std::filesystem::directory_iterator file(entry.path(), gone), end; file != end;
                     file.increment(gone))
                    ++counts.second;
        }
        return counts;
    };
    const bool has_earlier = GENERATE(false, true);
    if (has_earlier) book::write_book(target, {{"index.html", "earlier"}});
    book::Files files;
    for (int i = 0; i < 40'000; ++i) files[std::to_string(i) + ".html"] = "new"; // takes seconds
    auto writing = std::async(std::launch::async, [&] { book::write_book(target, files); });
    const auto is_written = [&] {
        return writing.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
    };
    while (beside().second == 0 && !is_written()) std::this_thread::yield();
    interrupt(SIGINT);
    CHECK_THROWS_AS(writing.get(), Interrupted);
    forget_interrupt();
    CHECK(beside() == std::pair(int(has_earlier), 0));
    CHECK(file_text(target / "index.html") ==
          (has_earlier ? std::optional("earlier") : std::nullopt));
}

TEST_CASE("book: other folders are refused and stay as they are") {
    const TemporaryFolder folder;
    const auto target = folder.path() / "book";
    const auto refuses = [&](const std::string& words) {
        REQUIRE_THROWS_MATCHES(book::write_book(target, {{"index.html", "one"}}), UserError,
                               MessageMatches(ContainsSubstring(words)));
    };
    SECTION("a file") {
        folder.write("book", "text");
        refuses("is a file");
        CHECK(file_text(target) == "text");
    }
    SECTION("files that are no book's") {
        folder.write("book/notes.txt", "mine");
        refuses("has files in it and is no book");
        CHECK(file_text(target / "notes.txt") == "mine");
    }
    SECTION("an earlier book with a file that is not its own") {
        book::write_book(target, {{"index.html", "zero"}});
        folder.write("book/.git/config", "mine");
        refuses("a file that is not the book's: .git/config");
        CHECK(file_text(target / "index.html") == "zero");
        CHECK(file_text(target / ".git/config") == "mine");
    }
    SECTION("in a folder that is not there") {
        REQUIRE_THROWS_MATCHES(book::write_book(target / "book", {}), UserError,
                               MessageMatches(ContainsSubstring("is not there. Make it")));
    }
    SECTION("a file that cannot be written") {
        // A name that no file system takes stands for a full disk.
        book::write_book(target, {{"index.html", "zero"}});
        REQUIRE_THROWS_MATCHES(
            book::write_book(target, {{"a.html", "a"}, {std::string(300, 'x'), "b"}}), UserError,
            MessageMatches(ContainsSubstring("cannot be written")));
        CHECK(file_text(target / "index.html") == "zero");
        CHECK_FALSE(std::filesystem::exists(target / "a.html"));
    }
    SECTION("where nothing can be made") {
        if (geteuid() == 0) return; // root may write everywhere
        std::filesystem::permissions(folder.path(), std::filesystem::perms::owner_read |
                                                        std::filesystem::perms::owner_exec);
        refuses("No folder can be made");
        std::filesystem::permissions(folder.path(), std::filesystem::perms::owner_all);
    }
}
