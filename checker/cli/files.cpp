#include "cli/files.hpp"

#include <fmt/core.h>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <ctime>
#include <fstream>
#include <iterator>

namespace workbook::cli {
namespace {

std::error_code last_error() { return {errno, std::generic_category()}; }

// Writes, makes sure that it is on the disk, and closes.
std::error_code write_and_close(int descriptor, const std::string& text) {
    std::error_code error;
    for (std::size_t done = 0; done < text.size() && !error;) {
        const ssize_t count = write(descriptor, text.data() + done, text.size() - done);
        if (count < 0 && errno != EINTR) error = last_error();
        if (count > 0) done += static_cast<std::size_t>(count);
    }
    if (!error && fsync(descriptor) != 0) error = last_error();
    if (close(descriptor) != 0 && !error) error = last_error();
    return error;
}

std::string time_in_a_name() {
    const std::time_t now = std::time(nullptr);
    std::tm parts{};
    localtime_r(&now, &parts);
    char text[32];
    std::strftime(text, sizeof text, "%Y-%m-%d_%H.%M.%S", &parts);
    return text;
}

} // namespace

std::optional<std::string> file_text(const std::filesystem::path& file) {
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(file, ignored)) return std::nullopt;
    std::ifstream stream(file, std::ios::binary);
    if (!stream) return std::nullopt;
    std::string text{std::istreambuf_iterator<char>(stream), {}};
    if (stream.bad()) return std::nullopt;
    return text;
}

std::error_code replace_file(const std::filesystem::path& file, const std::string& text) {
    std::error_code ignored;
    const auto real = std::filesystem::weakly_canonical(file, ignored);
    const auto target = real.empty() ? file : real;
    struct stat status {};
    const mode_t mode = stat(target.c_str(), &status) == 0 ? status.st_mode & 0777 : 0644;
    std::string fresh = (target.parent_path() / ".workbook-XXXXXX").string();
    const int descriptor = mkostemp(fresh.data(), O_CLOEXEC);
    if (descriptor < 0) return last_error();
    fchmod(descriptor, mode);
    auto error = write_and_close(descriptor, text);
    if (!error && std::rename(fresh.c_str(), target.c_str()) != 0) error = last_error();
    if (error) unlink(fresh.c_str());
    return error;
}

std::filesystem::path keep_copy(const Course& course, const std::string& group,
                                const std::filesystem::path& file) {
    const auto folder = course.root / ".workbook" / "kept" / group;
    const auto refuse = [&](const std::string& what) {
        return UserError(fmt::format("{} cannot be kept in {} ({}), so it was not replaced.",
                                     shown_path(course, file), shown_path(course, folder), what));
    };
    const auto text = file_text(file);
    if (!text) throw refuse("it cannot be read");
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    const std::string time = time_in_a_name();
    for (int number = 1; number < 10000; ++number) {
        const auto copy =
            folder / fmt::format("{}{}-{}", time, number == 1 ? "" : fmt::format(".{}", number),
                                 file.filename().string());
        const int descriptor = open(copy.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0644);
        if (descriptor < 0 && errno == EEXIST) continue;
        error = descriptor < 0 ? last_error() : write_and_close(descriptor, *text);
        if (error) throw refuse(error.message());
        return copy;
    }
    throw refuse("there are too many already");
}

} // namespace workbook::cli
