// Every link of every lesson and document, followed as the page of `open` follows it: over HTTP, in
// the course that this build is of.
#include "cli/course.hpp"
#include "cli/open/server.hpp"
#include "cli/translations.hpp"

#include <catch2/catch_test_macros.hpp>
#include <fmt/core.h>
#include <httplib.h>

#include <deque>
#include <regex>
#include <set>
#include <string>
#include <utility>
#include <vector>

using namespace workbook::cli;

namespace {

// What the page asks for when a link is followed, as open.js has it; and the id that it looks for.
struct Asked {
    std::string path;
    std::string anchor = {};
};

Asked asked_by(const std::string& address) {
    static const std::regex with_anchor(R"(#(lesson/[^/]+|text/.*\.md)/(.+))");
    std::smatch match;
    if (std::regex_match(address, match, with_anchor)) return {match[1], match[2]};
    return {address.starts_with('#') ? address.substr(1) : address};
}

// The values of an attribute. In a text and in code, the sign behind "=" is "&quot;".
std::vector<std::string> values_of(const std::string& attribute, const std::string& html) {
    const std::string begin = " " + attribute + "=\"";
    std::vector<std::string> values;
    for (auto at = html.find(begin); at != std::string::npos; at = html.find(begin, at)) {
        at += begin.size();
        values.push_back(html.substr(at, html.find('"', at) - at));
    }
    return values;
}

// A student who begins with the lessons and clicks on everything.
class Reader {
  public:
    explicit Reader(const Course& course)
        : server_(course, 0, [](const std::string&) {}),
          host_(server_.address().substr(0, server_.address().find('/', sizeof "http://"))),
          home_(server_.address().substr(host_.size())), client_(host_) {}

    void open(const std::string& path) { visit("the list of lessons", {path}); }

    void follow_all() {
        for (; !unread_.empty(); unread_.pop_front()) {
            const auto& [path, text] = unread_.front();
            static const std::regex outward("[a-z]+:.*");
            for (const char* attribute : {"href", "src", "srcset"})
                for (const auto& address : values_of(attribute, text))
                    if (!std::regex_match(address, outward)) visit(path, asked_by(address));
        }
    }

    const std::set<std::string>& places() const { return places_; }

  private:
    void visit(const std::string& from, const Asked& asked) {
        INFO("in " << from << ": " << asked.path << " " << asked.anchor);
        if (places_.insert(asked.path).second) {
            const auto answer = client_.Get((home_ + asked.path).c_str());
            REQUIRE(answer);
            INFO(answer->body.substr(0, 200));
            CHECK(answer->status == 200);
            CHECK_FALSE(answer->body.empty());
            const bool is_html = answer->get_header_value("Content-Type").starts_with("text/html");
            if (is_html) {
                unread_.emplace_back(asked.path, answer->body);
                for (const auto& id : values_of("id", answer->body))
                    anchors_.insert(asked.path + "#" + id);
            }
        }
        if (!asked.anchor.empty()) CHECK(anchors_.contains(asked.path + "#" + asked.anchor));
    }

    open::Server server_;
    std::string host_, home_;
    httplib::Client client_;
    std::set<std::string> places_, anchors_;
    std::deque<std::pair<std::string, std::string>> unread_;
};

} // namespace

TEST_CASE("open: every link of the lessons and the documents leads to a page") {
    const Course course = read_course(WORKBOOK_BUILD_FOLDER);
    Reader reader(course);
    for (const Lesson& lesson : course.lessons) {
        reader.open("lesson/" + lesson.name);
        for (const auto& translation : translations_of(lesson))
            reader.open("lesson/" + lesson.name + "." + translation.language);
    }
    reader.open("text/README.md");
    reader.follow_all();
    const auto& places = reader.places();
    CHECK(places.size() > 3 * course.lessons.size()); // a text, a stub and a header each
    for (const char* place : {"source/checker/wire/device_buffer.hpp", "source/LICENSE",
                              "source/docs/measurements", "text/docs/style.md"})
        CHECK(places.contains(place));
    for (const auto& place : places) CHECK_FALSE(place.starts_with("source/solutions"));
}
