// `.file`, `.loc` and `.section` on the way to Module::files and Module::locations (PTX ISA,
// "Debugging Directives"; the function_name and inlined_at forms are of PTX 7.2).
//
// Files and the strings that name functions stand behind the code, so both are joined at the end.
#pragma once

#include "vgpu/ptx/ast.hpp"
#include "vgpu/ptx/cursor.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace vgpu::ptx {

class DebugInfo {
  public:
    // A place is looked up among the places of its own function only.
    void begin_function() {
        entries_at_.clear();
        previous_ = no_index;
    }

    // Each is called with its directive just taken.
    [[nodiscard]] bool parse_file(Cursor& cursor);
    [[nodiscard]] bool parse_loc(Cursor& cursor, Index& location);
    [[nodiscard]] bool parse_section(Cursor& cursor);

    // Once the text is at its end.
    void finish(Module& module);

  private:
    struct Place {
        std::int32_t file = 0, line = 0, column = 0;
        bool operator==(const Place&) const = default;
    };
    struct PlaceHash {
        std::size_t operator()(const Place& place) const;
    };
    struct Entry {
        Place place;
        std::string_view function_label; // of a string in .debug_str
        std::uint64_t function_offset = 0;
        Index inlined_at = no_index;
        bool operator==(const Entry&) const = default;
    };

    [[nodiscard]] bool parse_place(Cursor& cursor, Place& place);
    [[nodiscard]] bool parse_strings(Cursor& cursor);
    Index add(const Entry& entry);
    Index caller_at(const Place& place);
    // How close an entry is to the `.loc` before: the larger, the closer.
    std::pair<Index, std::int64_t> nearness(Index entry) const;
    std::string_view string_at(std::string_view strings, std::string_view label,
                               std::uint64_t offset) const;

    std::vector<Entry> entries_; // becomes Module::locations
    std::unordered_map<Place, std::vector<Index>, PlaceHash> entries_at_; // the latest one last
    Index previous_ = no_index;                          // of the `.loc` before in this function
    std::unordered_map<std::int32_t, Index> file_index_; // by the number in the text
    std::vector<std::string> files_;
    std::string strings_; // .debug_str
    std::unordered_map<std::string_view, std::size_t> string_labels_;
};

} // namespace vgpu::ptx
