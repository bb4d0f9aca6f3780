// Accepted: std::unique_ptr with a deleter; copies in the default stream, and a wait for what comes to the host
#include "device_buffer.hpp"

#include "wire/cuda_check.hpp"

#include <memory>
#include <new>
#include <utility>

struct GiveBack {
    void operator()(void* memory) const { cudaFreeAsync(memory, nullptr); }
};

template <typename T>
class DeviceBuffer {
  public:
    DeviceBuffer() = default;
    explicit DeviceBuffer(std::size_t count) : size_(count) {
        if (count == 0) return;
        if (count > static_cast<std::size_t>(-1) / sizeof(T)) throw std::bad_alloc();
        void* memory = nullptr;
        check(cudaMallocAsync(&memory, count * sizeof(T), nullptr));
        data_.reset(static_cast<T*>(memory));
    }
    DeviceBuffer(DeviceBuffer&& other) noexcept
        : data_(std::move(other.data_)), size_(std::exchange(other.size_, 0)) {}
    DeviceBuffer& operator=(DeviceBuffer&& other) noexcept {
        if (this != &other) {
            data_ = std::move(other.data_);
            size_ = std::exchange(other.size_, 0);
        }
        return *this;
    }

    T* data() { return data_.get(); }
    const T* data() const { return data_.get(); }
    std::size_t size() const { return size_; }

    void copy_from_host(const T* values) { copy(data(), values); }
    void copy_to_host(T* values) const {
        copy(values, data());
        check(cudaStreamSynchronize(nullptr));
    }
    void copy_from(const DeviceBuffer& other) { copy(data(), other.data()); }

  private:
    void copy(void* to, const void* from) const {
        check(cudaMemcpyAsync(to, from, size_ * sizeof(T), cudaMemcpyDefault, nullptr));
    }
    std::unique_ptr<T, GiveBack> data_;
    std::size_t size_ = 0;
};
