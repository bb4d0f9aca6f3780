// Mistake: the smallest value begins with 0
// Verdict: wrong_answer
// Message: which is none of the values. What does the reduction begin with?
    // Solution 2:
    in_two_calls([&](void* scratch, std::size_t& bytes) {
        return cub::DeviceReduce::Reduce(scratch, bytes, values, result, n, cuda::minimum<>(),
                                         0.0f);
    });
    // end of Solution 2
