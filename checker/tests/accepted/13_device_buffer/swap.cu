// Accepted: both moves by swapping, with a free function behind them; sizes by __builtin_mul_overflow
    // Solution 1:
    explicit DeviceBuffer(std::size_t count) {
        std::size_t bytes = 0;
        if (__builtin_mul_overflow(count, sizeof(T), &bytes)) {
            check(cudaErrorMemoryAllocation);
        }
        if (bytes != 0) {
            check(cudaMallocFromPoolAsync(reinterpret_cast<void**>(&data_), bytes, pool(), nullptr));
        }
        size_ = count;
    }
    ~DeviceBuffer() {
        if (size_ > 0) cudaFreeAsync(data_, nullptr);
    }
    static cudaMemPool_t pool() {
        int device = 0;
        cudaMemPool_t pool = nullptr;
        check(cudaGetDevice(&device));
        check(cudaDeviceGetDefaultMemPool(&pool, device));
        return pool;
    }
    // end of Solution 1
    // Solution 2:
    DeviceBuffer(DeviceBuffer&& other) noexcept { swap(*this, other); }
    DeviceBuffer& operator=(DeviceBuffer&& other) noexcept {
        DeviceBuffer own;
        swap(own, other);
        swap(own, *this);
        return *this;
    }
    friend void swap(DeviceBuffer& a, DeviceBuffer& b) noexcept {
        std::swap(a.data_, b.data_);
        std::swap(a.size_, b.size_);
    }
    // end of Solution 2
