// The library libworkbook_host_lines.so: asks libdw for the lines of an instruction.
#include "vgpu/client/host_lines.hpp"

#include <cstdlib>
#include <dwarf.h>
#include <elfutils/libdw.h>
#include <fcntl.h>
#include <map>
#include <string>
#include <sys/mman.h>
#include <ucontext.h>

namespace {

using vgpu::client::HostLine;
using vgpu::client::most_inlined;

// A program's debugging information is kept open, since more questions about it follow; the last
// ones when the program ends, behind what static objects live.
Dwarf* information_of(const char* object) {
    static auto& known = *new std::map<std::string, Dwarf*>;
    const auto [entry, is_new] = known.try_emplace(object, nullptr);
    if (is_new)
        if (const int file = ::open(object, O_RDONLY | O_CLOEXEC); file >= 0)
            entry->second = dwarf_begin(file, DWARF_C_READ);
    return entry->second;
}

// Searches all units instead of .debug_aranges, which Clang does not write.
bool find_unit(Dwarf* information, Dwarf_Addr address, Dwarf_Die& found) {
    Dwarf_CU* unit = nullptr;
    while (dwarf_get_units(information, unit, &unit, nullptr, nullptr, &found, nullptr) == 0)
        if (dwarf_haspc(&found, address) == 1) return true;
    return false;
}

Dwarf_Word number_of(Dwarf_Die& die, unsigned name) {
    Dwarf_Attribute attribute;
    Dwarf_Word value = 0;
    dwarf_formudata(dwarf_attr(&die, name, &attribute), &value);
    return value;
}

class Lines {
  public:
    explicit Lines(HostLine (&lines)[most_inlined]) : lines_(lines) {}
    void add(const char* file, int line) {
        if (file != nullptr && line > 0 && count_ < most_inlined) lines_[count_++] = {file, line};
    }
    std::size_t count() const { return count_; }

  private:
    HostLine (&lines_)[most_inlined];
    std::size_t count_ = 0;
};

void add_instruction(Dwarf_Die& unit, Dwarf_Addr address, Lines& lines) {
    Dwarf_Line* row = dwarf_getsrc_die(&unit, address);
    int line = 0;
    if (row != nullptr && dwarf_lineno(row, &line) == 0)
        lines.add(dwarf_linesrc(row, nullptr, nullptr), line);
}

// The scopes around the instruction, innermost first, up to its function.
void add_inlined_calls(Dwarf_Die& unit, Dwarf_Addr address, Lines& lines) {
    Dwarf_Files* files = nullptr;
    Dwarf_Die *innermost = nullptr, *scopes = nullptr;
    if (dwarf_getsrcfiles(&unit, &files, nullptr) != 0) return;
    if (dwarf_getscopes(&unit, address, &innermost) <= 0) return;
    const int count = dwarf_getscopes_die(&innermost[0], &scopes);
    for (int i = 0; i < count; ++i) {
        const int tag = dwarf_tag(&scopes[i]);
        if (tag == DW_TAG_subprogram) break;
        if (tag != DW_TAG_inlined_subroutine) continue;
        const auto file = number_of(scopes[i], DW_AT_call_file);
        lines.add(dwarf_filesrc(files, file, nullptr, nullptr),
                  static_cast<int>(number_of(scopes[i], DW_AT_call_line)));
    }
    std::free(scopes);
    std::free(innermost);
}

struct Question {
    const char* object;
    std::uint64_t address;
    HostLine (&lines)[most_inlined];
    std::size_t count = 0;
};

void answer(Question& question) {
    Lines found(question.lines);
    Dwarf_Die unit;
    Dwarf* information = information_of(question.object);
    if (information == nullptr || !find_unit(information, question.address, unit)) return;
    add_instruction(unit, question.address, found);
    if (found.count() != 0) add_inlined_calls(unit, question.address, found);
    question.count = found.count();
}

// libdw keeps the rows of a line table on the stack, more than 100 KiB of them. A signal handler
// asks too, and its stack is smaller, with the program's data below it.
constexpr std::size_t stack_bytes = 1 << 20;

// makecontext passes numbers only.
Question* asked = nullptr;
void answer_what_is_asked() { answer(*asked); }

void answer_on_own_stack(Question& question) {
    static void* const stack = ::mmap(nullptr, stack_bytes, PROT_READ | PROT_WRITE,
                                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    ucontext_t here, there;
    if (stack == MAP_FAILED || getcontext(&there) != 0) return;
    there.uc_stack.ss_sp = stack;
    there.uc_stack.ss_size = stack_bytes;
    there.uc_link = &here;
    asked = &question;
    makecontext(&there, answer_what_is_asked, 0);
    swapcontext(&here, &there);
}

} // namespace

extern "C" __attribute__((visibility("default"))) std::size_t
workbook_host_lines(const char* object, std::uint64_t address, HostLine (&lines)[most_inlined]) {
    Question question{object, address, lines};
    answer_on_own_stack(question);
    return question.count;
}
