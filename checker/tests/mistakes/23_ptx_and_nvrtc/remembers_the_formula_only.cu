// Mistake: the kernel of another type is taken
// Verdict: wrong_answer
// Message: each type for itself
    // Solution 3
    static std::map<std::pair<std::string, std::string>, cudaKernel_t> kernels;
    const auto key = std::make_pair(formula, std::string());
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
