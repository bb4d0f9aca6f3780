// What a submission holds besides the files that are taken.
#pragma once

#include "cli/course.hpp"

#include <string>
#include <vector>

namespace workbook::cli {

// A sentence on files that are not the course's own and so are ignored; empty if there are none.
// `exercises` is the submission's open folder of that name.
std::string ignored_files(const Course& course, const std::vector<const Lesson*>& lessons,
                          int exercises);

// One of the .cu files below a submission's open folder, for people; empty if there are none. Where
// no lesson's file is found, that may be one in the wrong place.
std::string some_source(int exercises);

// A file below the folder whose name differs from `name` only in capitals and in what systems and
// editors add ("Square (1).cu", "square.cu.txt"), or that is `name` in another place. Else empty.
std::string similar_source(int exercises, const std::string& name);

} // namespace workbook::cli
