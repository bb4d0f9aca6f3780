// Mistake: the largest value for the smallest
// Verdict: wrong_answer
// Message: that is the largest value
    // Solution 2:
    in_two_calls([&](void* scratch, std::size_t& bytes) {
        return cub::DeviceReduce::Reduce(scratch, bytes, values, result, n, cuda::maximum<>(),
                                         -cuda::std::numeric_limits<float>::infinity());
    });
    // end of Solution 2
