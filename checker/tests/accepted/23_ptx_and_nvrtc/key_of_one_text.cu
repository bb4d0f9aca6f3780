// Accepted: one key for type and formula, the PTX read into another text, attributes asked in a loop
    // Solution 2:
    std::size_t size = 0;
    check(nvrtcGetPTXSize(program, &size));
    std::string text(size, ' ');
    check(nvrtcGetPTX(program, text.data()));
    compiled.ptx.assign(text.begin(), text.end());
    const char* name = nullptr;
    check(nvrtcGetLoweredName(program, expression.c_str(), &name));
    compiled.kernel_name.assign(name);
    // end of Solution 2
    // Solution 3:
    static std::map<std::string, cudaKernel_t> kernels;
    const std::string key = type + ":" + formula;
    if (kernels.count(key) == 0) {
        const Compiled compiled = compile(formula, type);
        cudaLibrary_t library = nullptr;
        cudaKernel_t kernel = nullptr;
        check(cudaLibraryLoadData(&library, compiled.ptx.data(), nullptr, nullptr, 0, nullptr, nullptr, 0));
        check(cudaLibraryGetKernel(&kernel, library, compiled.kernel_name.data()));
        kernels[key] = kernel;
    }
    return kernels.at(key);
    // end of Solution 3
