// Takes the device code out of a program, within what one program needs.
#include "harness/program_image.hpp"

#include "vgpu/runtime/fatbin/container.hpp"
#include "vgpu/runtime/fatbin/elf_file.hpp"
#include "wire/source_files.hpp"
#include "wire/text_hash.hpp"

#include <fstream>
#include <optional>
#include <vector>

namespace workbook {
namespace {

namespace fatbin = vgpu::runtime::fatbin;
using fatbin::Bytes;

// The program may be made to harm its reader: the same megabytes in ten thousand sections, or many
// texts of gigabytes that are packed into a kilobyte. So everything together is limited to what one
// program needs.
constexpr std::uintmax_t largest_program = 256 << 20;
constexpr std::size_t most_sections = 4096, most_containers = 64;
constexpr std::size_t most_ptx = 64 << 20;      // bytes; the virtual GPU takes no longer text
constexpr std::uint32_t any_architecture = ~0u; // the highest that there is

std::optional<std::vector<std::byte>> read_file(const std::string& path) {
    std::ifstream file(path, std::ios::binary | std::ios::ate);
    if (!file) return std::nullopt;
    const std::streamoff size = file.tellg();
    if (size < 0 || static_cast<std::uintmax_t>(size) > largest_program) return std::nullopt;
    std::vector<std::byte> bytes(static_cast<std::size_t>(size));
    file.seekg(0);
    file.read(reinterpret_cast<char*>(bytes.data()), size);
    if (!file) return std::nullopt;
    return bytes;
}

enum class Outcome { complete, damaged, too_much };

// Calls `take` with the PTX of each container of the program. `problem` is what was wrong with the
// last one that has none. Sections that lie over each other cost their reader each time, so all
// containers and all texts together are limited.
template <class Take>
Outcome for_each_ptx(Bytes program, std::string& problem, Take&& take) {
    const auto file = fatbin::ElfFile::read(program);
    if (!file || file->sections().size() > most_sections) return Outcome::complete;
    std::size_t containers = 0, ptx_bytes = 0;
    bool too_much = false;
    const bool whole = fatbin::for_each_container(*file, [&](Bytes container) {
        if (++containers > most_containers) return !(too_much = true);
        const auto ptx = fatbin::choose_ptx(container, any_architecture);
        if (!ptx) {
            problem = ptx.error().message;
        } else {
            if ((ptx_bytes += ptx->text.size()) > most_ptx) return !(too_much = true);
            take(ptx->text);
        }
        return true;
    });
    return too_much ? Outcome::too_much : whole ? Outcome::complete : Outcome::damaged;
}

} // namespace

std::string ptx_of_program(const std::string& path, std::string& problem) {
    const auto program = read_file(path);
    if (!program) {
        problem = path + " could not be read";
        return {};
    }
    std::string text;
    switch (for_each_ptx(*program, problem, [&](const std::string& ptx) { text += ptx + "\n"; })) {
    case Outcome::too_much:
        problem = "the program has more device code than any lesson needs";
        return {};
    case Outcome::damaged:
        problem = "the program's device code is damaged";
        break;
    case Outcome::complete:
        break;
    }
    if (!text.empty())
        problem.clear();
    else if (problem.empty())
        problem = "there is no device code in " + std::string(wire::file_name(path));
    return text;
}

std::set<std::uint64_t> hashes_of_device_code(const std::string& path, std::uint64_t key) {
    std::set<std::uint64_t> hashes;
    std::uint64_t all = 0;
    std::string problem;
    if (const auto program = read_file(path))
        for_each_ptx(*program, problem, [&](const std::string& ptx) {
            const std::uint64_t hash = wire::text_hash(ptx, key);
            hashes.insert(hash);
            all ^= hash;
        });
    if (!hashes.empty()) hashes.insert(all);
    return hashes;
}

} // namespace workbook
