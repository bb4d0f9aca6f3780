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

    // Solution 1: the bytes are counted in 64 bits, and these can run over too: 2^61 doubles would
    // be 0 bytes. The destructor cannot throw, so it does not look at what cudaFreeAsync says: an
    // error of a kernel before it would come out here, and it waits for the next call that looks.
    explicit DeviceBuffer(std::size_t count) {
        if (count > std::numeric_limits<std::size_t>::max() / sizeof(T)) {
            throw std::bad_array_new_length();
        }
        if (count > 0) {
            check(cudaMallocAsync(&data_, count * sizeof(T), nullptr));
            size_ = count;
        }
    }
    ~DeviceBuffer() {
        if (data_ != nullptr) {
            cudaFreeAsync(data_, nullptr);
        }
    }
    // end of Solution 1

    // Solution 2: std::exchange takes a value and leaves another one behind. The assignment moves
    // into a third buffer first: if other is *this, it gets its own memory back at the swap. What
    // this one owned before ends up in `taken`, whose destructor runs at the end.
    DeviceBuffer(const DeviceBuffer&) = delete;
    DeviceBuffer& operator=(const DeviceBuffer&) = delete;
    DeviceBuffer(DeviceBuffer&& other) noexcept
        : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}
    DeviceBuffer& operator=(DeviceBuffer&& other) noexcept {
        DeviceBuffer taken(std::move(other));
        std::swap(data_, taken.data_);
        std::swap(size_, taken.size_);
        return *this;
    }
    // end of Solution 2

    T* data() { return data_; }
    const T* data() const { return data_; }
    std::size_t size() const { return size_; }

    // Solution 3: all three count in bytes.
    void copy_from_host(const T* values) {
        check(cudaMemcpy(data_, values, size_ * sizeof(T), cudaMemcpyHostToDevice));
    }
    void copy_to_host(T* values) const {
        check(cudaMemcpy(values, data_, size_ * sizeof(T), cudaMemcpyDeviceToHost));
    }
    void copy_from(const DeviceBuffer& other) {
        check(cudaMemcpy(data_, other.data_, size_ * sizeof(T), cudaMemcpyDeviceToDevice));
    }
    // end of Solution 3

  private:
    T* data_ = nullptr; // the memory that this object alone owns; null if none
    std::size_t size_ = 0;
};
