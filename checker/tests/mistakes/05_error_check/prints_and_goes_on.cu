// Mistake: prints the error and goes on as if nothing had been
// Verdict: wrong_answer
// Message: threw nothing
    // Solution 1
    if (status == cudaSuccess) {
        return;
    }
    cudaGetLastError();
    std::fprintf(stderr, "%s\n", (std::string(where.file_name()) + ":" + std::to_string(where.line()) + ": " +
                    cudaGetErrorName(status) + ": " + cudaGetErrorString(status)).c_str());
    // end of Solution 1
