// Mistake: the reduction runs twice
// Verdict: too_much_traffic
// Message: each value is to be read once
// Only: virtual
    // Solution 2:
    for (int round = 0; round < 2; ++round)
        in_two_calls([&](void* scratch, std::size_t& bytes) {
            return cub::DeviceReduce::Reduce(scratch, bytes, values, result, n, cuda::minimum<>(),
                                             cuda::std::numeric_limits<float>::infinity());
        });
    // end of Solution 2
