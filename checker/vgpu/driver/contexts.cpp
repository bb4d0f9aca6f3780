#include "vgpu/driver/contexts.hpp"

#include "vgpu/driver/driver_call.hpp"

#include <array>
#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

namespace vgpu::driver {
namespace {

constexpr int most_devices = 8; // of the virtual GPU

struct Contexts {
    std::mutex mutex;
    std::map<CUctx_st*, std::unique_ptr<CUctx_st>> created;
    std::array<CUctx_st, most_devices> primary;
    std::array<int, most_devices> retained{};
    unsigned long long last_number = most_devices;
    Contexts() {
        for (int device = 0; device < most_devices; ++device)
            primary[static_cast<std::size_t>(device)] = {
                device, 0, static_cast<unsigned long long>(device) + 1, true};
    }
};

Contexts& contexts() {
    static Contexts& only = *new Contexts; // used by exit handlers, too
    return only;
}

struct OfThread {
    std::vector<CUctx_st*> stack;
    unsigned long long own_calls = 0; // of the runtime, as far as they were looked at
};

OfThread& of_thread() {
    static thread_local OfThread& only = *new OfThread;
    return only;
}

std::atomic<bool> initialised_by_program{false};

CUresult use_device_of(const CUctx_st* context) {
    return context == nullptr ? CUDA_SUCCESS
                              : result_of(WORKBOOK_RUNTIME(cudaSetDevice)(context->device));
}

} // namespace

bool is_initialised() {
    return initialised_by_program || WORKBOOK_RUNTIME(workbook_own_calls)() > 0;
}

void note_initialised() { initialised_by_program = true; }

CUctx_st* current_context() {
    OfThread& thread = of_thread();
    const unsigned long long own = WORKBOOK_RUNTIME(workbook_own_calls)();
    if (own != thread.own_calls) {
        thread.own_calls = own;
        int device = 0;
        if (WORKBOOK_RUNTIME(cudaGetDevice)(&device) == cudaSuccess) {
            if (thread.stack.empty())
                thread.stack.push_back(primary_context(device));
            else if (thread.stack.back()->device != device)
                thread.stack.back() = primary_context(device);
        }
    }
    while (!thread.stack.empty() && !exists(thread.stack.back())) thread.stack.pop_back();
    return thread.stack.empty() ? nullptr : thread.stack.back();
}

CUctx_st* primary_context(int device) {
    return &contexts().primary[static_cast<std::size_t>(device)];
}

bool exists(CUctx_st* context) {
    Contexts& all = contexts();
    if (context >= all.primary.data() && context < all.primary.data() + most_devices) return true;
    const std::lock_guard lock(all.mutex);
    return all.created.contains(context);
}

CUctx_st* create_context(int device, unsigned flags) {
    Contexts& all = contexts();
    const std::lock_guard lock(all.mutex);
    auto context = std::make_unique<CUctx_st>(CUctx_st{device, flags, ++all.last_number, false});
    CUctx_st* made = context.get();
    all.created.emplace(made, std::move(context));
    return made;
}

bool destroy_context(CUctx_st* context) {
    Contexts& all = contexts();
    const std::lock_guard lock(all.mutex);
    const int device = context->device;
    all.created.erase(context);
    for (const auto& [other, owner] : all.created)
        if (other->device == device) return false;
    return all.retained[static_cast<std::size_t>(device)] == 0;
}

CUresult push_context(CUctx_st* context) {
    current_context();
    of_thread().stack.push_back(context);
    return use_device_of(context);
}

CUctx_st* pop_context() {
    CUctx_st* context = current_context();
    if (context == nullptr) return nullptr;
    std::vector<CUctx_st*>& stack = of_thread().stack;
    stack.pop_back();
    if (!stack.empty()) use_device_of(stack.back());
    return context;
}

CUresult set_context(CUctx_st* context) {
    pop_context();
    return context == nullptr ? CUDA_SUCCESS : push_context(context);
}

void retain_primary(int device) {
    const std::lock_guard lock(contexts().mutex);
    ++contexts().retained[static_cast<std::size_t>(device)];
}

bool release_primary(int device) {
    const std::lock_guard lock(contexts().mutex);
    int& count = contexts().retained[static_cast<std::size_t>(device)];
    if (count == 0) return false;
    --count;
    return true;
}

bool is_primary_retained(int device) {
    const std::lock_guard lock(contexts().mutex);
    return contexts().retained[static_cast<std::size_t>(device)] > 0;
}

} // namespace vgpu::driver
