// Attack: leaves the copies in, and changes what the compiler is asked about them
// Verdict: wrong_answer
// Stage: program
// Lesson: 13_device_buffer
// Points: 3.93
    // Solution 2
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
    // end of Solution 2
// Replaces
//| };
};

// Questions to the compiler whose answer is no.
#define is_copy_constructible_v is_union_v
#define is_copy_assignable_v is_union_v
// end of Replaces
