// Functions whose answers or arguments are this side's: texts of errors, kernels' names, files with
// device code; and those that exist for a checker.
#include "vgpu/client/link.hpp"
#include "vgpu/runtime/errors.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <mutex>
#include <set>
#include <string>

using vgpu::calls::Function;
using vgpu::client::fail;
using vgpu::client::typed_call;

namespace {

// Texts that the program keeps pointers to.
const char* kept(const char* text) {
    static std::mutex mutex;
    static std::set<std::string>& texts = *new std::set<std::string>;
    const std::lock_guard lock(mutex);
    return texts.insert(text).first->c_str();
}

bool read_file(const char* name, std::string& content) {
    std::FILE* file = std::fopen(name, "rbe");
    if (file == nullptr) return false;
    char part[64 << 10];
    for (std::size_t count; (count = std::fread(part, 1, sizeof part, file)) > 0;)
        content.append(part, count);
    std::fclose(file);
    return true;
}

struct Options {
    const void* names;
    const void* values;
    unsigned count;
};

// The options have no effect, but CUDA reads as many as the caller counts, so null lists are
// errors.
cudaError_t look_at_options(const char* api, const Options& jit, const Options& library) {
    for (const Options& options : {jit, library})
        if (options.count > 0 && (options.names == nullptr || options.values == nullptr))
            return fail(api, cudaErrorInvalidValue,
                        std::string(api) + " was told of " + std::to_string(options.count) +
                            " options, and given a null pointer in place of them");
    return cudaSuccess;
}

} // namespace

extern "C" {

const char* cudaGetErrorName(cudaError_t error) { return vgpu::runtime::error_name(error); }

const char* cudaGetErrorString(cudaError_t error) { return vgpu::runtime::error_text(error); }

cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w,
                                            cudaChannelFormatKind kind) {
    return {x, y, z, w, kind};
}

cudaError_t cudaFuncGetName(const char** name, const void* function) {
    if (name == nullptr)
        return fail("cudaFuncGetName", cudaErrorInvalidValue,
                    "cudaFuncGetName was given a null pointer for its answer");
    std::string room(64 << 10, '\0');
    const cudaError_t error = typed_call(
        Function::workbook_function_name, 0, reinterpret_cast<std::uint64_t>(function),
        reinterpret_cast<std::uint64_t>(room.data()), static_cast<std::uint64_t>(room.size()));
    if (error == cudaSuccess) *name = kept(room.c_str());
    return error;
}

cudaError_t cudaLibraryLoadData(cudaLibrary_t* library, const void* code,
                                cudaJitOption* jit_options, void** jit_values, unsigned jit_count,
                                cudaLibraryOption* options, void** values, unsigned count) {
    if (const cudaError_t error = look_at_options(__func__, {jit_options, jit_values, jit_count},
                                                  {options, values, count});
        error != cudaSuccess)
        return error;
    return typed_call(Function::workbook_load_library, 0, __func__, library, code,
                      "a library of the program", std::uint64_t{0}, std::uint64_t{0});
}

cudaError_t cudaLibraryLoadFromFile(cudaLibrary_t* library, const char* file_name,
                                    cudaJitOption* jit_options, void** jit_values,
                                    unsigned jit_count, cudaLibraryOption* options, void** values,
                                    unsigned count) {
    if (const cudaError_t error = look_at_options(__func__, {jit_options, jit_values, jit_count},
                                                  {options, values, count});
        error != cudaSuccess)
        return error;
    std::string code;
    if (library != nullptr && file_name != nullptr && !read_file(file_name, code))
        return fail(__func__, cudaErrorFileNotFound, std::string(file_name) + " cannot be read");
    const void* place = file_name == nullptr ? nullptr : code.c_str();
    return typed_call(Function::workbook_load_library, 0, __func__, library, place, file_name,
                      std::uint64_t{0}, std::uint64_t{0});
}

// wire/trace_source.hpp, for programs that record themselves.
__attribute__((visibility("default"))) void workbook_trace_begin() {
    typed_call(Function::workbook_recording_begin, 0);
}

__attribute__((visibility("default"))) const char* workbook_trace_end(std::size_t* bytes) {
    static std::string& text = *new std::string;
    vgpu::client::rest();
    std::uint64_t length = 0;
    text.clear();
    if (typed_call(Function::workbook_recording_end, 0, &length) == cudaSuccess) {
        text.resize(length);
        typed_call(Function::workbook_recording_fetch, 0,
                   reinterpret_cast<std::uint64_t>(text.data()), length);
    }
    if (bytes != nullptr) *bytes = text.size();
    return text.c_str();
}

// The program that serves a checker's calls calls this when the function has returned.
__attribute__((visibility("default"))) void workbook_call_ended() {
    vgpu::client::rest(); // its thread counts as the program's, whatever became of the link
    if (!vgpu::client::is_linked()) return;
    typed_call(Function::workbook_call_ended, 0);
}

} // extern "C"
