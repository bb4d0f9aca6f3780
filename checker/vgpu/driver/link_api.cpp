// The linker, which here takes one PTX text and gives it back.
#include "vgpu/driver/code_images.hpp"

#include <mutex>
#include <set>
#include <string>
#include <utility>
#include <vector>

using namespace vgpu::driver;

namespace {

// What cuLinkCreate makes: PTX that becomes one image when it is complete.
struct Linking {
    std::vector<std::string> units;
    std::vector<CUjit_option> options;
    void** values = nullptr; // the program's: sizes of texts go there
    std::string image;
};

struct Linkings {
    std::mutex mutex;
    std::set<Linking*> all;
};

Linkings& linkings() {
    static Linkings& only = *new Linkings;
    return only;
}

Linking* linking_of(CUlinkState state) {
    const std::lock_guard lock(linkings().mutex);
    auto* linking = reinterpret_cast<Linking*>(state);
    return linkings().all.contains(linking) ? linking : nullptr;
}

CUresult no_linking() {
    return fail(CUDA_ERROR_INVALID_HANDLE, "the CUlinkState does not exist, or is destroyed");
}

CUresult add(CUlinkState state, CUjitInputType type, std::string data) {
    Linking* linking = linking_of(state);
    if (linking == nullptr) return no_linking();
    if (type != CU_JIT_INPUT_PTX)
        return fail(CUDA_ERROR_NOT_SUPPORTED,
                    "the virtual GPU links PTX alone (CU_JIT_INPUT_PTX), no cubins, fat binaries, "
                    "objects or libraries");
    if (!linking->units.empty())
        return fail(CUDA_ERROR_NOT_SUPPORTED,
                    "the virtual GPU links one PTX text by cuLinkAddData; more than one becomes a "
                    "program's device code by nvcc -rdc=true");
    while (!data.empty() && data.back() == '\0') data.pop_back();
    // Loads the code as a test, so that errors in it are reported here.
    cudaLibrary_t tried = nullptr;
    const CUresult result = load(&tried, data.c_str(), "the code to link",
                                 static_cast<unsigned>(linking->options.size()),
                                 linking->options.data(), linking->values);
    if (result != CUDA_SUCCESS) return result;
    WORKBOOK_RUNTIME(cudaLibraryUnload)(tried);
    linking->units.push_back(std::move(data));
    return CUDA_SUCCESS;
}

} // namespace

CUresult cuLinkCreate(unsigned count, CUjit_option* options, void** values, CUlinkState* state) {
    return with_context(__func__, [&]() -> CUresult {
        if (state == nullptr || (count > 0 && (options == nullptr || values == nullptr)))
            return null_argument();
        JitLog(count, options, values); // the texts are empty until something is wrong
        auto* linking = new Linking;
        linking->options.assign(options, options + count);
        linking->values = values;
        const std::lock_guard lock(linkings().mutex);
        linkings().all.insert(linking);
        *state = reinterpret_cast<CUlinkState>(linking);
        return CUDA_SUCCESS;
    });
}

CUresult cuLinkAddData(CUlinkState state, CUjitInputType type, void* data, size_t bytes,
                       const char*, unsigned, CUjit_option*, void**) {
    return with_context(__func__, [&]() -> CUresult {
        if (data == nullptr) return null_argument();
        return add(state, type, std::string(static_cast<const char*>(data), bytes));
    });
}

CUresult cuLinkAddFile(CUlinkState state, CUjitInputType type, const char* name, unsigned,
                       CUjit_option*, void**) {
    return with_context(__func__, [&]() -> CUresult {
        if (name == nullptr) return null_argument();
        std::string content;
        if (const CUresult error = read_file(name, content); error != CUDA_SUCCESS) return error;
        return add(state, type, std::move(content));
    });
}

CUresult cuLinkComplete(CUlinkState state, void** image, size_t* bytes) {
    return with_context(__func__, [&]() -> CUresult {
        Linking* linking = linking_of(state);
        if (linking == nullptr) return no_linking();
        if (linking->units.empty())
            return fail(CUDA_ERROR_INVALID_VALUE, "nothing was added to link");
        linking->image = linking->units.front();
        if (image != nullptr) *image = linking->image.data();
        if (bytes != nullptr) *bytes = linking->image.size() + 1;
        return CUDA_SUCCESS;
    });
}

CUresult cuLinkDestroy(CUlinkState state) {
    return with_context(__func__, [&] {
        Linking* linking = linking_of(state);
        if (linking == nullptr) return no_linking();
        const std::lock_guard lock(linkings().mutex);
        linkings().all.erase(linking);
        delete linking;
        return CUDA_SUCCESS;
    });
}
