#include "cli/folder_lock.hpp"

#include "cli/course.hpp"
#include "cli/interrupt.hpp"

#include <fmt/core.h>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace workbook::cli {

FolderLock::FolderLock(const std::filesystem::path& folder) {
    const auto file = folder / "workbook.lock";
    descriptor_ = open(file.c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0666);
    if (descriptor_ < 0) {
        throw UserError(fmt::format("{} cannot be written ({}). Make the build folder yours, or "
                                    "configure another one.",
                                    file.string(), std::strerror(errno)));
    }
    while (flock(descriptor_, LOCK_EX) != 0 && errno == EINTR) {
        if (interrupted_by() == 0) continue;
        close(descriptor_);
        throw_if_interrupted();
    }
}

FolderLock::~FolderLock() { close(descriptor_); }

} // namespace workbook::cli
