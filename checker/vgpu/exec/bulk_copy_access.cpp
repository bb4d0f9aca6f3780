// What begins a bulk copy: its operands are looked at, its source is read, and where its bytes go
// is noted.
#include "vgpu/exec/access_event.hpp"
#include "vgpu/exec/bulk_copy_ranges.hpp"
#include "vgpu/exec/faults.hpp"
#include "vgpu/exec/shared_moves.hpp"
#include "vgpu/exec/tensor_copies.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <fmt/format.h>

namespace vgpu::exec {

using ptx::Space;

namespace {

void add_span(std::vector<BulkCopy::Span>& spans, std::uint64_t address, std::uint64_t bytes) {
    if (!spans.empty() && spans.back().address + spans.back().bytes == address)
        spans.back().bytes += bytes;
    else if (bytes > 0)
        spans.push_back({address, bytes});
}

class BulkCopyAccess {
  public:
    BulkCopyAccess(Interpreter& interpreter, const Op& op, MemoryOp& access, Frame& frame, int lane)
        : interpreter_(interpreter), op_(op), access_(access), frame_(frame),
          bulk_(access.operation.bulk), lane_(lane) {}

    bool run() {
        copy_.place = interpreter_.place(op_);
        copy_.warp = interpreter_.warp_place();
        copy_.lane = lane_;
        if (bulk_.rank != 0 && !read_map()) return false;
        if (bulk_.is_prefetch) return true;
        if (bulk_.rank != 0 && !check_begin_of_rows()) return false;
        MemoryOp& target = *access_.copy_target;
        copy_.space = target.operation.space;
        copy_.reduction = access_.operation.atomic;
        copy_.width = static_cast<std::uint32_t>(access_.operation.width);
        if (bulk_.rank != 0 && bulk_.reduction != isa::Reduction::none && !choose_reduction())
            return false;
        copy_.take_numbers(interpreter_.machine().async_copies);
        if (bulk_.has_barrier ? !locate_targets() : !read_for_global()) return false;
        if (interpreter_.wants_accesses()) {
            tell_range(interpreter_.machine(), source());
            open_range(interpreter_.machine(), copy_.read_number, source());
        }
        if (bulk_.has_barrier) return give_to_barriers();
        if (interpreter_.wants_accesses())
            open_range(interpreter_.machine(), copy_.write_number, target_of(copy_));
        interpreter_.warp().bulk.begin(std::move(copy_));
        return true;
    }

  private:
    // A place in the shared memory of a block of the cluster.
    struct InBlock {
        const Block* other = nullptr; // null: its own
        std::uint64_t address = 0;    // there
    };

    bool fail(FaultKind kind, const char* what, std::string detail) {
        return interpreter_.fail(make_fault(kind, Tool::memcheck, what, std::move(detail)), op_,
                                 lane_);
    }
    std::uint32_t word(std::size_t value) const {
        return frame_.words(access_.values[value])[lane_];
    }
    std::uint64_t address_of(MemoryOp& access) {
        LaneAddresses at;
        find_addresses(interpreter_, access, frame_, 1u << lane_, at);
        return at.at[lane_];
    }
    CopyRange source() const {
        return {copy_, isa::MemoryAction::load,
                bulk_.rank != 0 && bulk_.has_barrier ? Space::global : access_.operation.space,
                AccessEvent::own_block, sources_};
    }

    // ---- Tensors ----

