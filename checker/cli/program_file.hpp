// Looks into a CUDA program's file: can the virtual GPU take the place of its CUDA runtime?
#pragma once

#include "vgpu/static_runtime/entry_points.hpp"

#include <string>
#include <vector>

namespace workbook::cli {

struct ProgramFile {
    enum class Kind {
        other,   // not ELF: `is_script` says whether it is one
        elf_32,  // of a 32-bit system
        foreign, // for another kind of processor, `machine`
        object,  // compiled, not linked
        library, // a shared library
        core,    // what a crash left behind
        program, // what can be started
    } kind = Kind::other;
    bool is_script = false;
    unsigned machine = 0;               // ELF's number of the processor
    bool is_static = false;             // has no loader
    bool has_fat_binaries = false;      // a section of them: nvcc linked it
    bool has_ptx = false;               // in one of them
    bool has_machine_code = false;      // of a GPU. nvcc's link stub has none
    bool has_run_path = false;          // DT_RPATH, which goes before LD_LIBRARY_PATH
    std::vector<std::string> libraries; // that the loader is asked for
    // The one that is linked into it, if its symbol table names its functions.
    using StaticRuntime = vgpu::static_runtime::Version;
    StaticRuntime static_runtime = StaticRuntime::none;

    // "libcudart.so.13" if the loader is asked for it or another version of it; else empty.
    std::string shared_runtime() const;
    // Whether a library of that name, in whatever version, is loaded with the program.
    bool uses(std::string_view library) const;
};

// `bytes`: the file's content. Damaged files are described as far as they can be read.
ProgramFile look_into(const std::string& bytes);

} // namespace workbook::cli
