// What a checker's call has given to the program: the arrays that its function may read. Bytes that
// the program brings to the device and that stand in none of them are its own: it may have computed
// them on the CPU.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <vector>

namespace vgpu::runtime {

class GivenValues {
  public:
    struct Array {
        std::span<const std::byte> content; // the checker's, and stays until the call has ended
        std::uint64_t address = 0;          // in the program's memory; 0: not there
    };

    // A call begins with these arrays.
    void begin(std::vector<Array> arrays);
    // A call has ended: the arrays' memory is used for something else.
    void end() { *this = {}; }
    // Kernels have written these bytes side by side to memory that host and device share. The host
    // may have copied them to another place.
    void made_on_device(std::span<const std::byte> bytes, std::uint64_t address);
    // What they have written in this memory is told anew.
    void forget_made(std::uint64_t address, std::uint64_t bytes);
    // False while no checker calls: nothing is counted then.
    bool known() const { return known_; }

    // How many of the bytes are the program's own. Bytes are not its own if they equal the array
    // from which they were copied, or are in a run of at least `least_run` bytes that an array
    // contains, or in a run of at least `least_zeros` zeros. `address`: of the first byte in the
    // program's memory; 0: not known. `counts`: 0 for bytes that only surround the others; empty:
    // all count.
    std::uint64_t own_bytes(std::span<const std::byte> bytes, std::uint64_t address,
                            std::span<const std::uint8_t> counts = {});

    // The number of the bytes, or 0 if all are zero: their values are not searched for.
    static std::uint64_t bytes_unless_zero(std::span<const std::byte> bytes);

    // Starts the limit `most_counted` anew.
    void count_anew() { counted_ = 0; }

    static constexpr std::size_t least_run = 32, least_zeros = 8;
    // The most that is counted in a call: counting further would take time and say nothing new.
    static constexpr std::uint64_t most_counted = 64 << 10;

  private:
    struct Position {
        std::size_t array = 0, offset = 0;
    };
    // The index has pieces of `step` bytes: a run of `least_run` bytes holds a whole one, wherever
    // it begins. With more than `most_pieces` of them some are left out, and the runs have to be
    // longer.
    static constexpr std::size_t step = least_run / 2, most_pieces = 1 << 20;

    std::optional<Position> at_address(std::uint64_t address) const;
    // How many bytes are the same from there on.
    std::size_t run(std::span<const std::byte> bytes, const Position& from) const;
    // A run that begins with bytes[at], or with some of the `before` bytes in front of it; its
    // place in `bytes` is what the second number says.
    struct Found {
        Position from;
        std::size_t begin = 0, length = 0;
    };
    std::optional<Found> find(std::span<const std::byte> bytes, std::size_t at, std::size_t before);
    void make_index();
    Position position_of(std::size_t piece) const;
    // Where an equal piece stands in the index, or the empty place for it; nothing where too many
    // others are in the way.
    std::uint32_t* place_of(const std::byte* piece);

    void arrays_changed();

    bool known_ = false, indexed_ = false;
    std::vector<Array> arrays_; // first the given ones, then `made_`
    std::size_t given_ = 0;
    std::map<std::uint64_t, std::vector<std::byte>> made_; // by address
    // A hash table with open addressing: numbers of pieces, counted over all arrays from 1; 0 where
    // it is empty. Of equal pieces it has the first.
    std::vector<std::uint32_t> index_;
    std::vector<std::size_t> first_piece_; // of each array
    std::size_t stride_ = 0;               // from a piece to the next one of its array, in bytes
    std::optional<Position> next_; // behind the run that was found last: another piece may go on
    std::uint64_t counted_ = 0;    // own bytes of this call
};

} // namespace vgpu::runtime
