// Accepted: another order of what is told, in another form, with what the function is called
    // Solution 1:
    if (status != cudaSuccess) {
        [[maybe_unused]] const cudaError_t same = cudaGetLastError();
        std::string text = "CUDA error ";
        text += std::to_string(status);
        ((((text += " = ") += cudaGetErrorName(status)) += " (") += cudaGetErrorString(status)) += ") in ";
        ((text += where.function_name()) += " at ") += where.file_name();
        throw CudaError(text + "(" + std::to_string(where.line()) + ")");
    }
    // end of Solution 1
