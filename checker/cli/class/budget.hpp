// How much of a class is graded at the same time.
#pragma once

#include <cstddef>
#include <cstdint>

namespace workbook::cli {

// The memory planned for each lesson that is being compiled or checked, in bytes, if no limit is
// set. The usual limits of a compiler and of a program are three times as high, for those that
// misbehave; where the kernel then ends a process for want of memory, its lesson is graded again
// alone (Round in cli/submission/blame.hpp).
inline constexpr std::uint64_t memory_of_lesson = 2ull << 30;
// The memory of a checker and of `grade` itself, which is added to the limit of a lesson.
inline constexpr std::uint64_t memory_of_checker = 256ull << 20;

struct ClassBudget {
    std::size_t submissions = 1; // at the same time
    std::size_t lessons = 1;     // of each, at the same time
};

// `jobs`: lessons at the same time in all; `memory`: bytes for all of them; `count`: submissions;
// `limit`: what a lesson may take, 0 if nothing is set.
// Several submissions with one lesson each keep all processors busy to the end; only where there
// are fewer submissions than that do they get more each. Each number is at least 1.
ClassBudget class_budget(std::size_t jobs, std::uint64_t memory, std::size_t count,
                         std::uint64_t limit = 0);

} // namespace workbook::cli
