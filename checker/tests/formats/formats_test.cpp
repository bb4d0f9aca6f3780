// The formats of `workbook grade`, as they are written.
//
//     formats_test              compares with the files in expected/; prints what differs
//     formats_test --approve    writes those files anew; read the difference before committing it
//     formats_test --write DIR  writes many reports in all formats, for validate.py
#include "reports.hpp"

#include "cli/formats/formats.hpp"
#include "cli/formats/safe_text.hpp"
#include "cli/formats/write_grade.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <sstream>

namespace workbook::formats_test {
namespace {

namespace fs = std::filesystem;

constexpr const char* class_formats[] = {"csv", "json", "html", "console"};

// What Classroom 50's runner says, and no runner of GitHub's.
void set_environment() {
    setenv("CLASSROOM", "cuda-2026", 1);
    setenv("ASSIGNMENT", "launch", 1);
    setenv("SUBMISSION_TAG", "submit/2026-11-22T04-00-00Z-a1b2c3d", 1);
    setenv("COMMIT_URL", "https://example.org/ada/launch/commit/a1b2c3d", 1);
    setenv("RELEASE_URL", "https://example.org/ada/launch/releases/tag/submit", 1);
    unsetenv("REVIEW_URL");
    unsetenv("GITHUB_STEP_SUMMARY");
}

// The same as write_grade, but for what is different each time.
std::string written(const cli::GradeReport& report, const std::string& format) {
    if (format != "github") return cli::write_grade(report, format);
    return cli::github_grade(cli::safe_report(report), "TOKEN", "");
}

std::string content_of(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    std::stringstream text;
    text << file.rdbuf();
    return text.str();
}

// All that is compared, by the name of its file in expected/.
std::map<std::string, std::string> all_written() {
    std::map<std::string, std::string> texts;
    for (const std::string& format : cli::grade_formats())
        texts["report." + format] = written(example_report(), format);
    for (const std::string format : class_formats)
        texts["class." + format] = cli::write_class(example_class(), format);
    return texts;
}

int compare(bool approve) {
    int different = 0;
    for (const auto& [name, actual] : all_written()) {
        const fs::path path = fs::path(WORKBOOK_FORMATS_FOLDER) / "expected" / name;
        if (approve) {
            std::ofstream(path, std::ios::binary) << actual;
        } else if (const std::string expected = content_of(path); actual != expected) {
            ++different;
            std::cout << "==== " << name << ": expected\n" << expected << "==== got\n" << actual;
        }
    }
    if (different > 0) std::cout << "If the new texts are right: formats_test --approve\n";
    return different > 0 ? 1 : 0;
}

void write_one(const fs::path& folder, const std::string& name, const std::string& format,
               const cli::GradeReport& report) {
    const fs::path summary = folder / (name + ".summary");
    setenv("GITHUB_STEP_SUMMARY", summary.c_str(), 1);
    std::ofstream(folder / (name + "." + format), std::ios::binary)
        << cli::write_grade(report, format);
}

void write_all(const fs::path& folder, const std::string& name, const cli::GradeReport& report) {
    for (const std::string& format : cli::grade_formats()) write_one(folder, name, format, report);
}

int write_for_validation(const fs::path& folder) {
    fs::remove_all(folder);
    fs::create_directories(folder);
    write_all(folder, "example", example_report());
    write_all(folder, "short", short_report());
    write_one(folder, "long", "github", long_report());
    for (unsigned seed = 0; seed < 10; ++seed)
        write_all(folder, "random" + std::to_string(seed), random_report(seed));
    for (const std::string format : class_formats)
        std::ofstream(folder / ("example.class_" + format), std::ios::binary)
            << cli::write_class(example_class(), format);
    return 0;
}

} // namespace
} // namespace workbook::formats_test

int main(int argument_count, char** arguments) {
    using namespace workbook::formats_test;
    const std::string option = argument_count > 1 ? arguments[1] : "";
    set_environment();
    if (option == "--write" && argument_count == 3) return write_for_validation(arguments[2]);
    if (argument_count == 1 || (option == "--approve" && argument_count == 2))
        return compare(option == "--approve");
    std::cerr << "usage: formats_test [--approve | --write DIR]\n";
    return 2;
}
