// The text of every verdict, as a student reads it, compared with files in expected/.
//
//     golden_test              compares; prints what differs
//     golden_test --approve    writes the files anew; read the difference before committing it
//
// The calls are synthetic, so that the texts are the same on every machine; that real processes end
// so is tested by tests/redteam.
#include "scenes.hpp"

#include "harness/case_report.hpp"

#include <cstdio>
#include <fstream>
#include <iostream>
#include <set>
#include <sstream>
#include <string>

namespace workbook::golden {
namespace {

std::string path_of(const std::string& name) {
    return std::string(WORKBOOK_GOLDEN_FOLDER) + "/" + name + ".txt";
}

std::string read_file(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    std::stringstream text;
    text << file.rdbuf();
    return text.str();
}

std::string text_of(const Scene& scene) {
    Report report;
    report.lesson = "03_square_port";
    report.tree = scene.tree;
    report.device = scene.device;
    report.seed = 42;
    report.max_points = 3;
    report.notes = scene.notes;
    report.printed = scene.printed;
    report.cases = {
        {.name = "small numbers", .weight = 1, .ran = true, .passed = true, .assertions = 2},
        {.name = "any size",
         .weight = 2,
         .ran = scene.ran,
         .passed = scene.findings.empty() && scene.ran,
         .assertions = 2}};
    for (const Finding& finding : scene.findings)
        report.messages.push_back({"any size", finding.verdict, finding.text, "check.cpp", 12});
    decide(report, scene.untouched);
    std::ostringstream text;
    print_heading(text, report, false);
    print_outcome(text, report, false);
    return text.str();
}

int run(bool approve) {
    int different = 0;
    std::set<Verdict> seen;
    for (const Scene& scene : all_scenes()) {
        const std::string actual = text_of(scene);
        seen.insert(scene.verdict);
        if (actual.find("\n" + std::string(words_of(scene.verdict).title) + ", ") ==
            std::string::npos) {
            std::cout << scene.name << ": the verdict is not " << name_of(scene.verdict) << "\n"
                      << actual;
            return 1;
        }
        if (approve) {
            std::ofstream(path_of(scene.name), std::ios::binary) << actual;
            continue;
        }
        const std::string expected = read_file(path_of(scene.name));
        if (actual == expected) continue;
        ++different;
        std::cout << "==== " << scene.name << ": expected\n" << expected << "==== got\n" << actual;
    }
    for (const Verdict verdict : wire::all_verdicts)
        // Said by the command line tool before a check is started; its own tests show the text.
        if (!seen.contains(verdict) && verdict != Verdict::does_not_compile) {
            std::cout << "no scene shows the verdict " << name_of(verdict) << "\n";
            ++different;
        }
    if (different > 0) std::cout << "If the new texts are right: golden_test --approve\n";
    return different > 0 ? 1 : 0;
}

} // namespace
} // namespace workbook::golden

int main(int argument_count, char** arguments) {
    const bool approve = argument_count == 2 && std::string(arguments[1]) == "--approve";
    if (argument_count > 1 && !approve) {
        std::cerr << "usage: golden_test [--approve]\n";
        return 2;
    }
    return workbook::golden::run(approve);
}
