// Mistake: DeviceReduce::Min begins with the largest finite number
// Verdict: wrong_answer
// Message: What does the reduction begin with?
    // Solution 2:
    in_two_calls([&](void* scratch, std::size_t& bytes) {
        return cub::DeviceReduce::Min(scratch, bytes, values, result, n);
    });
    // end of Solution 2
