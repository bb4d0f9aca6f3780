// Compiles one file of a submission to a learner program.
#pragma once

#include "cli/result.hpp"
#include "cli/submission/sandbox.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace workbook::cli {

inline constexpr const char* forbidden = "forbidden"; // the check programs' word

struct CompiledLesson {
    std::filesystem::path program; // empty: it failed
    std::string verdict;           // then: does_not_compile or forbidden
    std::vector<Message> messages; // what the student reads of it
    bool in_doubt = false; // it failed, and no compiler has pointed at a line of the student's file
    bool took_its_time = false; // it has worked for as long as a compiler may, and would again
    // It ended as compilers do where a machine has no memory, room or time left.
    bool may_be_machine = false;
};

// What a compiler of this lesson may read: given headers, and the objects that it links with. No
// solution, no checker.
View view_of_lesson(const Course& course, const Lesson& lesson, const ProgramCommands& commands);

// `source` is the copy of the student's file; the program and all that is made on the way come to
// lie in `folder`, which must exist and be used for nothing else. All of that together is stopped
// after `limit`.
CompiledLesson compile_lesson(const Course& course, const Lesson& lesson,
                              const ProgramCommands& commands, const CompilerSandbox& sandbox,
                              const std::filesystem::path& source,
                              const std::filesystem::path& folder,
                              std::chrono::seconds limit = time_to_compile);

} // namespace workbook::cli