    // The 128 bytes that the instruction names by a generic address.
    bool read_map() {
        const bool is_read = bulk_.has_barrier || bulk_.is_prefetch;
        const std::uint64_t address = address_of(is_read ? access_ : *access_.copy_target);
        if (address % tensor_map_alignment != 0)
            return fail(FaultKind::misaligned, "Misaligned tensor map",
                        fmt::format("Address {:#x} is not a multiple of {}", address,
                                    tensor_map_alignment));
        const std::byte* host = nullptr;
        if (isa::parameter_window.contains(address)) {
            const std::uint64_t at = isa::parameter_window.from_generic(address);
            const auto& parameters = interpreter_.launch().parameters;
            if (Extent{0, parameters.size()}.contains(at, tensor_map_bytes))
                host = interpreter_.kernel_parameters() + at;
        } else if (const Extent extent = interpreter_.machine().memory->extent(address);
                   extent.contains(address, tensor_map_bytes)) {
            host = interpreter_.host_view(address);
            if (interpreter_.wants_accesses()) tell_map(address);
            tell_map_step(interpreter_, op_, lane_, address, MapStep::used);
        }
        if (host == nullptr)
            return fail(FaultKind::invalid_read, "Invalid tensor map",
                        fmt::format("Address {:#x} is not in the kernel's parameters and not in "
                                    "global or constant memory: pass the CUtensorMap as a "
                                    "parameter that is const __grid_constant__",
                                    address));
        TensorMapImage image;
        load_bytes(interpreter_.machine(), host, image.data(), image.size());
        const auto map = tensor_map_of(image);
        if (!map)
            return fail(FaultKind::illegal_instruction, "Invalid tensor map",
                        fmt::format("The 128 bytes at address {:#x} are not what "
                                    "cuTensorMapEncodeTiled or cuTensorMapEncodeIm2col has made",
                                    address));
        map_ = *map;
        if (map_.rank != static_cast<std::uint32_t>(bulk_.rank))
            return fail(FaultKind::illegal_instruction, "Tensor map of another rank",
                        fmt::format("The tensor has {} dimension{}, and the copy names {} "
                                    "coordinate{}",
                                    map_.rank, map_.rank == 1 ? "" : "s", bulk_.rank,
                                    bulk_.rank == 1 ? "" : "s"));
        if (map_.is_im2col != bulk_.is_im2col)
            return fail(FaultKind::illegal_instruction, "Tensor map of another mode",
                        fmt::format("cuTensorMapEncode{} has made the map, and the copy is for one "
                                    "of cuTensorMapEncode{}",
                                    map_.is_im2col ? "Im2col" : "Tiled",
                                    bulk_.is_im2col ? "Im2col" : "Tiled"));
        for (std::size_t i = 0; i < map_.rank; ++i)
            coordinates_[i] = static_cast<std::int32_t>(word(i));
        for (std::size_t i = 0; i < bulk_.offsets; ++i)
            offsets_[map_.first_pixel_dimension() + i] =
                static_cast<std::int32_t>(word(map_.rank + i) & offset_bits());
        return bulk_.is_prefetch || !map_.is_im2col || check_pixel();
    }
    // The bits of an offset that an H200 uses.
    std::uint32_t offset_bits() const {
        return map_.rank == 3 ? 0xffff : map_.rank == 4 ? 0xff : 0x1f;
    }
    // It ends with an illegal instruction otherwise.
    bool check_pixel() {
        for (std::size_t corner = 0; corner < map_.pixel_dimensions(); ++corner) {
            const std::size_t i = map_.first_pixel_dimension() + corner;
            const std::int64_t lower = map_.lower[corner], upper = map_.upper[corner];
            const std::int64_t end = static_cast<std::int64_t>(map_.dims[i]) + upper;
            if (coordinates_[i] < lower || coordinates_[i] >= end)
                return fail(FaultKind::illegal_instruction, "Coordinate outside the box of pixels",
                            fmt::format("The copy begins at {} in dimension {}, and the box of the "
                                        "im2col map goes from {} to {} there",
                                        coordinates_[i], i + 1, lower, end - 1));
            if (!bulk_.has_barrier && (lower < 0 || upper > 0))
                return fail(FaultKind::illegal_instruction, "Box of pixels beyond the tensor",
                            fmt::format("The corners of dimension {} are {} and {}: copies from "
                                        "shared memory need a box within the tensor",
                                        i + 1, lower, upper));
        }
        return true;
    }
    // So an H200 answers, with one to three dimensions: to loads, stores and reductions.
    bool check_begin_of_rows() {
        const std::int64_t at = std::int64_t{coordinates_[0]} * map_.unit_bytes();
        if (at % 16 == 0) return true;
        return fail(
            FaultKind::illegal_instruction, "Misaligned coordinate of a tensor",
            fmt::format("The box begins at element {} of the first dimension, {} bytes from "
                        "the tensor's begin: that has to be a multiple of 16 bytes",
                        coordinates_[0], at));
    }
    // Loads fill with zeros what lies before the tensor; stores and reductions may not begin there
    // (an H200, one and two dimensions).
    bool check_begins_inside() {
        for (std::size_t i = 0; i < map_.rank; ++i)
            if (coordinates_[i] < 0)
                return fail(FaultKind::illegal_instruction, "Negative coordinate of a tensor",
                            fmt::format("The box begins at {} in dimension {}: a store or a "
                                        "reduction may reach beyond the tensor's end, and may not "
                                        "begin before it",
                                        coordinates_[i], i + 1));
        return true;
    }
    void tell_map(std::uint64_t address) {
        const std::vector<BulkCopy::Span> spans{{address, tensor_map_bytes}};
        tell_range(interpreter_.machine(),
                   {copy_, isa::MemoryAction::load, Space::global, AccessEvent::own_block, spans});
    }
    bool choose_reduction() {
        copy_.reduction = reduction_of(bulk_.reduction, map_.type);
        copy_.width = static_cast<std::uint32_t>(bytes_of(map_.type));
        if (copy_.reduction != nullptr) return true;
        return fail(FaultKind::illegal_instruction, "Invalid reduction of a tensor",
                    fmt::format("Elements of the type that its map has cannot be reduced by .{}",
                                isa::name_of(bulk_.reduction)));
    }
    bool check_box_address(std::uint64_t address) {
        if (address % 128 == 0) return true;
        return fail(FaultKind::misaligned, "Misaligned box of a tensor",
                    fmt::format("Address {:#x} in shared memory is not a multiple of 128: declare "
                                "the buffer with alignas(128)",
                                address % isa::cluster_step));
    }

