#include "harness/arena.hpp"

#include "wire/message.hpp"

#include <fcntl.h>
#include <stdexcept>
#include <sys/mman.h>
#include <unistd.h>

namespace workbook {

// The bytes of an arena shared with the engine that stay from call to call.
static constexpr std::uint64_t kept_bytes = 32u << 20;

class Arena::Memory {
  public:
    // What the arenas that there are share.
    static std::shared_ptr<Memory> shared() {
        static std::weak_ptr<Memory> existing;
        auto memory = existing.lock();
        if (!memory) existing = memory = std::make_shared<Memory>(At::fixed_address);
        return memory;
    }
    explicit Memory(At at);
    ~Memory();
    Memory(const Memory&) = delete;
    Memory& operator=(const Memory&) = delete;

    int descriptor = -1;
    std::byte* begin = nullptr;
    std::uint64_t next = wire::mailbox_bytes; // offset
};

Arena::Memory::Memory(At at) {
    descriptor = memfd_create("workbook-arena", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    // Sealed: a program that made it smaller would leave the checker without the pages it reads.
    if (descriptor < 0 || ftruncate(descriptor, static_cast<off_t>(wire::arena_bytes)) != 0 ||
        fcntl(descriptor, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) != 0)
        throw std::runtime_error("shared memory for the learner program could not be made");
    const bool fixed = at == At::fixed_address;
    void* wanted = fixed ? reinterpret_cast<void*>(wire::arena_address) : nullptr;
    void* got = mmap(wanted, wire::arena_bytes, PROT_READ | PROT_WRITE,
                     MAP_SHARED | MAP_NORESERVE | (fixed ? MAP_FIXED_NOREPLACE : 0), descriptor, 0);
    if (got == MAP_FAILED || (fixed && got != wanted)) {
        if (got != MAP_FAILED) munmap(got, wire::arena_bytes);
        close(descriptor);
        throw std::runtime_error("the address range that is shared with the learner program "
                                 "(0x280000000000, 4 GiB) is taken in this process");
    }
    begin = static_cast<std::byte*>(got);
}

Arena::Memory::~Memory() {
    munmap(begin, wire::arena_bytes);
    close(descriptor);
}

Arena::Arena(At at)
    : at_(at), page_(static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE))),
      memory_(at == At::fixed_address ? Memory::shared() : std::make_shared<Memory>(at)) {}

int Arena::descriptor() const { return memory_->descriptor; }

std::byte* Arena::begin() const { return memory_->begin; }

void Arena::begin_call() {
    if (at_ == At::anywhere) {
        // The same pages serve again: to fault each in anew takes both sides longer than to fill
        // it.
        memory_->next = wire::mailbox_bytes;
        fallocate(memory_->descriptor, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, kept_bytes,
                  wire::arena_bytes - kept_bytes);
        return;
    }
    // All of it, also what the learner's code wrote where no array was.
    fallocate(memory_->descriptor, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, wire::mailbox_bytes,
              wire::arena_bytes - wire::mailbox_bytes);
    // Go round when less than half is left, so that a call has at least half of the arena.
    if (memory_->next > wire::arena_bytes / 2) memory_->next = wire::mailbox_bytes;
}

std::uint64_t Arena::take_pages(std::uint64_t bytes) {
    // Divided first: a size near 2^64 must not wrap around.
    const std::uint64_t pages = bytes / page_ + (bytes % page_ != 0);
    const std::uint64_t left = (wire::arena_bytes - memory_->next) / page_;
    if (pages + 2 > left)
        throw std::length_error("the arrays of one call do not fit into the shared memory");
    const std::uint64_t start = memory_->next + page_;
    memory_->next = start + (pages + 1) * page_;
    return reinterpret_cast<std::uint64_t>(memory_->begin) + start;
}

std::uint64_t Arena::place_against_page_end(std::uint64_t bytes) {
    const std::uint64_t start = take_pages(bytes);
    const std::uint64_t whole = (bytes + page_ - 1) / page_ * page_;
    return start + whole - bytes;
}

std::uint64_t Arena::place(std::uint64_t bytes) { return take_pages(bytes); }

} // namespace workbook
