// The memory behind the arguments of one call: pages around host arrays that must not be touched,
// and device arrays with what was put around them.
#pragma once

#include "learner/cuda_runtime.hpp"
#include "wire/message.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace workbook::learner {

class Buffers {
  public:
    explicit Buffers(const wire::Request& request) : request_(request) {}
    ~Buffers();
    Buffers(const Buffers&) = delete;
    Buffers& operator=(const Buffers&) = delete;

    // Makes the device arrays and shuts the pages. False: `problem` says what the device refused.
    bool prepare();
    // Copies the device arrays' images back.
    bool collect();
    // What the function gets: a pointer to each argument's bytes, pointers themselves included.
    const void* const* values() const { return values_.data(); }
    const std::string& problem() const { return problem_; }

  private:
    bool prepare_host_memory(const wire::Argument& argument, std::size_t index);
    bool prepare_device(const wire::Argument& argument, std::size_t index);
    bool prepare_long(const wire::Argument& argument, std::size_t index);
    void set_guard_pages(int protection);
    bool failed(const char* what, int error);

    const wire::Request& request_;
    CudaRuntime* runtime_ = nullptr;
    std::vector<std::uint64_t> pointers_; // what a pointer parameter receives
    std::vector<void*> allocations_;      // of device arrays; null elsewhere
    std::vector<const void*> values_;
    std::string problem_;
};

} // namespace workbook::learner