    // ---- Memory ----

    // Calls body(host address, bytes) for the parts of a range. `step`: the size of a part, to
    // which the address has to be aligned; 0: parts are as large as possible.
    template <class Body>
    bool reach(MemoryOp& access, const Block* other, std::uint64_t address, std::uint64_t bytes,
               std::uint32_t step, const Body& body) {
        const Space space = access.operation.space;
        const bool is_shared = space == Space::shared;
        const Extent extent = is_shared ? Extent{0, interpreter_.launch().shared_bytes}
                                        : extent_for(access.operation.action,
                                                     *interpreter_.machine().memory, address);
        const bool is_aligned = step == 0 || address % step == 0;
        if (extent.contains(address, bytes) && is_aligned && !is_sampled(interpreter_, space)) {
            const Block& owner = other != nullptr ? *other : interpreter_.block();
            body(is_shared ? owner.shared + address : interpreter_.host_view(address),
                 static_cast<std::uint32_t>(bytes));
            return true;
        }
        const int own_bytes = access.bytes;
        const auto end_of = address + bytes;
        bool is_right = true;
        for (std::uint64_t at = address; at < end_of && is_right;) {
            const std::uint32_t part = step != 0 ? step : aligned_bytes(at, end_of - at);
            access.bytes = static_cast<int>(part);
            is_right = reach_part(access, other, at, part, body);
            at += part;
        }
        access.bytes = own_bytes;
        return is_right;
    }
    template <class Body>
    bool reach_part(MemoryOp& access, const Block* other, std::uint64_t address,
                    std::uint32_t bytes, const Body& body) {
        LaneAddresses at;
        for (std::uint64_t& each : at.at) each = address;
        at.mask = 1u << lane_;
        at.owner = other;
        classify(at, bytes);
        Linear linear;
        const Space space = access.operation.space;
        if (!check_linear(interpreter_, op_, access, space, at, linear)) return false;
        const std::uint64_t there =
            is_sampled(interpreter_, space) ? folded(interpreter_, at).at[lane_] : address;
        body(reinterpret_cast<std::byte*>(there + static_cast<std::uint64_t>(linear.distance)),
             bytes);
        return true;
    }
    bool read(MemoryOp& access, std::uint64_t address, std::uint32_t bytes, std::uint32_t step,
              std::byte* to) {
        return reach(access, nullptr, address, bytes, step,
                     [&](const std::byte* host, std::uint32_t count) {
                         load_bytes(interpreter_.machine(), host, to, count);
                         to += count;
                     });
    }
    bool note_places(MemoryOp& access, BulkCopy& copy, const Block* other, std::uint64_t address,
                     std::uint32_t bytes, std::uint32_t step) {
        return reach(access, other, address, bytes, step,
                     [&](std::byte* host, std::uint32_t count) {
                         copy.places.push_back({host, count});
                     });
    }
    // An access to a tensor's memory, whose address is not an operand.
    static MemoryOp tensor_access(isa::MemoryAction action) {
        MemoryOp access;
        access.operation = operation_of(action);
        access.operation.space = Space::global;
        access.bytes = BulkCopy::piece;
        return access;
    }

