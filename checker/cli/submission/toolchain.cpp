#include "cli/submission/toolchain.hpp"

#include <stdlib.h>

#include <algorithm>
#include <array>

namespace workbook::cli {
namespace {

namespace fs = std::filesystem;

// The path as given, and the path without links.
std::set<fs::path> names_of(const fs::path& folder) {
    return {folder, fs::weakly_canonical(folder)};
}

} // namespace

bool is_below(const fs::path& path, const fs::path& folder) {
    const auto relative = path.lexically_normal().lexically_relative(folder);
    return !relative.empty() && *relative.begin() != "..";
}

std::set<fs::path> masked_folders(const Course& course) {
    std::set<fs::path> masked;
    for (const auto& folder : {course.root, course.checker, course.build})
        for (const auto& path : names_of(folder))
            if (is_below(path, "/usr")) masked.insert(path);
    return masked;
}

std::set<fs::path> toolchain_folders(const Course& course, const std::set<fs::path>& masked,
                                     const std::vector<fs::path>& more_compilers) {
    const auto has = [](const std::set<fs::path>& folders, const fs::path& path) {
        return std::ranges::any_of(folders,
                                   [&](const fs::path& folder) { return is_below(path, folder); });
    };
    std::set<fs::path> folders;
    const auto add = [&](const fs::path& folder) {
        for (const auto& path : names_of(folder)) {
            // A compiler in a home's bin must not bring along the home.
            const bool has_course = std::ranges::any_of(
                std::array{course.root, course.checker, course.build},
                [&](const fs::path& own) { return is_below(fs::weakly_canonical(own), path); });
            const bool is_there = is_below(path, "/usr") && !has(masked, path);
            if (path.is_absolute() && path.has_relative_path() && !is_there && !has_course)
                folders.insert(path);
        }
    };
    add(course.toolkit);
    add(course.cuda_libraries);
    auto compilers = course.compilers;
    compilers.insert(compilers.end(), more_compilers.begin(), more_compilers.end());
    if (const char* host_compiler = getenv("NVCC_CCBIN")) compilers.emplace_back(host_compiler);
    for (const auto& compiler : compilers) {
        const auto real = fs::weakly_canonical(compiler);
        if (compiler.is_absolute() && (!is_below(real, "/usr") || has(masked, real)))
            add(fs::is_directory(real) ? real.parent_path() : real.parent_path().parent_path());
    }
    std::erase_if(folders, [all = folders](const fs::path& path) {
        return std::ranges::any_of(
            all, [&](const fs::path& folder) { return folder != path && is_below(path, folder); });
    });
    return folders;
}

} // namespace workbook::cli
