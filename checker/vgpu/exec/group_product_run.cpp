// GroupProducts: one product, of the four warps that wait at it.
#include "vgpu/exec/faults.hpp"
#include "vgpu/exec/group_products.hpp"
#include "vgpu/exec/matrix_descriptor.hpp"
#include "vgpu/exec/warpgroup.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

namespace vgpu::exec {

using isa::group_warps;
using ptx::Space;

namespace {

Fault without_fence(std::string detail) {
    return make_fault(FaultKind::barrier_arguments, Tool::synccheck,
                      "Missing wgmma.fence before wgmma.mma_async", std::move(detail));
}

} // namespace

class GroupProducts::Product {
  public:
    Product(const WarpTurn& turn, WarpGroup& own)
        : turn_(turn), own_(own), group_(whole(turn.warp)), op_(group_.frame->op(group_.pc)),
          control_(*control_of(group_)), product_(*control_.operation.product) {
        for (std::uint32_t i = 0; i < group_warps; ++i)
            warps_[i] = &turn.block.warps[first_warp(turn.warp) + i];
    }

    bool run() {
        if (!check_warps() || !read_metadata() || !read_factors()) return false;
        d_.assign(product_.d_elements(), 0);
        if (adds_) move_result(true);
        isa::multiply_group(product_, a_.data(), b_.data(),
                            product_.is_sparse ? met_.data() : nullptr, d_.data());
        move_result(false);
        note();
        return true;
    }

  private:
    Frame& frame(std::uint32_t warp) const { return *whole(*warps_[warp]).frame; }
    Offset operand(std::size_t i) const { return control_.operands[i]; }
    std::size_t scale() const { return product_.a_in_registers ? 1 : 2; }
    std::size_t metadata() const { return scale() + 1; } // of a sparse A
    std::size_t first_factor() const { return scale() + (product_.is_sparse ? 2 : 1); }
    std::size_t first_result() const { return first_factor() + (product_.a_in_registers ? 4 : 0); }

    bool fail(Fault fault, std::uint32_t warp, int lane = 0) const {
        const WarpTurn its{turn_.machine, turn_.launch, turn_.block, *warps_[warp]};
        return its.fail(std::move(fault), whole(*warps_[warp]), op_, lane);
    }

    // All four are at one instruction, with the same operands.
    bool check_warps() {
        for (std::uint32_t i = 0; i < group_warps; ++i) {
            const Group& its = whole(*warps_[i]);
            if (its.pc != group_.pc || its.frame->function != group_.frame->function)
                return fail(barrier_divergence(
                                false, fmt::format("The warps of a warpgroup are at different "
                                                   "wgmma.mma_async: warp {} and warp {}",
                                                   turn_.warp.index, warps_[i]->index)),
                            i);
            if (!check_order(i)) return false;
        }
        const std::uint32_t predicate = frame(0).words(operand(scale()))[0];
        adds_ = predicate != 0;
        for (std::uint32_t i = 0; i < group_warps; ++i) {
            const std::uint32_t own = frame(i).words(operand(scale()))[0];
            if (own != (adds_ ? all_lanes_of_warp : 0)) return fail_argument("scale-d", i);
            if (!product_.a_in_registers && !is_same(0, i))
                return fail_argument("the descriptor of A", i);
            if (!is_same(scale() - 1, i)) return fail_argument("the descriptor of B", i);
        }
        return true;
    }
    bool is_same(std::size_t number, std::uint32_t warp) const {
        const std::uint64_t wanted = frame(0).doublewords(operand(number))[0];
        const std::uint64_t* own = frame(warp).doublewords(operand(number));
        return std::all_of(own, own + warp_size,
                           [=](std::uint64_t value) { return value == wanted; });
    }
    bool fail_argument(std::string_view what, std::uint32_t warp) const {
        return fail(barrier_arguments(fmt::format("Threads of one warpgroup execute "
                                                  "wgmma.mma_async with different values of {}",
                                                  what)),
                    warp);
    }

    // wgmma.fence, and registers that another product still uses.
    bool check_order(std::uint32_t warp) const {
        WarpProducts& its = warps_[warp]->products;
        if (its.fences == 0)
            return fail(without_fence("A warp has to execute wgmma.fence before its first "
                                      "wgmma.mma_async"),
                        warp);
        for (std::size_t i = first_factor(); i < first_result(); ++i)
            if (its.registers.watches(frame(warp)) &&
                its.registers.use_of(operand(i)) == InFlight::result)
                return fail(register_in_flight("read", true), warp);
        return was_left_alone(warp);
    }
    // Whether the accumulator has been written since the last product without a fence behind that.
    bool was_left_alone(std::uint32_t warp) const {
        const WarpProducts& its = warps_[warp]->products;
        const Frame& own = frame(warp);
        if (own.words(operand(scale()))[0] == 0) return true;
        for (const WarpProducts::Accumulator& before : its.accumulators) {
            if (before.frame != &own || before.fences != its.fences ||
                before.registers.size() != results() ||
                before.registers.front() != operand(first_result()))
                continue;
            for (std::size_t i = 0; i < results(); ++i)
                if (before.registers[i] == operand(first_result() + i) &&
                    std::memcmp(own.words(before.registers[i]), &before.values[i * warp_size],
                                sizeof(std::uint32_t) * warp_size) != 0)
                    return fail(without_fence("The accumulator's registers were written after the "
                                              "last wgmma.fence of the warp"),
                                warp);
        }
        return true;
    }
    std::size_t results() const { return static_cast<std::size_t>(product_.d_registers()); }

