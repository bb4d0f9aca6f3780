// Accepted: properties of the device, std::find_if for facts, a nested map, cudaLaunchKernelExC
    // Solution 1:
    check(nvrtcAddNameExpression(program, expression.data()));
    int device = 0;
    check(cudaGetDevice(&device));
    cudaDeviceProp properties{};
    check(cudaGetDeviceProperties(&properties, device));
    const std::string arch = "-arch=compute_" + std::to_string(10 * properties.major + properties.minor);
    const char* const options[] = {definition.data(), arch.data()};
    const nvrtcResult result = nvrtcCompileProgram(program, 2, options);
    if (result == NVRTC_ERROR_COMPILATION) {
        std::size_t size = 0;
        check(nvrtcGetProgramLogSize(program, &size));
        std::string log(size, ' ');
        check(nvrtcGetProgramLog(program, log.data()));
        throw CompileFailure{log.data()};
    }
    check(result);
    // end of Solution 1
    // Solution 3:
    static std::map<std::string, std::map<std::string, cudaKernel_t>> kernels;
    cudaKernel_t& kernel = kernels[type][formula];
    if (kernel != nullptr) return kernel;
    const auto [ptx, name] = compile(formula, type);
    cudaLibrary_t library;
    check(cudaLibraryLoadData(&library, ptx.data(), nullptr, nullptr, 0, nullptr, nullptr, 0));
    check(cudaLibraryGetKernel(&kernel, library, name.data()));
    return kernel;
    // end of Solution 3
        // Solution 4:
        cudaLaunchConfig_t config = {};
        config.gridDim = dim3(blocks);
        config.blockDim = dim3(threads_per_block);
        const void* arguments[] = {&in, &out, &n};
        check(cudaLaunchKernelExC(&config, reinterpret_cast<const void*>(kernel), const_cast<void**>(arguments)));
        // end of Solution 4
    // Solution 5:
    for (std::size_t at = 0; at < ptx.size();) {
        const std::size_t end = std::min(ptx.find('\n', at), ptx.size());
        std::string line = ptx.substr(at, end - at);
        at = end + 1;
        if (line.rfind(".target sm_", 0) == 0) facts.target = std::atoi(line.c_str() + 11);
        facts.kernels += line.find(".entry") != std::string::npos;
        line.erase(line.begin(), std::find_if(line.begin(), line.end(), [](char c) { return c != ' ' && c != '\t'; }));
        if (!line.empty() && line[0] != '.' && line[0] != '/') facts.double_instructions += line.find(".f64") != std::string::npos;
    }
    // end of Solution 5
