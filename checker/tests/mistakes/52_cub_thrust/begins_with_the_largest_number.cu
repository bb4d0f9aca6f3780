// Mistake: the largest finite number is taken for the identity of min
// Verdict: wrong_answer
// Message: which is none of the values. What does the reduction begin with?
    // Solution 2:
    in_two_calls([&](void* scratch, std::size_t& bytes) {
        return cub::DeviceReduce::Reduce(scratch, bytes, values, result, n, cuda::minimum<>(),
                                         cuda::std::numeric_limits<float>::max());
    });
    // end of Solution 2
