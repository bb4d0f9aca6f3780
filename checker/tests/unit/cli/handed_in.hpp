// A course of one lesson, and a folder in which something was handed in for it.
#pragma once

#include "cli/private_folder.hpp"
#include "cli/submission/take.hpp"

#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace workbook::cli {

inline std::string submission_bytes(const std::filesystem::path& file) {
    std::ifstream stream(file);
    return {std::istreambuf_iterator<char>(stream), {}};
}

struct HandedIn {
    PrivateFolder folder;
    Course course;
    std::vector<const Lesson*> lessons;
    std::filesystem::path part = folder.path() / "in/exercises/01_part";
    std::filesystem::path file = part / "01_one/one.cu";

    HandedIn() {
        Lesson lesson;
        lesson.name = "01_one";
        lesson.part = "01_part";
        lesson.stub = folder.path() / "course/exercises/01_part/01_one/one.cu";
        course.root = folder.path() / "course";
        course.lessons = {lesson};
        lessons = {&course.lessons[0]};
        std::filesystem::create_directories(lesson.stub.parent_path());
        std::filesystem::create_directories(file.parent_path());
        std::filesystem::create_directories(staging());
    }
    std::filesystem::path staging() const { return folder.path() / "staging"; }
    TakenFile take(const std::string& from = "in") {
        std::filesystem::remove_all(staging());
        std::filesystem::create_directories(staging());
        return take_submission(course, lessons, folder.path() / from, staging()).files["01_one"];
    }
};

} // namespace workbook::cli
