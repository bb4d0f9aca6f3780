// Mistake: decode works in memory of its own
// Verdict: requirement
// Message: decode() freed memory
// Only: virtual
// Replaces
//|             q, keys, values, lengths, table, table_width, kv_heads, {maximum, sum, o});
//|     });
//| }
//|
            q, keys, values, lengths, table, table_width, kv_heads, {maximum, sum, o});
    });
}

// Floats on the device, given back in the order of the stream.
struct Room {
    float* data = nullptr;
    explicit Room(std::size_t n) { check(cudaMallocAsync(&data, n * sizeof *data, nullptr)); }
    void give_back() { // where an error is thrown
        const cudaError_t error = cudaFreeAsync(data, nullptr);
        if (error == cudaSuccess) data = nullptr;
        check(error);
    }
    ~Room() {
        if (data) cudaFreeAsync(data, nullptr);
    }
    Room(const Room&) = delete;
    Room& operator=(const Room&) = delete;
};

// end of Replaces
// Replaces
//|             float* maximum, float* sum, float* o, float* out) {
            float* maximum, float* sum, float* o, float* out) {
    if (sequences == 0 || kv_heads == 0) return;
    const std::size_t rows =
        std::size_t(sequences) * kv_heads * group * parts_for(table_width) + 1;
    Room room(rows * (2 + head_size));
    o = room.data, maximum = o + rows * head_size, sum = maximum + rows;
// end of Replaces
// Replaces
//|     if (sequences == 0 || kv_heads == 0) return;
// end of Replaces
// Replaces
//|                                                                      parts_for(table_width), out);
//|     check(cudaGetLastError());
                                                                     parts_for(table_width), out);
    check(cudaGetLastError());
    room.give_back();
// end of Replaces
