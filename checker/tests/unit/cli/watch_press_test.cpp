// Tests of cli/watch's keys: what each changes in the model, and what it asks the loop to do.
#include "cli/watch/file_watch.hpp"
#include "cli/watch/jobs.hpp"
#include "cli/watch/press.hpp"
#include "example_course.hpp"
#include "temporary_folder.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

using namespace workbook::cli;
using namespace workbook::cli::watch;
using Do = Order::Kind;
using Kind = Key::Kind;

namespace {

Model fresh_model() {
    static const Course course = example_course();
    Model model;
    model.course = &course;
    model.hints = {"Hint 1: one", "Hint 2: two"};
    return model;
}

Order press(Model& model, char key) { return watch::press(model, {Kind::character, key}, {}); }
Order press(Model& model, Kind key) { return watch::press(model, {key}, {}); }

void pass(Model& model) {
    model.result = Result{};
    model.result->verdict = "passed";
    model.passed.insert(model.current().name);
}

} // namespace

TEST_CASE("keys: characters, sequences, and those that come in pieces") {
    KeyDecoder decoder;
    CHECK(decoder.take("n\r\x7f") ==
          std::vector<Key>{{Kind::character, 'n'}, {Kind::enter}, {Kind::backspace}});
    CHECK(decoder.take("\x1b[A\x1bOB\x1b[5~\x1b[1;5C") ==
          std::vector<Key>{{Kind::up}, {Kind::down}, {Kind::page_up}, {Kind::unknown}});
    CHECK(decoder.take("\x1b").empty());
    CHECK(decoder.is_waiting());
    CHECK(decoder.take("[").empty());
    CHECK(decoder.take("B") == std::vector<Key>{{Kind::down}});
    CHECK_FALSE(decoder.is_waiting());
    CHECK(decoder.take("\x1b").empty());
    CHECK(decoder.time_is_up() == std::vector<Key>{{Kind::escape}});
    CHECK(decoder.time_is_up().empty());
    CHECK(decoder.take("\x1bx") == std::vector<Key>{{Kind::unknown}});
}

TEST_CASE("keys: n goes on only after a pass, to a lesson whose needs have passed") {
    Model model = fresh_model();
    CHECK(press(model, 'n') == Order{});
    CHECK(model.notice.find("02_add has not passed") != std::string::npos);
    model.work = Work::checking;
    CHECK(press(model, 'n') == Order{});
    CHECK(model.notice.find("still running") != std::string::npos);
    model.work = Work::none;
    pass(model);
    CHECK(press(model, 'n') == Order{Do::go_to, 1});
    model.lesson = 2;
    pass(model);
    CHECK(press(model, 'n') == Order{Do::go_to, 1}); // from the beginning again
    model.passed.insert("03_port");
    CHECK(press(model, 'n') == Order{});
    CHECK(model.notice == "Every lesson has passed.");
}

TEST_CASE("keys: one hint more each time") {
    Model model = fresh_model();
    CHECK(press(model, 'h') == Order{Do::remember});
    CHECK(model.text.text == "Hint 1: one");
    press(model, 'q');
    CHECK(model.view == View::lesson);
    press(model, 'h');
    CHECK(model.text.text == "Hint 1: one\n\nHint 2: two");
    CHECK(model.notice.empty());
    press(model, 'h');
    CHECK(model.hints_shown == 2);
    CHECK(model.notice == "That is the last hint.");
    model.hints.clear();
    model.view = View::lesson;
    CHECK(press(model, 'h') == Order{});
    CHECK(model.notice == "02_add has no hints.");
}

TEST_CASE("keys: the solution only after a pass, a profile only where there can be one") {
    Model model = fresh_model();
    model.has_solution = true;
    CHECK(press(model, 's') == Order{});
    CHECK(press(model, 'p') == Order{});
    pass(model);
    model.has_profile = true;
    CHECK(press(model, 's') == Order{Do::solution});
    CHECK(press(model, 'p') == Order{Do::profile});
    CHECK(press(model, 'o') == Order{Do::page});
    // From the text of a profile, too, and from no other.
    show_text(model, "t", "text");
    CHECK(press(model, 'o') == Order{});
    model.text.is_profile = true;
    CHECK(press(model, 'o') == Order{Do::page});
    model.view = View::lesson;
    CHECK(press(model, 'q') == Order{Do::quit});
}

TEST_CASE("keys: the list moves, filters, searches, and goes to a lesson") {
    Model model = fresh_model();
    model.passed = {"02_add"};
    press(model, 'l');
    CHECK(model.view == View::list);
    press(model, 'j');
    press(model, Kind::down);
    press(model, 'j'); // there is no more
    CHECK(model.list.selected == 2);
    press(model, Kind::up);
    CHECK(model.list.selected == 1);
    press(model, 'd');
    CHECK(listed(model) == std::vector<std::size_t>{0});
    press(model, 'p');
    CHECK(listed(model) == std::vector<std::size_t>{1, 2});
    press(model, 'p');
    for (const char c : std::string("/REVx")) press(model, c);
    CHECK(listed(model).empty());
    CHECK(press(model, Kind::enter) == Order{}); // ends the search
    CHECK(press(model, Kind::enter) == Order{}); // on nothing
    press(model, '/');
    press(model, Kind::backspace);
    press(model, Kind::enter);
    CHECK(listed(model) == std::vector<std::size_t>{2});
    CHECK(press(model, Kind::enter) == Order{Do::go_to, 2});
    CHECK(model.view == View::lesson);
}

TEST_CASE("keys: a reset asks, and anything but yes is no") {
    Model model = fresh_model();
    press(model, 'l');
    press(model, 'x');
    CHECK(model.list.asks_reset);
    CHECK(press(model, Kind::enter) == Order{});
    CHECK_FALSE(model.list.asks_reset);
    press(model, 'x');
    CHECK(press(model, 'y') == Order{Do::reset, 0});
}

TEST_CASE("a save is seen, however the editor does it, with inotify and without") {
    const bool poll = GENERATE(false, true);
    const TemporaryFolder folder;
    folder.write("a.cu", "one");
    const auto file = folder.path() / "a.cu";
    FileWatch watched({file, folder.path() / "none.hpp"}, poll);
    CHECK((watched.descriptor() < 0) == poll);
    CHECK_FALSE(watched.has_changed());
    folder.write("a.cu", "three");
    CHECK(watched.has_changed());
    CHECK_FALSE(watched.has_changed());
    folder.write("b.cu", "two");
    CHECK_FALSE(watched.has_changed());
    std::filesystem::rename(folder.path() / "b.cu", file);
    CHECK(watched.has_changed());
    std::filesystem::remove(file);
    CHECK(watched.has_changed());
    folder.write("none.hpp", "");
    CHECK(watched.has_changed());
}

TEST_CASE("a result comes back from the worker as it was") {
    Result result;
    result.lesson = "02_add";
    result.verdict = "fault";
    result.points = 0.5;
    result.max_points = 2;
    result.tree = "exercises";
    result.device = "virtual GPU";
    result.seed = 7;
    result.notes = {"a note"};
    result.printed = "printed \xff";
    result.messages = {{"case", "fault", "text", "file", 3}};
    const auto back = decode(encode(result));
    REQUIRE(back);
    CHECK(back->lesson == "02_add");
    CHECK(back->points == 0.5);
    CHECK(back->max_points == 2);
    CHECK(back->notes == result.notes);
    CHECK(back->printed.starts_with("printed "));
    CHECK(back->messages.front().line == 3);
    CHECK_FALSE(decode("{}"));
    CHECK_FALSE(decode("no result"));
}
