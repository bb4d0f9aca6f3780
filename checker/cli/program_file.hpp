// Looks into a CUDA program's file: can the virtual GPU take the place of its CUDA runtime?
#pragma once

#include <string>

namespace workbook::cli {

struct ProgramFile {
    bool is_elf64 = false;
    bool has_gpu_code = false;        // a section with fat binaries
    bool has_ptx = false;             // and PTX in one of them
    bool uses_shared_runtime = false; // the loader is asked for libcudart.so
};

// `bytes`: the file's content. Damaged files are described as far as they can be read.
ProgramFile look_into(const std::string& bytes);

} // namespace workbook::cli
