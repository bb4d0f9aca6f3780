// Mistake: a hash of 32 bits stands for the formula and its type
// Verdict: wrong_answer
// Message: the same hash
    // Solution 3:
    static std::map<unsigned, cudaKernel_t> kernels;
    const auto key = static_cast<unsigned>(std::hash<std::string>()(formula + type));
    if (const auto found = kernels.find(key); found != kernels.end()) {
        return found->second;
    }
    const Compiled compiled = compile(formula, type);
    cudaLibrary_t library = nullptr;
    check(cudaLibraryLoadData(&library, compiled.ptx.c_str(), nullptr, nullptr, 0, nullptr, nullptr,
                              0));
    cudaKernel_t kernel = nullptr;
    check(cudaLibraryGetKernel(&kernel, library, compiled.kernel_name.c_str()));
    kernels.emplace(key, kernel);
    return kernel;
    // end of Solution 3
