#include "vgpu/client/debug_lines.hpp"

#include <algorithm>
#include <cstring>
#include <string_view>

namespace vgpu::client {
namespace {

constexpr std::size_t most_lines = 64; // that are looked at before an instruction

// Reads forward in bytes. Beyond the end all is zero, and ok() says so.
class Bytes {
  public:
    explicit Bytes(std::span<const std::byte> bytes) : bytes_(bytes) {}

    bool ok() const { return ok_; }
    bool at_end() const { return !ok_ || bytes_.empty(); }
    std::size_t left() const { return bytes_.size(); }

    std::uint64_t fixed(std::size_t size) {
        std::uint64_t value = 0;
        const auto taken = take(size);
        if (!taken.empty()) // little endian
            std::memcpy(&value, taken.data(), std::min(taken.size(), sizeof value));
        return value;
    }
    std::uint8_t byte() { return static_cast<std::uint8_t>(fixed(1)); }
    std::uint64_t uleb() {
        std::uint64_t value = 0;
        for (unsigned shift = 0; ok_; shift += 7) {
            const std::uint64_t next = byte();
            if (shift < 64) value |= (next & 0x7f) << shift;
            if ((next & 0x80) == 0) break;
        }
        return value;
    }
    std::int64_t sleb() {
        std::uint64_t value = 0;
        unsigned shift = 0;
        std::uint64_t next = 0x80;
        while (ok_ && (next & 0x80) != 0) {
            next = byte();
            if (shift < 64) value |= (next & 0x7f) << shift;
            shift += 7;
        }
        if ((next & 0x40) != 0 && shift < 64) value |= ~std::uint64_t{0} << shift;
        return static_cast<std::int64_t>(value);
    }
    std::string_view text() {
        const auto end = std::ranges::find(bytes_, std::byte{0});
        const auto taken = take(static_cast<std::size_t>(end - bytes_.begin()) + 1);
        if (taken.empty()) return {};
        return {reinterpret_cast<const char*>(taken.data()), taken.size() - 1};
    }
    std::span<const std::byte> take(std::uint64_t size) {
        if (size > bytes_.size()) {
            ok_ = false;
            bytes_ = {};
            return {};
        }
        const auto taken = bytes_.first(size);
        bytes_ = bytes_.subspan(size);
        return taken;
    }

  private:
    std::span<const std::byte> bytes_;
    bool ok_ = true;
};

std::string_view text_at(std::span<const std::byte> section, std::uint64_t offset) {
    if (offset >= section.size()) return {};
    return Bytes(section.subspan(offset)).text();
}

// One line number program: a compilation unit's (DWARF 5, 6.2).
class Unit {
  public:
    Unit(const DebugSections& sections, Bytes bytes, std::size_t offset_size,
         std::uint64_t function)
        : sections_(sections), bytes_(bytes), offset_size_(offset_size), function_(function) {}

    std::vector<HostLine> lines_up_to(std::uint64_t wanted) {
        if (!read_header()) return {};
        while (!bytes_.at_end())
            if (step(wanted)) return named();
        return {};
    }

  private:
    struct File {
        std::string_view name;
        std::uint64_t folder = 0;
    };
    struct Row {
        std::uint64_t address = 0, file = 0, line = 0;
    };

    bool read_header() {
        version_ = bytes_.fixed(2);
        if (version_ < 2 || version_ > 5) return false;
        if (version_ == 5) bytes_.take(2); // sizes of addresses and of segment selectors
        const std::uint64_t header = bytes_.fixed(offset_size_);
        Bytes rest(bytes_.take(header));
        std::swap(rest, bytes_); // the header; the rest is the program
        step_ = bytes_.byte();
        if (version_ >= 4) bytes_.byte(); // operations of an instruction word
        bytes_.byte();                    // whether rows begin as statements
        line_base_ = static_cast<std::int8_t>(bytes_.byte());
        line_range_ = bytes_.byte();
        opcode_base_ = bytes_.byte();
        for (unsigned opcode = 1; opcode < opcode_base_; ++opcode)
            operands_.push_back(bytes_.byte());
        const bool read = line_range_ != 0 && (version_ == 5 ? read_names() : read_old_names());
        std::swap(rest, bytes_);
        return read;
    }

    bool read_old_names() {
        folders_.emplace_back(); // 0 is the folder of the compilation, which is not told
        for (std::string_view name = bytes_.text(); !name.empty(); name = bytes_.text())
            folders_.push_back(name);
        files_.emplace_back(); // counted from 1
        for (std::string_view name = bytes_.text(); !name.empty(); name = bytes_.text()) {
            const std::uint64_t folder = bytes_.uleb();
            files_.push_back({name, folder});
            bytes_.uleb(); // time
            bytes_.uleb(); // length
        }
        return bytes_.ok();
    }

    bool read_names() {
        for (const File& folder : read_table()) folders_.push_back(folder.name);
        files_ = read_table();
        return bytes_.ok();
    }

    // Folders or files of DWARF 5, whose fields are described in front of them.
    std::vector<File> read_table() {
        struct Field {
            std::uint64_t content, form;
        };
        std::vector<Field> fields(bytes_.byte());
        for (Field& field : fields) field = {bytes_.uleb(), bytes_.uleb()};
        const std::uint64_t count = bytes_.uleb();
        std::vector<File> table;
        for (std::uint64_t i = 0; i < count && bytes_.ok() && !fields.empty(); ++i) {
            File file;
            for (const Field& field : fields) {
                std::string_view text;
                const std::uint64_t value = read_form(field.form, text);
                if (field.content == 1) file.name = text;    // DW_LNCT_path
                if (field.content == 2) file.folder = value; // DW_LNCT_directory_index
            }
            table.push_back(file);
        }
        return table;
    }