    bool check_size(std::uint32_t size) {
        if (size % BulkCopy::piece == 0) return true;
        return fail(FaultKind::misaligned, "Invalid size of a bulk copy",
                    fmt::format("{} bytes are not a multiple of {}", size, BulkCopy::piece));
    }

    // ---- From shared memory to global memory ----

    bool read_for_global() {
        if (bulk_.rank != 0) return read_box();
        const std::uint32_t size = word(0);
        if (!check_size(size)) return false;
        const std::uint64_t from = address_of(access_), to = address_of(*access_.copy_target);
        copy_.bytes.resize(size);
        add_span(sources_, from, size);
        add_span(copy_.targets, to, size);
        return read(access_, from, size, BulkCopy::piece, copy_.bytes.data()) &&
               note_places(*access_.copy_target, copy_, nullptr, to, size, BulkCopy::piece);
    }
    // The part of the box that the tensor has, in whole pieces of 16 bytes: an H200 writes, or adds
    // to, the piece in which a row of the tensor ends to its end.
    bool read_box() {
        const std::uint64_t base = address_of(access_);
        if (!check_box_address(base) || !check_begins_inside()) return false;
        MemoryOp tensor = tensor_access(copy_.reduction != nullptr ? isa::MemoryAction::reduction
                                                                   : isa::MemoryAction::store);
        const std::vector<BoxRow> rows = rows_of_box(map_, coordinates_, offsets_);
        for (std::size_t i = 0; i < rows.size(); ++i) {
            BoxRow row = rows[i];
            if (row.bytes == 0) continue;
            row.bytes += (BulkCopy::piece - row.bytes % BulkCopy::piece) % BulkCopy::piece;
            const auto take = [&](std::uint64_t address, std::uint32_t, std::uint32_t bytes) {
                const std::size_t at = copy_.bytes.size();
                copy_.bytes.resize(at + bytes);
                add_span(sources_, address, bytes);
                return read(access_, address, bytes, 0, &copy_.bytes[at]);
            };
            if (!for_parts_in_shared(map_, base, i, row.begin, row.bytes, take)) return false;
            add_span(copy_.targets, row.address, row.bytes);
            if (!note_places(tensor, copy_, nullptr, row.address, row.bytes, 0)) return false;
        }
        return true;
    }

    // ---- To shared memory, where an mbarrier waits ----

