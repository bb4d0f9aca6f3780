#include "vgpu/client/host_place.hpp"

#include "vgpu/client/debug_lines.hpp"

#include <dlfcn.h>
#include <elf.h>
#include <execinfo.h>
#include <fcntl.h>
#include <fmt/core.h>
#include <link.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <mutex>
#include <string_view>

namespace vgpu::client {
namespace {

// A file's bytes, for as long as it lives.
class MappedFile {
  public:
    explicit MappedFile(const char* path) {
        const int file = ::open(path, O_RDONLY | O_CLOEXEC);
        struct stat status = {};
        if (file >= 0 && ::fstat(file, &status) == 0 && status.st_size > 0) {
            const auto size = static_cast<std::size_t>(status.st_size);
            void* begin = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file, 0);
            if (begin != MAP_FAILED) bytes_ = {static_cast<const std::byte*>(begin), size};
        }
        if (file >= 0) ::close(file);
    }
    ~MappedFile() {
        if (!bytes_.empty()) ::munmap(const_cast<std::byte*>(bytes_.data()), bytes_.size());
    }
    MappedFile(const MappedFile&) = delete;
    MappedFile& operator=(const MappedFile&) = delete;

    std::span<const std::byte> part(std::uint64_t offset, std::uint64_t size) const {
        if (offset > bytes_.size() || size > bytes_.size() - offset) return {};
        return bytes_.subspan(offset, size);
    }
    template <class T>
    bool read(std::uint64_t offset, T& into) const {
        const auto bytes = part(offset, sizeof into);
        if (bytes.empty()) return false;
        std::memcpy(&into, bytes.data(), sizeof into);
        return true;
    }

  private:
    std::span<const std::byte> bytes_;
};

struct Sections {
    DebugSections debug;
    std::span<const std::byte> symbols;
};

// Those that are compressed or in a file of their own are not read.
Sections sections_of(const MappedFile& file) {
    Sections found;
    Elf64_Ehdr header;
    Elf64_Shdr text_header;
    if (!file.read(0, header) || std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 ||
        header.e_ident[EI_CLASS] != ELFCLASS64)
        return found;
    const auto section_at = [&](std::uint64_t index) {
        return header.e_shoff + index * sizeof text_header;
    };
    if (!file.read(section_at(header.e_shstrndx), text_header)) return found;
    const auto text = file.part(text_header.sh_offset, text_header.sh_size);
    for (unsigned i = 0; i < header.e_shnum; ++i) {
        Elf64_Shdr section;
        if (!file.read(section_at(i), section) || section.sh_name >= text.size()) return found;
        if (section.sh_type == SHT_NOBITS || (section.sh_flags & SHF_COMPRESSED) != 0) continue;
        const auto* start = reinterpret_cast<const char*>(text.data()) + section.sh_name;
        const std::string_view name(start, strnlen(start, text.size() - section.sh_name));
        const auto bytes = file.part(section.sh_offset, section.sh_size);
        if (name == ".debug_line") found.debug.lines = bytes;
        if (name == ".debug_line_str") found.debug.line_strings = bytes;
        if (name == ".debug_str") found.debug.strings = bytes;
        if (section.sh_type == SHT_SYMTAB) found.symbols = bytes;
    }
    return found;
}

// Where the function begins that an address is in; the address itself if that is not known.
std::uint64_t function_of(std::span<const std::byte> symbols, std::uint64_t address) {
    Elf64_Sym symbol;
    for (; symbols.size() >= sizeof symbol; symbols = symbols.subspan(sizeof symbol)) {
        std::memcpy(&symbol, symbols.data(), sizeof symbol);
        if (ELF64_ST_TYPE(symbol.st_info) == STT_FUNC && address >= symbol.st_value &&
            address - symbol.st_value < symbol.st_size)
            return symbol.st_value;
    }
    return address;
}

// As frame_to_show in vgpu/observe has it; and what nvcc puts between `<<<...>>>` and the runtime.
bool is_of_toolkit(const HostLine& line) {
    return line.file.find("/include/") != std::string::npos ||
           line.file.ends_with(".cudafe1.stub.c");
}

struct Object {
    const link_map* map = nullptr;
    std::string path;
};

Object object_of(const void* address) {
    Dl_info info;
    void* map = nullptr;
    Object object;
    if (dladdr1(address, &info, &map, RTLD_DL_LINKMAP) == 0 || map == nullptr) return object;
    object.map = static_cast<const link_map*>(map);
    object.path = object.map->l_name == nullptr || *object.map->l_name == '\0'
                      ? "/proc/self/exe" // the program itself, wherever it was started
                      : object.map->l_name;
    return object;
}

HostLine find_line(std::uint64_t address) {
    const Object object = object_of(reinterpret_cast<const void*>(address));
    if (object.map == nullptr) return {};
    const MappedFile file(object.path.c_str());
    const Sections sections = sections_of(file);
    const std::uint64_t wanted = address - object.map->l_addr;
    for (const HostLine& line :
         lines_up_to(sections.debug, function_of(sections.symbols, wanted), wanted))
        if (!is_of_toolkit(line)) return line;
    return {};
}

// Reading a large program's lines takes a while.
const HostLine& known_line(std::uint64_t address) {
    static std::mutex mutex;
    static std::map<std::uint64_t, HostLine> known;
    const std::lock_guard lock(mutex);
    const auto [entry, is_new] = known.try_emplace(address);
    if (is_new) entry->second = find_line(address);
    return entry->second;
}

std::string text_of(const HostLine& line) {
    if (line.line == 0) return "";
    return fmt::format("{}:{}", std::string_view(line.file).substr(line.file.rfind('/') + 1),
                       line.line);
}

// The workbook's part of a learner program: what it allocates are the checker's arrays, and its
// lines tell a student nothing.
bool is_of_workbook(const HostLine& line) {
    return line.file.find("/checker/learner/") != std::string::npos;
}

} // namespace

std::string line_of_instruction(std::uint64_t address) { return text_of(known_line(address)); }

CallStack CallStack::current() {
    static_assert(sizeof(std::uint64_t) == sizeof(void*));
    CallStack stack;
    stack.count_ = ::backtrace(reinterpret_cast<void**>(stack.returns_.data()), most);
    return stack;
}

CallStack::CallStack(std::span<const std::uint64_t> addresses)
    : count_(static_cast<int>(std::min<std::size_t>(addresses.size(), most))) {
    std::copy_n(addresses.begin(), count_, returns_.begin());
}

std::string CallStack::line() const {
    const link_map* own = object_of(reinterpret_cast<const void*>(&find_line)).map;
    bool seen_own =
        false; // above it may stand AddressSanitizer's frame, which intercepts backtrace
    for (int i = 0; i < count_; ++i) {
        const auto* address = reinterpret_cast<const void*>(returns_[static_cast<std::size_t>(i)]);
        const bool is_own = object_of(address).map == own;
        seen_own |= is_own;
        if (is_own || !seen_own) continue;
        // The instruction before the one that the call returns to.
        const HostLine& line = known_line(reinterpret_cast<std::uint64_t>(address) - 1);
        if (line.line != 0) return is_of_workbook(line) ? "" : text_of(line);
    }
    return "";
}

} // namespace vgpu::client
