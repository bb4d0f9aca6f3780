#include "vgpu/driver/code_images.hpp"

#include <cstdint>
#include <cstring>
#include <fstream>
#include <iterator>

namespace vgpu::driver {
namespace {

// PTX begins with a directive, after blanks and comments; else it is for the engine to say what a
// fat binary or a cubin lacks.
bool is_image(const void* image) {
    const auto* text = static_cast<const char*>(image);
    constexpr std::uint32_t cubin = 0x464c457f, wrapper = 0x466243b1, fat_binary = 0xba55ed50;
    if (std::strlen(text) >= sizeof cubin) {
        std::uint32_t number = 0;
        std::memcpy(&number, text, sizeof number);
        if (number == cubin || number == wrapper || number == fat_binary) return true;
    }
    for (;;) {
        text += std::strspn(text, " \t\r\n\f\v");
        const char* behind = nullptr;
        if (std::strncmp(text, "//", 2) == 0)
            behind = std::strchr(text, '\n');
        else if (std::strncmp(text, "/*", 2) == 0)
            behind = std::strstr(text + 2, "*/");
        if (behind == nullptr) return *text == '.';
        text = behind + (*behind == '*' ? 2 : 1);
    }
}

} // namespace

JitLog::JitLog(unsigned count, const CUjit_option* options, void** values) {
    for (unsigned i = 0; i < count && options != nullptr && values != nullptr; ++i) {
        if (options[i] == CU_JIT_ERROR_LOG_BUFFER) error = static_cast<char*>(values[i]);
        if (options[i] == CU_JIT_INFO_LOG_BUFFER) info = static_cast<char*>(values[i]);
        if (options[i] == CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES) error_size = &values[i];
        if (options[i] == CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES) info_size = &values[i];
    }
    // The value is a number where a pointer would be; 32 bits count.
    if (error != nullptr && error_size != nullptr)
        error_bytes = static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(*error_size));
    if (error_bytes > 0) *error = '\0';
    if (info != nullptr && info_size != nullptr &&
        static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(*info_size)) > 0)
        *info = '\0';
}

void JitLog::finish() const {
    const std::size_t length = error_bytes > 0 ? std::strlen(error) : 0;
    if (error_size != nullptr) *error_size = reinterpret_cast<void*>(length);
    if (info_size != nullptr) *info_size = nullptr;
}

CUresult load(cudaLibrary_t* library, const void* image, const char* name, unsigned count,
              const CUjit_option* options, void** values) {
    if (library == nullptr || image == nullptr) return null_argument();
    const JitLog log(count, options, values);
    if (!is_image(image)) {
        log.finish();
        return fail(CUDA_ERROR_INVALID_IMAGE,
                    "the code is no PTX, which begins with .version, and no fat binary");
    }
    const cudaError_t error =
        WORKBOOK_RUNTIME(workbook_load_image)(library, image, name, log.error, log.error_bytes);
    log.finish();
    return result_of(error);
}

CUresult read_file(const char* name, std::string& content) {
    std::ifstream file(name, std::ios::binary);
    if (!file) return fail(CUDA_ERROR_FILE_NOT_FOUND, std::string(name) + " cannot be read");
    content.assign(std::istreambuf_iterator<char>(file), {});
    return CUDA_SUCCESS;
}

CUresult load_file(cudaLibrary_t* library, const char* name, unsigned count,
                   const CUjit_option* options, void** values) {
    if (library == nullptr || name == nullptr) return null_argument();
    std::string content;
    if (const CUresult error = read_file(name, content); error != CUDA_SUCCESS) return error;
    return load(library, content.c_str(), name, count, options, values);
}

} // namespace vgpu::driver
