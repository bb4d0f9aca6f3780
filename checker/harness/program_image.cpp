#include "harness/program_image.hpp"

#include "vgpu/runtime/fatbin/container.hpp"
#include "wire/text_hash.hpp"

#include <algorithm>
#include <cstring>
#include <elf.h>
#include <fstream>
#include <optional>
#include <span>
#include <vector>

namespace workbook {
namespace {

namespace fatbin = vgpu::runtime::fatbin;
using Bytes = std::span<const std::byte>;

// What a student's compiler made is read, and all of it may have been made for its reader: the same
// megabytes in ten thousand sections, a text of gigabytes packed into a kilobyte, and that often.
// So all of it together is held to what one program needs.
constexpr std::uintmax_t largest_program = 256 << 20;
constexpr std::size_t most_sections = 4096, most_containers = 64;
constexpr std::size_t most_ptx = 64 << 20; // bytes; the virtual GPU takes no longer text
constexpr const char* too_much = "the program has more device code than any lesson needs";
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

template <class Record>
std::optional<Record> record_at(Bytes bytes, std::uint64_t offset) {
    if (offset > bytes.size() || bytes.size() - offset < sizeof(Record)) return std::nullopt;
    Record record;
    std::memcpy(&record, bytes.data() + offset, sizeof record);
    return record;
}

std::optional<Bytes> part(Bytes bytes, std::uint64_t offset, std::uint64_t size) {
    if (offset > bytes.size() || bytes.size() - offset < size) return std::nullopt;
    return bytes.subspan(offset, size);
}

// The contents of the sections named `name` (ELF-64, the only kind that the learner's compiler
// makes).
std::vector<Bytes> sections(Bytes program, std::string_view name) {
    std::vector<Bytes> found;
    const auto header = record_at<Elf64_Ehdr>(program, 0);
    if (!header || std::memcmp(header->e_ident, ELFMAG, SELFMAG) != 0 ||
        header->e_ident[EI_CLASS] != ELFCLASS64 || header->e_shentsize != sizeof(Elf64_Shdr))
        return found;
    auto section = [&](std::uint64_t index) {
        return record_at<Elf64_Shdr>(program, header->e_shoff + index * sizeof(Elf64_Shdr));
    };
    const auto names = section(header->e_shstrndx);
    if (!names) return found;
    std::size_t bytes = 0; // of those found: one lies beside the other, in a file of a linker's
    for (std::uint64_t i = 0; i < std::min<std::size_t>(header->e_shnum, most_sections); ++i) {
        const auto candidate = section(i);
        if (!candidate || candidate->sh_type == SHT_NOBITS) continue;
        // With its terminating NUL, so that a longer name does not match.
        const auto text = part(program, names->sh_offset + candidate->sh_name, name.size() + 1);
        if (!text || std::memcmp(text->data(), name.data(), name.size()) != 0 ||
            text->back() != std::byte{0})
            continue;
        const auto content = part(program, candidate->sh_offset, candidate->sh_size);
        if (!content || (bytes += content->size()) > program.size()) continue;
        found.push_back(*content);
    }
    return found;
}

// What has been taken of a program so far.
struct Amount {
    std::size_t containers = 0, ptx = 0; // bytes
};

// Containers lie one behind the other, 8-byte aligned. Calls it with the PTX of each. False where
// there is too much of them.
template <class Take>
bool for_each_ptx(Bytes section, Amount& amount, std::string& problem, Take&& take) {
    std::size_t offset = 0;
    while (offset + fatbin::container_header_bytes <= section.size()) {
        const Bytes rest = section.subspan(offset);
        std::uint32_t magic = 0;
        std::memcpy(&magic, rest.data(), sizeof magic);
        if (magic != fatbin::container_magic) {
            offset += 8;
            continue;
        }
        const auto bytes = fatbin::container_bytes(rest.first<fatbin::container_header_bytes>());
        if (!bytes || *bytes > rest.size()) {
            problem = "the program's device code is damaged";
            return true;
        }
        if (*bytes > fatbin::container_header_bytes) {
            if (++amount.containers > most_containers) return false;
            const auto ptx = fatbin::choose_ptx(rest.first(*bytes), any_architecture);
            if (ptx && (amount.ptx += ptx->text.size()) > most_ptx) return false;
            if (ptx)
                take(ptx->text);
            else
                problem = ptx.error().message;
        }
        offset += (*bytes + 7) / 8 * 8;
    }
    return true;
}

} // namespace

std::string ptx_of_program(const std::string& path, std::string& problem) {
    const auto program = read_file(path);
    if (!program) {
        problem = path + " could not be read";
        return {};
    }
    std::string text;
    Amount amount;
    for (const char* name : {".nv_fatbin", "__nv_relfatbin"})
        for (const Bytes section : sections(*program, name))
            if (!for_each_ptx(section, amount, problem,
                              [&](const std::string& ptx) { text += ptx + "\n"; })) {
                problem = too_much;
                return {};
            }
    if (!text.empty())
        problem.clear();
    else if (problem.empty())
        problem = "there is no device code in " + path.substr(path.rfind('/') + 1);
    return text;
}

std::set<std::uint64_t> hashes_of_device_code(const std::string& path, std::uint64_t key) {
    std::set<std::uint64_t> hashes;
    std::uint64_t all = 0;
    std::string problem;
    Amount amount;
    if (const auto program = read_file(path))
        for (const char* name : {".nv_fatbin", "__nv_relfatbin"})
            for (const Bytes section : sections(*program, name))
                for_each_ptx(section, amount, problem, [&](const std::string& ptx) {
                    const std::uint64_t hash = wire::text_hash(ptx, key);
                    hashes.insert(hash);
                    all ^= hash;
                });
    if (!hashes.empty()) hashes.insert(all);
    return hashes;
}

} // namespace workbook
