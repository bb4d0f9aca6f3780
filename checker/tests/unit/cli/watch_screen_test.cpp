// Tests of cli/watch's screens, and of the terminal before and after.
#include "cli/interrupt.hpp"
#include "cli/watch/loop.hpp"
#include "cli/watch/screen.hpp"
#include "cli/watch/screen_session.hpp"
#include "cli/watch/text.hpp"
#include "example_course.hpp"
#include "failed_model.hpp"

#include <catch2/catch_test_macros.hpp>

using namespace workbook::cli;
using namespace workbook::cli::watch;

namespace {

const Course& a_course() {
    static const Course course = example_course();
    return course;
}

Model failed_model() { return failed_model_of(a_course()); }

std::string joined(const std::vector<std::string>& rows) {
    std::string text;
    for (const auto& row : rows) text += row + "\n";
    return text;
}

bool shows(const Model& model, const Display& display, const std::string& text) {
    return joined(draw(model, display)).find(text) != std::string::npos;
}

} // namespace

TEST_CASE("watch: one clean failure") {
    CHECK(joined(draw(failed_model(), {13, 60})) == R"(== Grading YOUR tree, exercises/ ==
03_port  Lesson port
wrong answer: 1 of 3 points (virtual GPU, seed 7)

  wrong answer in "adds"
    element 0 is 3, not 4
    port.cu:12
  and 1 more (a: all)


[######--------------] 1 of 3 lessons have passed
exercises/01_first/03_port/port.cu:12
h hint  l list  c check all  r run  q quit
)");
}

TEST_CASE("watch: whatever the size, rows and columns fit, and the keys are seen last") {
    Model model = failed_model();
    model.result->messages[0].text = std::string(500, 'x') + "\n" + std::string(3000, '\n');
    model.hints = {"Hint 1"};
    model.notice = std::string(200, 'n');
    for (const View view : {View::lesson, View::list, View::text}) {
        model.view = view;
        model.text.text = model.result->messages[0].text;
        for (const std::size_t rows : {1u, 2u, 5u, 24u, 100u}) {
            for (const std::size_t columns : {1u, 7u, 80u, 300u}) {
                const auto lines = draw(model, {rows, columns, true, true});
                CHECK(lines.size() == rows);
                for (const auto& line : lines) CHECK(shown_width(line) <= columns);
                const std::string last = view == View::lesson ? " quit" : " back";
                if (columns >= 80) CHECK(lines.back().ends_with(last));
            }
        }
    }
}

TEST_CASE("watch: the path says the line, where the message or its text names it") {
    Model model = failed_model();
    CHECK(shows(model, {}, "\nexercises/01_first/03_port/port.cu:12\n"));
    model.result->messages[0].file = "exercises/01_first/03_port/check.cpp";
    CHECK(shows(model, {}, "\nexercises/01_first/03_port/port.cu\n"));
    model.result->messages[0].text = "a fault\n    at port.cu:17 in kernel";
    CHECK(shows(model, {}, "\nexercises/01_first/03_port/port.cu:17\n"));
}

TEST_CASE("watch: what does not fit is cut, and the key that shows it is named") {
    Model model = failed_model();
    model.result->messages[0].text = "first\n" + std::string(30, '\n') + "last";
    CHECK(shows(model, {24, 80}, "first"));
    CHECK_FALSE(shows(model, {24, 80}, "last"));
    CHECK(shows(model, {24, 80}, "  ... (a: all)"));
    CHECK(shows(model, {60, 80}, "last"));
}

TEST_CASE("watch: the solution and n are offered only after a pass") {
    Model model = failed_model();
    model.has_solution = true;
    CHECK_FALSE(shows(model, {}, "solution"));
    CHECK_FALSE(shows(model, {}, "n next"));
    model.result->verdict = "passed";
    model.passed.insert("03_port");
    CHECK(shows(model, {}, "solutions/01_first/03_port/port.cu"));
    CHECK(shows(model, {}, "n next"));
    CHECK(shows(model, {}, "Next (n): 28_reverse"));
    model.passed.insert("28_reverse");
    CHECK(shows(model, {}, "Every lesson has passed."));
}

TEST_CASE("watch: what was gained comes before what to do next, with a screen and without") {
    Model model = failed_model();
    model.result->verdict = passed;
    model.result->messages.clear();
    model.result->gained = {"What you gained:", "few sectors"};
    model.passed.insert("03_port");
    const std::string screen = joined(draw(model, {24, 60}));
    const auto at = screen.find("  What you gained:\n    few sectors\n");
    REQUIRE(at != std::string::npos);
    CHECK(at < screen.find("Well done."));
    CHECK(plain_report(model, TextStyle{}).find("    few sectors\n") != std::string::npos);
}

TEST_CASE("watch: an old verdict is not shown while there is a new one to come") {
    Model model = failed_model();
    model.work = Work::checking;
    CHECK(shows(model, {}, "Checking 03_port ..."));
    CHECK_FALSE(shows(model, {}, " 0 s"));
    model.seconds = 12;
    CHECK(shows(model, {}, "Checking 03_port ... 12 s"));
    model.so_far = "03_port: timed out in \"any size\": stopped after 10 s";
    CHECK(shows(model, {}, "timed out in \"any size\""));
    CHECK_FALSE(shows(model, {}, "element 0"));
    model.work = Work::checking_all;
    model.checked = 2;
    model.to_check = 3;
    CHECK(shows(model, {}, "Checking all lessons: 2 of 3 ..."));
    CHECK(shows(model, {}, "Esc stop"));
}

TEST_CASE("watch: colours and links only where they are wanted") {
    const Model model = failed_model();
    CHECK_FALSE(shows(model, {24, 80, false, false}, "\x1b"));
    CHECK(shows(model, {24, 80, true, false}, "\x1b[31m"));
    CHECK_FALSE(shows(model, {24, 80, true, false}, "\x1b]8"));
    CHECK(shows(model, {24, 80, false, true}, "/course/exercises/01_first/03_port/port.cu\x1b\\"));
}

TEST_CASE("watch: the list keeps the selected lesson in sight") {
    Model model = failed_model();
    model.view = View::list;
    model.list.selected = 2;
    CHECK(shows(model, {6, 80}, "> [ ] 28_reverse"));
    CHECK_FALSE(shows(model, {6, 80}, "02_add"));
    CHECK(shows(model, {24, 80}, "[+] 02_add                       passed"));
    CHECK(shows(model, {24, 80}, "(current) Lesson port"));
    model.list.search = "nothing like it";
    CHECK(shows(model, {24, 80}, "no lesson"));
}

TEST_CASE("watch: a notice is wrapped, not cut") {
    Model model = failed_model();
    model.notice =
        "03_port is as it was handed out. Kept: .workbook/kept/" + std::string(50, 'x') + "!";
    for (const View view : {View::lesson, View::list, View::text}) {
        model.view = view;
        const auto rows = draw(model, {24, 40});
        CHECK(rows.size() == 24);
        CHECK(joined(rows).find("03_port is as it was handed out. Kept:\n") != std::string::npos);
        CHECK(joined(rows).find("xxx!\n") != std::string::npos);
    }
}

TEST_CASE("watch: an interrupt that came before it ends it") {
    const Course& course = a_course();
    interrupt(2);
    CHECK_THROWS_AS(watch::watch(course, course.lessons[0], {}), Interrupted);
    CHECK_THROWS_AS(asks_to_go_on(), Interrupted);
    forget_interrupt();
}

TEST_CASE("watch: without a screen, a verdict and the first message") {
    CHECK(plain_report(failed_model(), {}) == R"(  wrong answer in "adds"
    element 0 is 3, not 4
    port.cu:12
  and 1 more: ./workbook check 03_port --all
03_port: wrong answer: 1 of 3 points (virtual GPU, seed 7)
)");
}

TEST_CASE("watch: no text of a program can control the terminal") {
    CHECK(printable("a\x1b[2Jb\rc\x7f\n") == "a?[2Jb?c?\n");
    CHECK(printable("dos\r\n") == "dos\n");
    CHECK(printable("\xc2\x9b"
                    "2J \xc3\xa9") == "?2J \xc3\xa9");
    CHECK(printable("a\tb\n\tc") == "a       b\n        c");
}

TEST_CASE("watch: lines are cut by what is to be seen of them") {
    CHECK(fit("\x1b[1mabc\x1b[0m", 2) == "\x1b[1mab\x1b[0m");
    CHECK(fit("\xc3\xa9\xc3\xa9\xc3\xa9", 2) == "\xc3\xa9\xc3\xa9");
    CHECK(shown_width(watch::link("/a b", "text")) == 4);
    CHECK(watch::link("/a b\n", "text").find("/a%20b%0A") != std::string::npos);
    CHECK(split_lines("a\n\nb\n") == std::vector<std::string>{"a", "", "b"});
}
