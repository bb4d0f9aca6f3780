// Mistake: the target that was asked for, not the one that is there
// Verdict: wrong_answer
// Message: facts from the PTX
    // Solution 5
    std::istringstream lines(ptx);
    for (std::string line; std::getline(lines, line);) {
        const std::string target = ".target sm_";
        if (line.starts_with(target)) {
            facts.target = 75;
        }
        if (line.find(".entry") != std::string::npos) {
            ++facts.kernels;
        }
        const std::size_t first = line.find_first_not_of(" \t");
        if (line.find(".f64") != std::string::npos && line[first] != '.' && line[first] != '/') {
            ++facts.double_instructions;
        }
    }
    // end of Solution 5
