// The main loop of a fuzzer: `fuzz_x [--seconds N | --iterations N] [--seed S] [--save FILE]
// [input...]`.
//
// Every input's fate is the judge's: an empty string, or what is wrong with how the input was
// taken. A crash, a sanitizer's finding, an exception or ten seconds without an answer end the run
// as well; each failure prints the seed and the file that holds the input. Inputs named as
// arguments are judged as they are, which is how a failure is looked at again.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace workbook::fuzz {

using Judge = std::function<std::string(std::string_view input)>;

struct Setup {
    std::string name;                // "fuzz_ptx"
    std::vector<std::string> corpus; // whole files
    std::vector<std::string> words;  // see Mutator
    Judge judge;
};

// The contents of the folder's files with this extension (".ptx"), in the order of their names.
std::vector<std::string> read_corpus(const std::string& folder, const std::string& extension);

// Returns the exit code of main.
int run(int argc, char** argv, const Setup& setup);

} // namespace workbook::fuzz
