#include "vgpu/runtime/activity.hpp"

#include <algorithm>
#include <atomic>

namespace vgpu::runtime {
namespace {

workbook::wire::Board own_board;
workbook::wire::Board* board = &own_board;

void set_busy(std::uint32_t busy) {
    std::atomic_ref(board->busy).store(busy, std::memory_order_release);
}

} // namespace

Activity::Activity(std::string_view text) {
    const std::size_t length = std::min(text.size(), sizeof board->activity - 1);
    *std::copy_n(text.data(), length, board->activity) = '\0';
    set_busy(1);
}

Activity::~Activity() { set_busy(0); }

void Activity::set_board(workbook::wire::Board* place) { board = place; }

} // namespace vgpu::runtime
