// Mistake: counts lines that declare registers
// Verdict: wrong_answer
// Message: facts from the PTX
// Message: double_instructions is
    // Solution 5
    std::istringstream lines(ptx);
    for (std::string line; std::getline(lines, line);) {
        const std::string target = ".target sm_";
        if (line.starts_with(target)) {
            facts.target = std::stoi(line.substr(target.size()));
        }
        if (line.find(".entry") != std::string::npos) {
            ++facts.kernels;
        }
        const std::size_t first = line.find_first_not_of(" \t");
        if (line.find("64") != std::string::npos && first < line.size()) {
            ++facts.double_instructions;
        }
    }
    // end of Solution 5
