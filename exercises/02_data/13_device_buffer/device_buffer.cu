// Lesson 13: device memory that has an owner. README.md explains; fill in the three regions marked
// TODO.
#include "device_buffer.hpp"

#include "wire/cuda_check.hpp"

#include <limits>
#include <new>
#include <type_traits>
#include <utility>

template <typename T>
class DeviceBuffer {
    static_assert(std::is_trivially_copyable_v<T>, "the elements are copied byte by byte");

  public:
    DeviceBuffer() = default; // owns nothing

    // TODO 1: take memory for count elements. And a destructor, which gives it back.
    explicit DeviceBuffer(std::size_t count) {}
    // end of TODO 1

    // TODO 2: no copies. Two moves: to a new buffer, and to one that is there already.

    // end of TODO 2

    T* data() { return data_; }
    const T* data() const { return data_; }
    std::size_t size() const { return size_; }

    // TODO 3: from the host, to the host, and from another buffer.
    void copy_from_host(const T* values) {}
    void copy_to_host(T* values) const {}
    void copy_from(const DeviceBuffer& other) {}
    // end of TODO 3

  private:
    T* data_ = nullptr; // the memory that this object alone owns; null if none
    std::size_t size_ = 0;
};
