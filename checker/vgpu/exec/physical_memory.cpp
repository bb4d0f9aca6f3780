#include "vgpu/exec/physical_memory.hpp"

#include "vgpu/exec/device_memory.hpp"

#include <algorithm>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>
#include <vector>

namespace vgpu::exec {

PhysicalMemory::~PhysicalMemory() {
    if (file_ >= 0) close(file_);
}

bool PhysicalMemory::open() {
    if (file_ >= 0) return true;
    file_ = memfd_create("workbook-physical", MFD_CLOEXEC);
    if (file_ < 0) return false;
    if (ftruncate(file_, static_cast<off_t>(bytes_)) != 0) {
        close(file_);
        file_ = -1;
        return false;
    }
    space_.give(first_home_, bytes_);
    return true;
}

std::optional<std::uint64_t> PhysicalMemory::allocate(std::uint64_t bytes) {
    if (!open()) return std::nullopt;
    const auto home = space_.take(bytes, mapping_granularity);
    if (!home) return std::nullopt;
    std::vector<std::byte> poison(mapping_granularity);
    fill_with_poison(poison.data(), poison.size());
    const std::uint64_t poisoned = std::min(bytes, poison_limit);
    for (std::uint64_t done = 0; done < poisoned; done += poison.size())
        if (pwrite(file_, poison.data(), poison.size(), static_cast<off_t>(offset(*home) + done)) !=
            static_cast<ssize_t>(poison.size())) {
            free(*home, bytes);
            return std::nullopt;
        }
    return home;
}

void PhysicalMemory::free(std::uint64_t home, std::uint64_t bytes) {
    // The pages go back to the system; where that fails they stay, and are poisoned anew.
    static_cast<void>(fallocate(file_, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE,
                                static_cast<off_t>(offset(home)), static_cast<off_t>(bytes)));
    space_.give(home, bytes);
}

} // namespace vgpu::exec
