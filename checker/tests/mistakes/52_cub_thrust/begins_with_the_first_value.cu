// Mistake: begins with the first value, which the host cannot read
// Verdict: crashed
// Message: Host code read a cudaMalloc pointer
// Only: virtual
    // Solution 2:
    in_two_calls([&](void* scratch, std::size_t& bytes) {
        return cub::DeviceReduce::Reduce(scratch, bytes, values, result, n, cuda::minimum<>(),
                                         values[0]);
    });
    // end of Solution 2
