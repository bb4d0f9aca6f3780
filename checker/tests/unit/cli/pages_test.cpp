// Tests of cli/pages and cli/open: texts as HTML, which requests are answered, what pages ask for
// and get.
#include "cli/open/guard.hpp"
#include "cli/open/orders.hpp"
#include "cli/open/site.hpp"
#include "cli/open/snapshot.hpp"
#include "cli/pages/addresses.hpp"
#include "cli/pages/markdown.hpp"
#include "example_course.hpp"
#include "failed_model.hpp"
#include "temporary_folder.hpp"

#include <catch2/catch_test_macros.hpp>
#include <nlohmann/json.hpp>

#include <fstream>

using namespace workbook::cli;
using namespace workbook::cli::open;
using namespace workbook::cli::pages;

namespace {

std::string as_it_is(const Reference& reference) { return reference.address; }

bool has(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

void write(const std::filesystem::path& file, const std::string& text) {
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file) << text;
}

const std::string key(32, 'a');

std::string refused(const std::string& host, const std::string& origin, const std::string& path) {
    return refusal({host, origin, path}, 1234, key);
}

} // namespace

TEST_CASE("pages: a text's tables, pictures and folded parts") {
    const auto html = html_of_markdown("# One\n\n| a | b |\n|---|---|\n| `x<y>` | 2 |\n\n"
                                       "<details><summary>Hint 1: so</summary>\n\n*inside*\n\n"
                                       "</details>\n\n![Steps](steps.svg)\n",
                                       as_it_is);
    CHECK(has(html, "<table>"));
    CHECK(has(html, "<code>x&lt;y&gt;</code>"));
    CHECK(has(html, "<details><summary>Hint 1: so</summary>"));
    CHECK(has(html, "<em>inside</em>"));
    CHECK(has(html, R"(<img src="steps.svg" alt="Steps")"));
}

TEST_CASE("pages: headings have the names that links use") {
    const auto html = html_of_markdown(
        "# What is built\n\n## hint, `solution`\n\n## Twice\n\n## Twice\n", as_it_is);
    CHECK(has(html, R"(<a id="what-is-built"></a>What is built)"));
    CHECK(has(html, R"(<a id="hint-solution"></a>)"));
    CHECK(has(html, R"(<a id="twice"></a>)"));
    CHECK(has(html, R"(<a id="twice-1"></a>)"));
    CHECK(heading_name("Über ÄÖÜ, ß × É") == "über-äöü-ß-×-é");
    CHECK(title_of_markdown("text\n\n# The *first* `one`\n\n# Second\n") == "The first one");
}

