// What the golden test shows: one scene or more a verdict.
#pragma once

#include "harness/verdict.hpp"

#include <string>
#include <vector>

namespace workbook::golden {

struct Scene {
    std::string name = {};
    Verdict verdict = Verdict::passed; // that it is to lead to
    std::vector<Finding> findings = {};
    bool ran = true;
    bool untouched = false;
    std::string printed = {};
    std::vector<std::string> notes = {};
    std::string tree = "exercises";
    std::string device = "virtual GPU";
};

std::vector<Scene> all_scenes();

} // namespace workbook::golden
