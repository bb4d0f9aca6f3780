// Mistake: takes for instructions what begins with a letter: those with a predicate do not
// Verdict: wrong_answer
// Message: double_instructions is
    // Solution 5:
    std::istringstream lines(ptx);
    for (std::string line; std::getline(lines, line);) {
        const std::string target = ".target sm_";
        if (line.starts_with(target)) facts.target = std::stoi(line.substr(target.size()));
        if (line.find(".entry") != std::string::npos) ++facts.kernels;
        const std::size_t first = line.find_first_not_of(" \t");
        if (line.find(".f64") != std::string::npos && std::isalpha(static_cast<unsigned char>(line[first])))
            ++facts.double_instructions;
    }
    // end of Solution 5