    std::uint64_t read_form(std::uint64_t form, std::string_view& text) {
        switch (form) {
        case 0x08: // DW_FORM_string
            text = bytes_.text();
            return 0;
        case 0x1f: // DW_FORM_line_strp
            text = text_at(sections_.line_strings, bytes_.fixed(offset_size_));
            return 0;
        case 0x0e: // DW_FORM_strp
            text = text_at(sections_.strings, bytes_.fixed(offset_size_));
            return 0;
        case 0x0b: // DW_FORM_data1, data2, data4, data8
            return bytes_.fixed(1);
        case 0x05:
            return bytes_.fixed(2);
        case 0x06:
            return bytes_.fixed(4);
        case 0x07:
            return bytes_.fixed(8);
        case 0x0f: // DW_FORM_udata
            return bytes_.uleb();
        case 0x1e: // DW_FORM_data16: a checksum
            bytes_.take(16);
            return 0;
        case 0x09: // DW_FORM_block
            bytes_.take(bytes_.uleb());
            return 0;
        default: // of unknown length: nothing behind it can be read
            bytes_.take(bytes_.left() + 1);
            return 0;
        }
    }

    // One instruction of the program. True when the rows lead to the address that is wanted.
    bool step(std::uint64_t wanted) {
        const unsigned opcode = bytes_.byte();
        if (opcode >= opcode_base_) {
            const unsigned adjusted = opcode - opcode_base_;
            address_ += adjusted / line_range_ * step_;
            line_ += static_cast<std::uint64_t>(line_base_) + adjusted % line_range_;
            return add_row(wanted, false);
        }
        switch (opcode) {
        case 0:
            return extended(wanted);
        case 1: // DW_LNS_copy
            return add_row(wanted, false);
        case 2: // DW_LNS_advance_pc
            address_ += bytes_.uleb() * step_;
            return false;
        case 3:                                                 // DW_LNS_advance_line
            line_ += static_cast<std::uint64_t>(bytes_.sleb()); // modulo 2^64, as all of these
            return false;
        case 4: // DW_LNS_set_file
            file_ = bytes_.uleb();
            return false;
        case 8: // DW_LNS_const_add_pc
            address_ += (255u - opcode_base_) / line_range_ * step_;
            return false;
        case 9: // DW_LNS_fixed_advance_pc
            address_ += bytes_.fixed(2);
            return false;
        default:
            for (unsigned i = 0; i < operands_[opcode - 1]; ++i) bytes_.uleb();
            return false;
        }
    }

    bool extended(std::uint64_t wanted) {
        Bytes body(bytes_.take(bytes_.uleb()));
        const std::size_t size = body.left();
        switch (body.byte()) {
        case 1: { // DW_LNE_end_sequence
            if (add_row(wanted, true)) return true;
            rows_.clear();
            address_ = 0;
            file_ = line_ = 1;
            return false;
        }
        case 2: // DW_LNE_set_address
            address_ = body.fixed(std::min<std::size_t>(size - 1, 8));
            return false;
        default:
            return false;
        }
    }

    // A row says what is from its address on; the one before it held up to there.
    bool add_row(std::uint64_t wanted, bool ends) {
        if (!rows_.empty() && rows_.back().address <= wanted && wanted < address_) return true;
        if (ends) return false;
        if (!rows_.empty() && rows_.front().address < function_ && address_ >= function_)
            rows_.clear(); // those of other functions
        const Row row{address_, file_, line_};
        if (rows_.size() == 2 * most_lines) rows_.erase(rows_.begin(), rows_.begin() + most_lines);
        rows_.push_back(row);
        return false;
    }

    std::vector<HostLine> named() const {
        std::vector<HostLine> lines;
        for (auto row = rows_.rbegin(); row != rows_.rend() && lines.size() < most_lines; ++row) {
            if (row->file >= files_.size() || row->line == 0 || row->line > INT32_MAX) continue;
            const File& file = files_[row->file];
            std::string path(file.name);
            if (!path.starts_with('/') && file.folder < folders_.size() &&
                !folders_[file.folder].empty())
                path = std::string(folders_[file.folder]) + "/" + path;
            lines.push_back({std::move(path), static_cast<int>(row->line)});
        }
        return lines;
    }

    const DebugSections& sections_;
    Bytes bytes_;
    std::size_t offset_size_;
    std::uint64_t function_; // where the function begins that the address is in
    std::uint64_t version_ = 0;
    std::uint64_t step_ = 1; // of addresses
    std::int64_t line_base_ = 0;
    unsigned line_range_ = 1, opcode_base_ = 1;
    std::vector<std::uint8_t> operands_; // of the standard opcodes
    std::vector<std::string_view> folders_;
    std::vector<File> files_;
    // The state machine, and the rows of the sequence so far.
    std::uint64_t address_ = 0, file_ = 1, line_ = 1;
    std::vector<Row> rows_;
};

} // namespace

std::vector<HostLine> lines_up_to(const DebugSections& sections, std::uint64_t function,
                                  std::uint64_t address) {
    Bytes bytes(sections.lines);
    while (!bytes.at_end()) {
        constexpr std::uint64_t long_form = 0xffffffff;
        std::uint64_t length = bytes.fixed(4);
        const std::size_t offset_size = length == long_form ? 8 : 4;
        if (length == long_form) length = bytes.fixed(8);
        Unit unit(sections, Bytes(bytes.take(length)), offset_size, function);
        auto lines = unit.lines_up_to(address);
        if (!lines.empty()) return lines;
    }
    return {};
}

} // namespace vgpu::client
