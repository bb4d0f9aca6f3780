// What the loop has done by a worker, and how results come back from there.
#pragma once

#include "cli/grading/grade_lessons.hpp"
#include "cli/watch/worker.hpp"

namespace workbook::cli::watch {

// Checks the lessons, some at a time; tells each result as soon as it is there.
Worker::Job check_job(const Course& course, std::vector<const Lesson*> lessons,
                      const GradeOptions& options);

// Builds what checks the lesson, so that the first check of it does not have to.
Worker::Job prepare_job(const Course& course, const Lesson& lesson);

// Runs a program and tells what it printed.
Worker::Job program_job(std::vector<std::string> command);

std::string encode(const Result& result);
std::optional<Result> decode(const std::string& text);

} // namespace workbook::cli::watch