    // ---- A and B ----

    // The rows of B that the elements of a sparse A meet.
    bool read_metadata() {
        if (!product_.is_sparse) return true;
        const isa::Sparsity sparsity = product_.sparsity();
        met_.reserve(product_.a_elements());
        for (std::uint32_t warp = 0; warp < group_warps; ++warp) {
            const std::uint32_t* words = frame(warp).words(operand(metadata()));
            for (int lane = 0; lane < warp_size; ++lane)
                if (auto fault = bad_metadata(control_.operation.metadata, words[lane], lane))
                    return fail(std::move(*fault), warp, lane);
            for (int row = 0; row < isa::group_rows / isa::group_warps; ++row)
                for (int k = 0; k < product_.k; ++k) {
                    const int chunk = k / sparsity.kept();
                    const isa::Sparsity::Place place = sparsity.place(row, chunk);
                    const std::uint32_t bits = words[place.lane] >> place.bit & 15;
                    met_.push_back(static_cast<std::uint8_t>(
                        chunk * sparsity.chunk() + sparsity.column(bits, k % sparsity.kept())));
                }
        }
        return true;
    }

    bool read_factors() {
        a_.resize(product_.a_elements());
        b_.resize(product_.b_elements());
        const std::size_t k = product_.depth(), n = product_.columns();
        if (product_.a_in_registers)
            take_registers();
        else if (!read_matrix("A", 0, product_.a_by_columns, isa::group_rows, product_.k, a_.data(),
                              k, 1))
            return false;
        return read_matrix("B", scale() - 1, product_.b_by_columns, product_.n, product_.b_rows(),
                           b_.data(), 1, n);
    }
    void take_registers() {
        const int bits = product_.element_bits(), each = bits < 32 ? 32 / bits : 1;
        const std::uint32_t mask = bits < 32 ? (1u << bits) - 1 : ~0u;
        for (std::uint32_t warp = 0; warp < group_warps; ++warp) {
            const std::uint16_t* place = control_.a_places.data();
            std::uint32_t* const rows = a_.data() + warp * (isa::group_rows / group_warps) *
                                                        static_cast<unsigned>(product_.k);
            for (std::size_t reg = 0; reg < 4; ++reg) {
                const std::uint32_t* words = frame(warp).words(operand(first_factor() + reg));
                for (int lane = 0; lane < warp_size; ++lane)
                    for (int i = 0; i < each; ++i) rows[*place++] = words[lane] >> i * bits & mask;
            }
        }
    }

    // A matrix of so many rows (of B: columns) and so deep, whose element of row r and depth k goes
    // to into[r * to_next + k * to_deeper].
    bool read_matrix(std::string_view name, std::size_t descriptor, bool across, int rows,
                     int depth, std::uint32_t* into, std::size_t to_next, std::size_t to_deeper) {
        const MatrixDescriptor matrix(frame(0).doublewords(operand(descriptor))[0]);
        if (!check_phase(name, matrix)) return false;
        const auto count = static_cast<std::uint32_t>(rows);
        const auto bytes = static_cast<std::uint32_t>(product_.element_bits() / 8);
        const std::uint32_t each = matrix_piece / bytes;
        const auto deep = static_cast<std::uint32_t>(depth);
        const std::uint32_t lines = across ? deep : count;
        const std::uint32_t pieces = (across ? count : deep) / each;
        for (std::uint32_t line = 0; line < lines; ++line)
            for (std::uint32_t piece = 0; piece < pieces; ++piece) {
                const std::uint32_t address =
                    across ? matrix.across_k(line, piece) : matrix.along_k(line, piece);
                if (std::uint64_t{address} + matrix_piece > turn_.launch.shared_bytes)
                    return fail_bounds(name, address);
                addresses_.push_back(address);
                const std::size_t step = across ? to_next : to_deeper;
                std::uint32_t* to =
                    into + line * (across ? to_deeper : to_next) + piece * each * step;
                const std::byte* from = turn_.block.shared + address;
                for (std::uint32_t i = 0; i < each; ++i, from += bytes, to += step) {
                    *to = 0;
                    std::memcpy(to, from, bytes);
                }
            }
        return true;
    }
    bool check_phase(std::string_view name, const MatrixDescriptor& matrix) const {
        if (matrix.has_its_phase()) return true;
        return fail(
            make_fault(FaultKind::misaligned, Tool::memcheck, "Misaligned matrix of wgmma",
                       fmt::format("The descriptor of {} has a swizzle of {} bytes and begins at "
                                   "{:#x}, which is not a multiple of {}: align the tile to that, "
                                   "or set the base offset (which is {}) to {}",
                                   name, matrix.width(), matrix.begin(), matrix.period(),
                                   matrix.base_offset(), matrix.phase_of_begin())),
            0);
    }
    bool fail_bounds(std::string_view name, std::uint32_t address) const {
        Fault fault = bad_access(turn_.machine.context, {.action = isa::MemoryAction::load,
                                                         .space = Space::shared,
                                                         .address = address,
                                                         .bytes = matrix_piece,
                                                         .space_bytes = turn_.launch.shared_bytes});
        fault.detail += fmt::format("; it is a part of the matrix {} of wgmma", name);
        return fail(std::move(fault), 0);
    }

