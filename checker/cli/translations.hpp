// The texts of lessons in other languages: README.<language>.md beside a README.md, "README.de.md"
// for instance, and whether they are up to date.
//
// A translation ends in a comment, its record: the language's own name, and for each block of the
// README (paragraph, list, table, code) that was translated its hash and its first words. So it can
// be told which block has changed since.
#pragma once

#include "cli/course.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace workbook::cli {

struct Translation {
    std::string language; // as HTML has it: "de"
    std::string name;     // "Deutsch"; the language where the file has no record
    std::filesystem::path file;
};

// The language in the name of a file, "de" of "README.de.md"; "" where there is none.
std::string language_of_text(const std::filesystem::path& file);

// Those beside the lesson's README, in the order of their languages.
std::vector<Translation> translations_of(const Lesson& lesson);

// What is wrong with a translation, a sentence each: blocks of the original that have changed since
// it was made, and blocks whose links or numbers are not those of the original.
std::vector<std::string> translation_complaints(const std::string& original,
                                                const std::string& translated);

// The translation with a record of the original as it is now. Keeps the language's name.
std::string with_record(const std::string& original, const std::string& translated,
                        const std::string& language);

} // namespace workbook::cli
