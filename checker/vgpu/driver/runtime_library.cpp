#include "vgpu/driver/runtime_library.hpp"

#include <cstdio>
#include <dlfcn.h>
#include <string>

namespace vgpu::driver {
namespace {

struct Library {
    void* handle = nullptr;
    int version = 13;
};

// Ours has what this library needs; NVIDIA's has not.
bool is_ours(void* handle) {
    return handle != nullptr && dlsym(handle, "workbook_call_for_driver") != nullptr;
}

// This library lies in a folder of its own below that of the libcudarts.
std::string folder_of_runtime() {
    Dl_info info;
    if (dladdr(reinterpret_cast<const void*>(&folder_of_runtime), &info) == 0 ||
        info.dli_fname == nullptr)
        return "";
    const std::string file = info.dli_fname;
    const auto slash = file.rfind('/');
    return slash == std::string::npos ? "../" : file.substr(0, slash + 1) + "../";
}

Library find() {
    for (const int version : {13, 12}) {
        const std::string name = "libcudart.so." + std::to_string(version);
        if (void* loaded = dlopen(name.c_str(), RTLD_NOW | RTLD_NOLOAD); is_ours(loaded))
            return {loaded, version};
    }
    const std::string path = folder_of_runtime() + "libcudart.so.13";
    if (void* loaded = dlopen(path.c_str(), RTLD_NOW | RTLD_GLOBAL); is_ours(loaded))
        return {loaded, 13};
    std::fflush(stdout);
    std::fprintf(stderr,
                 "virtual GPU: its libcuda.so.1 finds no libcudart of the virtual GPU (%s): start "
                 "the program by `workbook run`\n",
                 path.c_str());
    return {};
}

const Library& library() {
    static const Library only = find();
    return only;
}

} // namespace

bool has_runtime() { return library().handle != nullptr; }

int runtime_version() { return library().version; }

void* runtime_function(const char* name) {
    return has_runtime() ? dlsym(library().handle, name) : nullptr;
}

} // namespace vgpu::driver
