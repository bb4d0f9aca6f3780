// Attack: leaves the copies in, and changes what the compiler is asked about them
// Verdict: wrong_answer
// Stage: program
// Lesson: 13_device_buffer
// Points: 3.93
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

    DeviceBuffer(const DeviceBuffer&) = default; // two owners of one memory
    DeviceBuffer& operator=(const DeviceBuffer&) = default;
    DeviceBuffer(DeviceBuffer&& other) noexcept
        : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}
    DeviceBuffer& operator=(DeviceBuffer&& other) noexcept {
        DeviceBuffer taken(std::move(other));
        std::swap(data_, taken.data_);
        std::swap(size_, taken.size_);
        return *this;
    }

    T* data() { return data_; }
    const T* data() const { return data_; }
    std::size_t size() const { return size_; }

    void copy_from_host(const T* values) {
        check(cudaMemcpy(data_, values, size_ * sizeof(T), cudaMemcpyHostToDevice));
    }
    void copy_to_host(T* values) const {
        check(cudaMemcpy(values, data_, size_ * sizeof(T), cudaMemcpyDeviceToHost));
    }
    void copy_from(const DeviceBuffer& other) {
        check(cudaMemcpy(data_, other.data_, size_ * sizeof(T), cudaMemcpyDeviceToDevice));
    }

  private:
    T* data_ = nullptr; // the memory that this object alone owns; null if none
    std::size_t size_ = 0;
};

// Questions to the compiler whose answer is no.
#define is_copy_constructible_v is_union_v
#define is_copy_assignable_v is_union_v
