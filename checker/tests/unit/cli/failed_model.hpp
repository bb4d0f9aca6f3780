// What `watch` and `open` show of the second lesson of example_course.hpp when it has failed.
#pragma once

#include "cli/watch/model.hpp"

namespace workbook::cli::watch {

inline Model failed_model_of(const Course& course) {
    Model model;
    model.course = &course;
    model.lesson = 1;
    model.passed = {"02_add"};
    Result result;
    result.lesson = "03_port";
    result.verdict = "wrong_answer";
    result.points = 1;
    result.max_points = 3;
    result.device = "virtual GPU";
    result.seed = 7;
    result.messages = {{"adds", "wrong_answer", "element 0 is 3, not 4", "port.cu", 12},
                       {"adds", "wrong_answer", "the second", "", 0}};
    model.result = result;
    return model;
}

} // namespace workbook::cli::watch
