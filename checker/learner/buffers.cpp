#include "learner/buffers.hpp"

#include <algorithm>
#include <cstring>
#include <sys/mman.h>
#include <unistd.h>

namespace workbook::learner {
namespace {

void* at(std::uint64_t address) { return reinterpret_cast<void*>(address); }

// A device array that this call makes. An empty one is a null pointer, as cudaMalloc(0)
// gives.
bool is_ours(const wire::Argument& argument) {
    return argument.kind == wire::ArgumentKind::device_array && argument.device_address == 0 &&
           argument.bytes + argument.guard_bytes != 0;
}

} // namespace

bool Buffers::failed(const char* what, int error) {
    const wire::CudaError description = runtime_->describe(error);
    problem_ = std::string(what) + ": " + description.name + " (" + description.message + ")";
    return false;
}

bool Buffers::prepare() {
    pointers_.resize(request_.argument_count);
    allocations_.resize(request_.argument_count);
    bool wants_device =
        request_.host_memory != wire::HostMemory::pageable || request_.error_before != 0;
    for (std::size_t i = 0; i < request_.argument_count; ++i)
        wants_device |= is_ours(request_.arguments[i]);
    runtime_ = CudaRuntime::find(wants_device);
    if (wants_device && !runtime_) {
        problem_ = "the CUDA runtime (libcudart.so.13) was not found";
        return false;
    }
    // Makes the device's context now, so that the learner's function is not charged for it.
    if (runtime_) runtime_->free(nullptr);

    for (std::size_t i = 0; i < request_.argument_count; ++i) {
        const wire::Argument& argument = request_.arguments[i];
        if (is_ours(argument) && !prepare_device(argument, i)) return false;
        if (argument.device_address != 0)
            pointers_[i] = argument.device_address + argument.guard_bytes;
        if (argument.kind != wire::ArgumentKind::host_array) continue;
        pointers_[i] = argument.address;
        if (argument.repeats > 1 && !prepare_long(argument, i)) return false;
        if (argument.bytes != 0 && !prepare_host_memory(argument, i)) return false;
    }
    if (wants_device)
        if (const int error = runtime_->synchronise())
            return failed("the device failed while the arrays were copied to it", error);
    if (runtime_) runtime_->take_last_error();
    if (request_.error_before != 0) runtime_->fail();

    for (std::size_t i = 0; i < request_.argument_count; ++i)
        values_.push_back(request_.arguments[i].kind == wire::ArgumentKind::value
                              ? at(request_.arguments[i].address)
                              : static_cast<const void*>(&pointers_[i]));
    set_guard_pages(PROT_NONE);
    return true;
}

bool Buffers::prepare_device(const wire::Argument& argument, std::size_t index) {
    const std::uint64_t bytes = argument.bytes + 2 * argument.guard_bytes;
    if (const int error = runtime_->allocate(&allocations_[index], bytes))
        return failed("an array of the call could not be allocated", error);
    if (const int error =
            runtime_->copy(allocations_[index], at(argument.address - argument.guard_bytes), bytes,
                           copy_host_to_device))
        return failed("an array of the call could not be copied to the device", error);
    pointers_[index] = reinterpret_cast<std::uint64_t>(allocations_[index]) + argument.guard_bytes;
    return true;
}

bool Buffers::prepare_host_memory(const wire::Argument& argument, std::size_t index) {
    if (request_.host_memory == wire::HostMemory::pinned)
        if (const int error = runtime_->pin(at(argument.address), argument.bytes))
            return failed("an array of the call could not be pinned", error);
    if (request_.host_memory != wire::HostMemory::managed) return true;
    if (const int error = runtime_->allocate_managed(&allocations_[index], argument.bytes))
        return failed("an array of the call could not be allocated", error);
    std::memcpy(allocations_[index], at(argument.address), argument.bytes);
    pointers_[index] = reinterpret_cast<std::uint64_t>(allocations_[index]);
    return true;
}

// The same pages of the arena again and again: mappings of shared pages are doubled by mremap(2)
// with an old size of 0.
bool Buffers::prepare_long(const wire::Argument& argument, std::size_t index) {
    const std::uint64_t address = wire::long_array_address(index);
    const std::uint64_t bytes = argument.bytes * argument.repeats;
    pointers_[index] = address;
    for (std::uint64_t done = 0; done < bytes; done += wire::long_array_period)
        if (mremap(at(argument.address), 0, std::min(bytes - done, wire::long_array_period),
                   MREMAP_MAYMOVE | MREMAP_FIXED, at(address + done)) == MAP_FAILED) {
            problem_ = "an array of " + std::to_string(bytes) + " bytes has no place";
            return false;
        }
    return true;
}

bool Buffers::collect() {
    set_guard_pages(PROT_READ | PROT_WRITE);
    for (std::size_t i = 0; i < request_.argument_count; ++i) {
        const wire::Argument& argument = request_.arguments[i];
        if (!allocations_[i]) continue;
        if (argument.kind == wire::ArgumentKind::host_array) {
            std::memcpy(at(argument.address), allocations_[i], argument.bytes);
            continue;
        }
        if (const int error =
                runtime_->copy(at(argument.address - argument.guard_bytes), allocations_[i],
                               argument.bytes + 2 * argument.guard_bytes, copy_device_to_host))
            return failed("an array could not be copied back from the device", error);
    }
    return true;
}

// A host array ends where a page ends, or begins where one begins; the page behind its last one and
// the page before its first one become inaccessible while the learner's function runs.
void Buffers::set_guard_pages(int protection) {
    const auto page = static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
    for (std::size_t i = 0; i < request_.argument_count; ++i) {
        const wire::Argument& argument = request_.arguments[i];
        if (argument.kind != wire::ArgumentKind::host_array) continue;
        const std::uint64_t first_page = argument.address / page * page;
        mprotect(at(first_page - page), page, protection);
        const std::uint64_t end = argument.address + argument.bytes;
        mprotect(at((end + page - 1) / page * page), page, protection);
    }
}

Buffers::~Buffers() {
    set_guard_pages(PROT_READ | PROT_WRITE);
    for (void* allocation : allocations_)
        if (allocation) runtime_->free(allocation);
    for (std::size_t i = 0; i < pointers_.size(); ++i)
        if (pointers_[i] == wire::long_array_address(i))
            munmap(at(pointers_[i]), request_.arguments[i].bytes * request_.arguments[i].repeats);
}

} // namespace workbook::learner
