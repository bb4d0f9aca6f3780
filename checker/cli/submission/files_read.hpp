// Which files a compiler has read on its way to a program.
//
// Without a sandbox a compiler opens every file that its user can read: #include, .incbin. What it
// has read stands in what it leaves on its way: the preprocessed text names each file where it
// begins, and the assembler lists its own. Nothing in a student's file can take a name away there.
#pragma once

#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace workbook::cli {

// Words for nvcc, which then leaves those texts in `folder`.
std::vector<std::string> words_to_note_files(const std::filesystem::path& folder);

// A file that was read and lies neither in one of the folders `allowed` nor is one of them; nothing
// if there is none. `directory` is where the compiler ran. Removes what it left in `folder`.
std::optional<std::filesystem::path>
stranger_that_was_read(const std::filesystem::path& folder, const std::filesystem::path& directory,
                       const std::set<std::filesystem::path>& allowed);

} // namespace workbook::cli
