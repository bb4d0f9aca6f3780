// How the build compiles and links a program: taken from the build itself, so that a submission and
// a hidden checker get the very same flags, without configuring anything.
#pragma once

#include "cli/course.hpp"

#include <map>
#include <string>
#include <vector>

namespace workbook::cli {

// Two commands, as words without a shell. Words that are the names of files as the build has them:
// to be replaced by others.
struct ProgramCommands {
    std::filesystem::path directory; // both run there
    std::vector<std::string> compile;
    std::vector<std::string> link;
    std::string object;  // what `compile` makes of the source, a word of both
    std::string program; // what `link` makes
};

// For the targets <prefix><lesson> ("learner_" or "check_"), by lesson. Throws UserError where the
// build does not say.
std::map<std::string, ProgramCommands> commands_of_build(const Course& course,
                                                         const std::vector<const Lesson*>& lessons,
                                                         const std::string& prefix);

// The words with `from` replaced by `to`, also inside of words.
std::vector<std::string> with_replaced(std::vector<std::string> words, const std::string& from,
                                       const std::string& to);
std::string with_replaced(std::string text, const std::string& from, const std::string& to);

} // namespace workbook::cli