    // ---- D ----

    void move_result(bool from_registers) {
        const bool is_half = bits_of(product_.d) == 16;
        for (std::uint32_t warp = 0; warp < group_warps; ++warp) {
            Frame& own = frame(warp);
            const std::uint16_t* place = control_.d_places.data();
            std::uint32_t* const rows = d_.data() + warp * (isa::group_rows / group_warps) *
                                                        static_cast<unsigned>(product_.n);
            for (std::size_t reg = 0; reg < results(); ++reg) {
                auto* words =
                    reinterpret_cast<std::uint32_t*>(own.slots + operand(first_result() + reg));
                for (int lane = 0; lane < warp_size; ++lane) {
                    std::uint32_t& low = rows[*place++];
                    std::uint32_t& high = is_half ? rows[*place++] : low;
                    if (from_registers) {
                        low = is_half ? words[lane] & 0xffffu : words[lane];
                        if (is_half) high = words[lane] >> 16;
                    } else {
                        words[lane] = is_half ? low | high << 16 : low;
                    }
                }
            }
        }
    }

    // ---- What is known of it from now on ----

    void note() {
        const std::uint64_t number = ++turn_.machine.async_copies;
        for (std::uint32_t warp = 0; warp < group_warps; ++warp) note_registers(warp, number);
        if (turn_.machine.listeners.access.empty()) return;
        Reading reading;
        reading.place = turn_.machine.place(*group_.frame, op_);
        reading.warp = turn_.where();
        reading.number = number;
        std::ranges::sort(addresses_);
        const auto repeated = std::ranges::unique(addresses_);
        addresses_.erase(repeated.begin(), repeated.end());
        reading.pieces.assign(addresses_.begin(), addresses_.end());
        if (!own_.is_known) tell_order(turn_, MBarrierEvent::What::begins, 0);
        own_.is_known = true;
        reading.tell(turn_, true);
        tell_order(turn_, MBarrierEvent::What::arrive, all_lanes_of_warp);
        own_.open.push_back(std::move(reading));
    }
    void note_registers(std::uint32_t warp, std::uint64_t number) const {
        WarpProducts& its = warps_[warp]->products;
        const Frame& own = frame(warp);
        its.open.push_back({number, its.committed});
        for (std::size_t i = first_factor(); i < first_result(); ++i)
            its.registers.mark(own, operand(i), InFlight::factor, number);
        for (std::size_t i = 0; i < results(); ++i)
            its.registers.mark(own, operand(first_result() + i), InFlight::result, number);
        constexpr std::size_t most_accumulators = 8;
        const auto known = std::ranges::find_if(its.accumulators, [&](const auto& each) {
            return each.frame == &own && each.registers.front() == operand(first_result());
        });
        if (known == its.accumulators.end() && its.accumulators.size() == most_accumulators)
            its.accumulators.erase(its.accumulators.begin());
        WarpProducts::Accumulator& now =
            known != its.accumulators.end() ? *known : its.accumulators.emplace_back();
        now.frame = &own;
        now.fences = its.fences;
        now.registers.assign(control_.operands.begin() +
                                 static_cast<std::ptrdiff_t>(first_result()),
                             control_.operands.end());
        now.values.resize(results() * warp_size);
        for (std::size_t i = 0; i < results(); ++i)
            std::memcpy(&now.values[i * warp_size], own.words(now.registers[i]),
                        sizeof(std::uint32_t) * warp_size);
    }

    const WarpTurn& turn_;
    WarpGroup& own_;
    const Group& group_;
    const Op& op_;
    const ControlOp& control_;
    const isa::GroupProduct& product_;
    std::array<Warp*, group_warps> warps_{};
    bool adds_ = false;
    std::vector<std::uint32_t> a_, b_, d_, addresses_;
    std::vector<std::uint8_t> met_;
};

bool GroupProducts::multiply(const WarpTurn& turn, WarpGroup& own) {
    return Product(turn, own).run();
}

} // namespace vgpu::exec
