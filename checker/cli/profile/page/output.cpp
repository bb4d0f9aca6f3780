#include "cli/profile/page/output.hpp"

#include "cli/files.hpp"
#include "cli/submission/output_file.hpp"

#include <fmt/core.h>

#include <fstream>
#include <string>

namespace workbook::cli {
namespace {

namespace fs = std::filesystem;

bool is_profile_page(const fs::path& place) {
    std::ifstream stream(place, std::ios::binary);
    std::string begin(200, '\0');
    stream.read(begin.data(), static_cast<std::streamsize>(begin.size()));
    return begin.find(page_marker) != std::string::npos ||
           begin.find(trace_marker) != std::string::npos;
}

} // namespace

fs::path page_place(const Course& course, const Lesson& lesson, const std::string& wanted,
                    const char* ending) {
    return wanted.empty() ? course.build / "profile" / (lesson.name + ending)
                          : fs::absolute(wanted);
}

bool has_arrays(const fs::path& page) {
    return file_text(page).value_or("").find(arrays_marker) != std::string::npos;
}

void write_page(const fs::path& place, const std::string& page) {
    std::error_code error;
    if (fs::is_directory(place, error))
        throw UserError(fmt::format("{} is a folder. --output names a file.", place.string()));
    if (fs::is_regular_file(place, error) && fs::file_size(place, error) > 0 &&
        !is_profile_page(place))
        throw UserError(fmt::format("{} is there already and is no profile page. Remove it, or "
                                    "name another file with --output.",
                                    place.string()));
    fs::create_directories(place.parent_path(), error); // if this fails, writing says why
    write_whole_file(place, page);
}

} // namespace workbook::cli
