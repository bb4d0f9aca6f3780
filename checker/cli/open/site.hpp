// What is behind each address of the server: the page, the course's texts and files, the last
// profile.
#pragma once

#include "cli/course.hpp"

#include <string>

namespace workbook::cli::open {

struct Answer {
    int status = 200;
    std::string type; // MIME
    std::string text;
    std::string policy; // Content-Security-Policy; "": as the page has it
};

// The page's own policy: nothing but what comes from this server, and no script in a text.
extern const char* const page_policy;

// An answer that is a sentence.
Answer sentence(int status, std::string text);

class Site {
  public:
    explicit Site(const Course& course) : course_(course) {}

    // `path` is what stands behind the key: "lesson/03_square_port". `solution_of`: the lesson
    // whose solution may be shown.
    Answer get(const std::string& path, const std::string& solution_of) const;

  private:
    Answer course_list() const;
    Answer lesson(const std::string& name) const;
    Answer text(const std::string& place) const;
    Answer file(const std::string& place) const;
    Answer source(const std::string& place) const;
    std::string address_of(const std::string& place) const;
    Answer profile(const std::string& name, const char* ending) const;
    Answer solution(const std::string& name, const std::string& solution_of) const;
    std::string html(const std::string& place, const std::string& page,
                     const std::string& markdown) const;
    const Lesson* find(const std::string& name) const;

    const Course& course_;
};

} // namespace workbook::cli::open
