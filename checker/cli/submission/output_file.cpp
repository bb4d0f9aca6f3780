#include "cli/submission/output_file.hpp"

#include "cli/course.hpp"
#include "cli/descriptor.hpp"

#include <fmt/core.h>

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <random>

namespace workbook::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view unfinished_mark = ".workbook-";
constexpr std::size_t digits_of_unfinished = 8;

[[noreturn]] void refuse_output(const fs::path& file, const fs::path& unfinished) {
    const std::string what = std::strerror(errno);
    if (!unfinished.empty()) unlink(unfinished.c_str());
    throw UserError(fmt::format("{} cannot be written ({}).", file.string(), what));
}

bool write_all(int target, const std::string& text) {
    for (std::size_t done = 0; done < text.size();) {
        const ssize_t count = write(target, text.data() + done, text.size() - done);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return false;
        done += static_cast<std::size_t>(count);
    }
    return true;
}

// Opens a file with the permissions of any new file here, unlike mkstemp().
Descriptor new_file_beside(const fs::path& place, std::string& name) {
    std::random_device random;
    for (int attempt = 0;; ++attempt) {
        name = fmt::format("{}{}{:0{}x}", place.string(), unfinished_mark, random(),
                           digits_of_unfinished);
        Descriptor file(
            open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666));
        if (file || errno != EEXIST || attempt == 100) return file;
    }
}

} // namespace

bool is_unfinished_name(std::string_view name) {
    const auto rest = unfinished_mark.size() + digits_of_unfinished;
    if (name.size() <= rest) return false;
    name.remove_prefix(name.size() - rest);
    return name.starts_with(unfinished_mark) &&
           name.find_first_not_of("0123456789abcdef", unfinished_mark.size()) ==
               std::string_view::npos;
}

void write_whole_file(const fs::path& file, const std::string& text) {
    std::error_code ignored;
    const auto status = fs::status(file, ignored); // of a place that may not be read: none
    if (fs::exists(status) && !fs::is_regular_file(status) && !fs::is_directory(status)) {
        const Descriptor target(open(file.c_str(), O_WRONLY | O_CLOEXEC));
        if (!target || !write_all(target.number(), text)) refuse_output(file, {});
        return;
    }
    // A link stays one; what it leads to is replaced.
    fs::path place = file;
    if (fs::is_symlink(fs::symlink_status(file, ignored)))
        place = fs::weakly_canonical(file, ignored);
    if (place.empty()) place = file;
    std::string name;
    const Descriptor target = new_file_beside(place, name);
    if (!target) refuse_output(file, {});
    if (!write_all(target.number(), text) || fsync(target.number()) != 0 ||
        rename(name.c_str(), place.c_str()) != 0)
        refuse_output(file, name);
}

} // namespace workbook::cli
