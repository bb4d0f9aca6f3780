// What the build wrote down about itself and its lessons: lessons.json in the build folder.
#pragma once

#include <array>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

namespace workbook::cli {

// Something that the person at the keyboard can mend; the message says how.
struct UserError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

struct Lesson {
    std::string name; // "03_square_port"; also the name of its test
    std::string title;
    std::string part;                // the folder that it lies in: "01_launch"
    std::string chapter;             // the heading above it: "First kernels"
    std::vector<std::string> tracks; // shorter ways through the course that it is on: "fast"
    double points = 0;
    std::vector<std::string> needs;
    std::filesystem::path source; // what is graded: the stub, or the solution
    std::filesystem::path stub;
    std::filesystem::path solution;
    std::filesystem::path header;
    std::filesystem::path readme;
    std::filesystem::path check;
    std::filesystem::path learner;
    std::string stub_sha256;  // of the untouched stub; empty if not on record
    bool broken_stub = false; // it has mistakes on purpose, so grading it says something
};

// Given code that may lie in a lesson's folder besides (checker/cmake/WorkbookLesson.cmake).
inline constexpr std::array<const char*, 5> given_files = {"given.cu", "given.hpp", "probe.cu",
                                                           "reference.cu", "reference.hpp"};

struct Course {
    std::string tree; // "exercises" or "solutions"
    std::filesystem::path root;
    std::filesystem::path build;
    std::filesystem::path cmake;
    std::filesystem::path virtual_runtime; // folder of the virtual GPU's libcudart
    std::filesystem::path cuda_libraries;  // folder of NVIDIA's
    std::filesystem::path tracer;          // of a real GPU; empty if there is none
    std::vector<Lesson> lessons;
    // For compiling what the build does not know: a submission, hidden checks.
    std::string version;                          // of the workbook: "0.1.0"
    std::filesystem::path checker;                // its folder of that name
    std::filesystem::path make_program;           // Ninja or make
    std::vector<std::filesystem::path> compilers; // CUDA's, C++'s
    std::filesystem::path toolkit;                // CUDA's folder
};

// Reads <build>/lessons.json. Throws UserError.
Course read_course(const std::filesystem::path& build);

// Leaves in the course only the lessons of a track. Throws UserError if there is no such track.
void keep_track(Course& course, const std::string& track);

// The lessons that the words name, in the course's order; all of them if there are no words. A word
// is a lesson's name, its number, or its name without the number. Throws UserError.
std::vector<const Lesson*> select_lessons(const Course& course,
                                          const std::vector<std::string>& words);

// One of the first ten: a student has not yet seen much of what threads do.
bool is_early(const Course& course, const Lesson& lesson);

// A path as the person knows it: relative to the course's root where it lies in it.
std::string shown_path(const Course& course, const std::filesystem::path& path);

} // namespace workbook::cli