TEST_CASE("pages: every address is rewritten, also in the HTML of a text") {
    const auto html = html_of_markdown(
        "[a](b.md#c) <picture><source srcset=\"dark.svg\"><img src=\"x.svg\"></picture>\n",
        [](const Reference& reference) {
            return (reference.is_picture ? "picture/" : "link/") + reference.address;
        });
    CHECK(has(html, R"(href="link/b.md#c")"));
    CHECK(has(html, R"(srcset="picture/dark.svg")"));
    CHECK(has(html, R"(src="picture/x.svg")"));
}

TEST_CASE("pages: where addresses lead") {
    CHECK_FALSE(inside("https://example.org/x"));
    CHECK_FALSE(inside("mailto:a@example.org"));
    CHECK_FALSE(inside("//example.org/x"));
    CHECK(inside("a.md#b")->path == "a.md");
    CHECK(inside("a.md#b")->anchor == "b");
    CHECK(inside("#b")->path.empty());
    CHECK(from_root("docs/x.md", "../README.md") == "README.md");
    CHECK(from_root("exercises/a/b/README.md", "../../c/") == "exercises/c");
    CHECK(from_root("docs/x.md", "..") == "");
    CHECK_FALSE(from_root("docs/x.md", "../../etc/passwd"));
    CHECK_FALSE(from_root("docs/x.md", "/etc/passwd"));
    const Course course = example_course();
    CHECK(lesson_of_text(course, "exercises/01_first/02_add/README.md")->name == "02_add");
    CHECK(lesson_of_text(course, "exercises/01_first/02_add")->name == "02_add");
    CHECK(lesson_of_text(course, "exercises/01_first/02_add/README.de.md")->name == "02_add");
    CHECK(lesson_of_text(course, "exercises/01_first/02_add/README.deutsch.md") == nullptr);
    CHECK(lesson_of_text(course, "exercises/01_first") == nullptr);
}

TEST_CASE("open: requests with the right host, origin and key are answered") {
    CHECK(refused("127.0.0.1:1234", "", "/" + key + "/").empty());
    CHECK(refused("localhost:1234", "http://localhost:1234", "/" + key + "/lesson/x").empty());
    CHECK(refused("127.0.0.1:1234", "http://127.0.0.1:1234", "/" + key).empty());
    CHECK(behind_key("/" + key + "/lesson/x", key) == "lesson/x");
    CHECK(behind_key("/" + key, key).empty());
    CHECK(new_key().size() == 32);
    CHECK(new_key() != new_key());
}

TEST_CASE("open: all other requests are refused with a sentence") {
    const std::string home = "/" + key + "/";
    for (const char* host : {"", "evil.example", "127.0.0.1", "127.0.0.1:123", "evil.example:1234",
                             "127.0.0.1:1234.evil.example"})
        CHECK(has(refused(host, "", home), "another host"));
    for (const char* origin : {"null", "http://evil.example", "https://127.0.0.1:1234",
                               "http://127.0.0.1:80", "http://127.0.0.1:1234.evil.example"})
        CHECK(has(refused("127.0.0.1:1234", origin, home), "not the workbook's"));
    for (const std::string& path :
         {std::string(), std::string("/"), "/" + key.substr(1) + "/", "/" + key + "a/",
          "/x/" + key + "/", key, "/" + std::string(32, 'b') + "/"})
        CHECK(has(refused("127.0.0.1:1234", "", path), "key"));
}

TEST_CASE("open: orders are a word, a lesson and a number, and nothing else") {
    using Kind = PageOrder::Kind;
    const Course course = example_course();
    CHECK(order_of(course, "check 03_port")->kind == Kind::check);
    CHECK(order_of(course, "check 03_port")->lesson == 1);
    CHECK(order_of(course, "hints 28_reverse 2")->hints == 2);
    CHECK(order_of(course, "stop")->kind == Kind::stop);
    for (const char* line : {"", "remove", "check", "check 99_none", "check 03_port now",
                             "hints 03_port", "hints 03_port many", "stop 03_port"})
        CHECK_FALSE(order_of(course, line));
}

TEST_CASE("open: lessons and texts link to each other, pictures to files") {
    const TemporaryFolder folder;
    const Course course = example_course(folder.path());
    write(course.lessons[0].readme,
          "# Add\n\n[next](../03_port/README.md#task) [doc](../../../docs/a.md#b) "
          "[here](#add) [file](add.cu) [out](https://example.org)\n\n![p](p.svg)\n");
    const auto answer = Site(course).get("lesson/02_add", "");
    CHECK(answer.status == 200);
    for (const char* part :
         {R"(href="#lesson/03_port/task")", R"(href="#text/docs/a.md/b")",
          R"(href="#lesson/02_add/add")", R"(href="#source/exercises/01_first/02_add/add.cu")",
          R"(href="https://example.org")", R"(src="file/exercises/01_first/02_add/p.svg")"})
        CHECK(has(answer.text, part));
    CHECK(Site(course).get("lesson/99_none", "").status == 404);
    // In another language, where there is one.
    CHECK(Site(course).get("lesson/02_add.de", "").status == 404);
    write(course.lessons[0].readme.parent_path() / "README.de.md",
          "# Plus\n\n[hier](#plus) [so](README.md)\n");
    write(course.lessons[1].readme, "[add](../02_add/README.de.md)\n");
    const auto german = Site(course).get("lesson/02_add.de", "");
    CHECK(has(german.text, R"(href="#lesson/02_add.de/plus")"));
    CHECK(has(german.text, R"(href="#lesson/02_add")"));
    CHECK(has(Site(course).get("lesson/03_port", "").text, R"(href="#lesson/02_add.de")"));
    CHECK(has(Site(course).get("course.json", "").text, R"("languages":[{"code":"de")"));
}

TEST_CASE("open: files of the course are shown, others are not") {
    const TemporaryFolder folder;
    const Course course = example_course(folder.path());
    const Site site(course);
    write(course.lessons[0].stub, "stub");
    write(course.lessons[0].solution, "solved");
    write(course.root / ".workbook/state", "current 02_add");
    write(course.root / "exercises/p.svg", "<svg/>");
    std::filesystem::create_symlink(course.root / ".workbook/state",
                                    course.root / "exercises/link");
    CHECK(site.get("file/exercises/01_first/02_add/add.cu", "").text == "stub");
    CHECK(site.get("file/exercises/p.svg", "").type == "image/svg+xml");
    for (const std::string kind : {"file/", "source/"})
        for (const std::string place :
             {"solutions/01_first/02_add/add.cu", ".workbook/state", "exercises/link",
              "exercises/../.workbook/state", "/etc/passwd", "../x", "build/x", "exercises/none"})
            CHECK(site.get(kind + place, "").status == 404);
    for (const char* path :
         {"file/exercises", "file/", "source/solutions", "source/build", "other"})
        CHECK(site.get(path, "").status == 404);
}

TEST_CASE("open: a source and a folder are pages, as the book has them") {
    const TemporaryFolder folder;
    const Course course = example_course(folder.path());
    const Site site(course);
    write(course.root / "tools/a.hpp", "int a; // <b>");
    write(course.root / "tools/.hidden", "");
    write(course.root / "tools/b.md", "# B\n");
    write(course.root / "tools/c.svg", "<svg/>");
    write(course.root / "tools/deeper/README.md", "# Deeper\n");
    write(course.root / "x.md", "[a](tools/a.hpp) [all](tools) [deeper](tools/deeper/)\n");
    const auto source = site.get("source/tools/a.hpp", "");
    CHECK(source.type == "text/html; charset=utf-8");
    CHECK(has(source.text, "<h1>a.hpp</h1>"));
    CHECK(has(source.text, "<code>int a; // &lt;b&gt;</code>"));
    const auto list = site.get("source/tools", "").text;
    for (const char* part : {R"(href="#source/tools/a.hpp")", R"(href="#text/tools/b.md")",
                             R"(href="file/tools/c.svg")"})
        CHECK(has(list, part));
    CHECK_FALSE(has(list, "hidden"));
    const auto text = site.get("text/x.md", "").text;
    for (const char* part : {R"(href="#source/tools/a.hpp")", R"(href="#source/tools")",
                             R"(href="#text/tools/deeper/README.md")"})
        CHECK(has(text, part));
}

TEST_CASE("open: a solution is shown for the lesson that has passed, and no other") {
    const TemporaryFolder folder;
    const Course course = example_course(folder.path());
    write(course.lessons[0].solution, "solved");
    write(course.lessons[1].solution, "solved, too");
    CHECK(Site(course).get("solution/02_add", "").status == 403);
    CHECK(Site(course).get("solution/03_port", "02_add").status == 403);
    CHECK(Site(course).get("solution/02_add", "02_add").text == "solved");
}

TEST_CASE("open: a snapshot has the words of the terminal's screen, and all messages") {
    const Course course = example_course();
    watch::Model model = watch::failed_model_of(course);
    model.passed.clear();
    model.has_solution = true;
    model.result->messages[1].text = "the \xff second";
    auto json = nlohmann::json::parse(snapshot(model, {}));
    CHECK(json["status"] == "wrong answer: 1 of 3 points (virtual GPU, seed 7)");
    CHECK(json["kind"] == "failed");
    CHECK(has(json["report"], "element 0 is 3, not 4"));
    CHECK(has(json["report"], "second"));
    CHECK(json["solution_of"] == "");

    model.result->verdict = passed;
    model.passed = {"03_port"};
    json = nlohmann::json::parse(snapshot(model, {}));
    CHECK(json["kind"] == "passed");
    CHECK(json["solution_of"] == "03_port");
    CHECK(json["passed"] == std::vector<std::string>{"03_port"});
    CHECK(json["next"] == "02_add");
    CHECK(json["picture"] == nlohmann::json({{"number", 0}, {"is_drawing", false}}));
    model.drawn = 3;
    CHECK(nlohmann::json::parse(snapshot(model, {}))["picture"]["number"] == 3);
    model.drawn = 0;

    model.result.reset();
    model.work = watch::Work::checking;
    model.seconds = 4;
    json = nlohmann::json::parse(snapshot(model, {}));
    CHECK(json["status"] == "Checking 03_port ... 4 s");
    CHECK(json["kind"] == "busy");
    CHECK(json["solution_of"] == "");
}
