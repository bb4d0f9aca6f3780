#include "vgpu/runtime/activity.hpp"

#include <algorithm>
#include <atomic>

namespace vgpu::runtime {
namespace {

constexpr std::size_t longest = 512;
char text_now[longest];
std::atomic<bool> busy = false;
static_assert(std::atomic<bool>::is_always_lock_free);

} // namespace

Activity::Activity(std::string_view text) {
    const std::size_t length = std::min(text.size(), longest - 1);
    *std::copy_n(text.data(), length, text_now) = '\0';
    busy.store(true, std::memory_order_release);
}

Activity::~Activity() { busy.store(false, std::memory_order_release); }

const char* Activity::current() { return busy.load(std::memory_order_acquire) ? text_now : ""; }

} // namespace vgpu::runtime