    // Finds the block and the address there of an address in shared::cluster; false after a fault.
    bool find_in_cluster(MemoryOp& access, InBlock& found) {
        found.address = address_of(access);
        if (isa::shared_window.contains(found.address))
            found.address = isa::shared_window.from_generic(found.address);
        if (!isa::named_rank(found.address)) return true;
        if (!access.operation.in_cluster)
            return report_bad_access(interpreter_, op_, access, Space::shared, found.address, lane_,
                                     false);
        const auto place = find_block(interpreter_, op_, isa::MemoryAction::store, access.bytes,
                                      found.address, lane_);
        if (!place) return false;
        found = {place->owner, found.address - place->begin};
        return true;
    }
    bool locate_targets() {
        InBlock target, barrier;
        if (!read_for_shared() || !find_in_cluster(*access_.copy_target, target) ||
            !find_in_cluster(*access_.copy_barrier, barrier))
            return false;
        if (bulk_.rank != 0 && !check_box_address(target.address)) return false;
        if (!bulk_.is_multicast) {
            if (target.other != barrier.other)
                return fail(FaultKind::barrier_arguments, "Invalid mbarrier of a bulk copy",
                            "The mbarrier is in the shared memory of another block than the bytes "
                            "that it is to wait for");
            targets_.push_back({target, barrier});
            return true;
        }
        const std::uint32_t ranks =
            word(static_cast<std::size_t>(std::max<int>(bulk_.rank + bulk_.offsets, 1))) & 0xffff;
        for (std::uint32_t rest = ranks; rest != 0; rest &= rest - 1) {
            const auto rank = static_cast<std::uint32_t>(std::countr_zero(rest));
            const auto place =
                find_block(interpreter_, op_, isa::MemoryAction::store, BulkCopy::piece,
                           isa::in_cluster(target.address, rank), lane_);
            if (!place) return false;
            targets_.push_back({{place->owner, target.address}, {place->owner, barrier.address}});
        }
        return true;
    }
    bool read_for_shared() {
        if (bulk_.from_registers) return read_registers();
        if (bulk_.rank == 0) {
            const std::uint32_t size = word(0);
            if (!check_size(size)) return false;
            const std::uint64_t from = address_of(access_);
            copy_.bytes.resize(size);
            add_span(sources_, from, size);
            return read(access_, from, size, BulkCopy::piece, copy_.bytes.data());
        }
        const std::size_t row_bytes = map_.row_bytes();
        copy_.bytes = fill_of(map_, map_.rows() * row_bytes);
        MemoryOp tensor = tensor_access(isa::MemoryAction::load);
        const std::vector<BoxRow> rows = rows_of_box(map_, coordinates_, offsets_);
        for (std::size_t i = 0; i < rows.size(); ++i) {
            const BoxRow& row = rows[i];
            if (row.bytes == 0) continue;
            add_span(sources_, row.address, row.bytes);
            std::byte* to = &copy_.bytes[i * row_bytes + row.begin];
            if (!read(tensor, row.address, row.bytes, 0, to)) return false;
            convert_elements(map_.type, to, row.bytes);
        }
        return true;
    }
    bool read_registers() {
        const auto width = static_cast<std::size_t>(access_.operation.width);
        copy_.bytes.resize(width * access_.values.size());
        for (std::size_t i = 0; i < access_.values.size(); ++i) {
            const std::uint64_t value = access_.value_storage == isa::Storage::word
                                            ? word(i)
                                            : frame_.doublewords(access_.values[i])[lane_];
            std::memcpy(&copy_.bytes[i * width], &value, width);
        }
        return true;
    }
    bool note_targets(BulkCopy& copy, const InBlock& target) {
        MemoryOp& access = *access_.copy_target;
        const auto size = static_cast<std::uint32_t>(copy.bytes.size());
        if (bulk_.rank == 0) {
            add_span(copy.targets, target.address, size);
            return note_places(access, copy, target.other, target.address, size,
                               bulk_.from_registers ? size : BulkCopy::piece);
        }
        const bool has_gaps = map_.row_pitch() != map_.row_bytes();
        if (!has_gaps) add_span(copy.targets, target.address, size);
        const auto note = [&](std::uint64_t address, std::uint32_t, std::uint32_t bytes) {
            if (has_gaps) add_span(copy.targets, address, bytes);
            return note_places(access, copy, target.other, address, bytes, 0);
        };
        for (std::size_t row = 0; row < map_.rows(); ++row)
            if (!for_parts_in_shared(map_, target.address, row, 0, map_.row_bytes(), note))
                return false;
        return true;
    }
    bool give_to_barriers() {
        for (const auto& [target, barrier] : targets_) {
            BulkCopy copy = targets_.size() == 1 ? std::move(copy_) : copy_;
            if (&target != &targets_.front().first) { // what is read is read once
                copy.read_number = 0;
                copy.write_number = ++interpreter_.machine().async_copies;
            }
            if (target.other != nullptr) copy.other_block = target.other->linear;
            if (!note_targets(copy, target)) return false;
            if (interpreter_.wants_accesses()) {
                // For the mbarrier's others it is written where its thread is now.
                tell_range(interpreter_.machine(), target_of(copy));
                open_range(interpreter_.machine(), copy.write_number, target_of(copy));
            }
            if (!complete_by_copy(interpreter_, op_, *access_.copy_barrier, frame_, std::move(copy),
                                  barrier.other, barrier.address))
                return false;
        }
        return true;
    }

    Interpreter& interpreter_;
    const Op& op_;
    MemoryOp& access_;
    Frame& frame_;
    const isa::BulkOperation& bulk_;
    int lane_;
    BulkCopy copy_;
    std::vector<BulkCopy::Span> sources_;
    std::vector<std::pair<InBlock, InBlock>> targets_; // and their mbarriers
    TensorMap map_;
    Coordinates coordinates_{}, offsets_{};
};

bool begin_bulk_copy(Interpreter& interpreter, const Op& op, MemoryOp& access, Frame& frame,
                     std::uint32_t mask) {
    for (std::uint32_t rest = mask; rest != 0; rest &= rest - 1)
        if (!BulkCopyAccess(interpreter, op, access, frame, first_lane(rest)).run()) return false;
    return true;
}

} // namespace

MemoryHandler choose_bulk_copy_handler() { return begin_bulk_copy; }

} // namespace vgpu::exec
